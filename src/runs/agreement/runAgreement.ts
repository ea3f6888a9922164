import { setImmediate } from 'node:timers/promises';
import {
  RunAgreement,
  measureAgreement,
  type AgreementRow,
  type AgreementSummary,
} from '../../core/rewards/agreement.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import type { UserReward } from '../../userRewards/model.ts';
import { ProfileChoice } from '../choosing/profileChoice.ts';
import { readInputs, WITHOUT_OPTIONS, type Place } from '../reading/inputs.ts';
import { BATCH, describeSplit } from '../scoring/batches.ts';
import { createPythonScorer } from '../scoring/pythonScorer.ts';
import { BY_THE_RECORD } from '../scoring/rewardContext.ts';
import { scorePortions, type ScoredItem, type Scoring } from '../scoring/scorer.ts';
import { groupKey } from '../statistics/groupKey.ts';

/** The most differences that are kept, the largest ones. */
const MOST_ROWS = 200;

/** The most unreadable records that are kept, the first ones. */
const MOST_PROBLEMS = 10;

/** The place of a sample, with its id if its record has one. */
export interface AgreementPlace {
  readonly line: number | null;
  readonly sample: number | null;
  readonly id: string | null;
}

/** What is compared. */
export interface RunAgreementRequest {
  readonly file: string;
  readonly profile: RewardProfile;
  readonly reward: UserReward;
  readonly passed: 'trainer' | 'everything';
  readonly signal: AbortSignal;
  /** Called with the number of samples that were compared so far. */
  readonly onProgress: (samples: number) => void;
}

/** The result of comparing a run, complete or until it was stopped. */
export interface RunAgreementResult {
  readonly summary: AgreementSummary;
  readonly worst: readonly AgreementRow<AgreementPlace>[];
  readonly unreadable: {
    readonly count: number;
    readonly first: readonly { readonly place: Place; readonly problem: string }[];
  };
  readonly stopped: boolean;
  /** What a person should know about how the samples were scored, each a sentence. */
  readonly notes: readonly string[];
}

/**
 * Scores every sample of a file of records with a built-in reward and with the person's, in one pass and in bounded
 * memory. Stopping it keeps what was compared.
 * @throws PageTraceError `reward-unusable` or `python-unusable` if the person's reward cannot be used at all
 */
export async function measureRunAgreement(request: RunAgreementRequest): Promise<RunAgreementResult> {
  const { file, profile, reward, passed, signal, onProgress } = request;
  const run = new RunAgreement<AgreementPlace>(MOST_ROWS);
  const unreadable = { count: 0, first: [] as { place: Place; problem: string }[] };
  const notes = new Set<string>();
  const scoring: Scoring = {
    choice: new ProfileChoice(profile),
    options: BY_THE_RECORD,
    python: createPythonScorer(reward, passed, {
      size: BATCH,
      groupOf: (sample) => groupKey(sample)?.key ?? null,
      onSplit: () => notes.add(describeSplit()),
    }),
  };
  const add = (item: ScoredItem): void => {
    if ('problem' in item) {
      unreadable.count += 1;
      if (unreadable.first.length < MOST_PROBLEMS)
        unreadable.first.push({ place: item.place, problem: item.problem });
      return;
    }
    const { place, sample, score, user } = item;
    if (score === null || user === null) return;
    if (!user.ok) {
      const { reason } = user.error;
      if (reason === 'cancelled') return;
      if (reason === 'reward-unusable' || reason === 'python-unusable') throw user.error;
    }
    if (user.ok && user.notApplicable) {
      run.addNotApplicable();
      return;
    }
    const other = user.ok ? user : { ok: false as const, failure: user.error.message };
    run.add({ line: place.line, sample: place.sample, id: sample.id }, measureAgreement(score, other));
  };
  for await (const items of scorePortions(readInputs([file], WITHOUT_OPTIONS), scoring, signal)) {
    items.forEach(add);
    onProgress(run.summary().samples);
    // This lets the process do other work, because a file may be read without ever waiting.
    await setImmediate();
  }
  return {
    summary: run.summary(),
    worst: run.worst(),
    unreadable,
    stopped: signal.aborted,
    notes: [...notes],
  };
}
