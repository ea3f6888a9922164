import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  RunAgreement,
  measureAgreement,
  type AgreementRow,
  type AgreementSummary,
} from '../../core/rewards/agreement.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import type { Sample } from '../../core/records/sample.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import { detectDialect } from '../../core/trajectory/detect.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import { readInputs, type InputItem, type Place } from '../../runs/reading/inputs.ts';
import { rewardInput } from '../../userRewards/inputs.ts';
import type { UserReward } from '../../userRewards/model.ts';
import type { SamplePlace } from '../../reports/agreementReport.ts';

/** Samples of one call of the reward, how many differences are kept, and how many unreadable records are named. */
const BATCH = 64;
const MOST_ROWS = 200;
const MOST_PROBLEMS = 10;

export interface RunAgreementRequest {
  /** The file of records, absolute. */
  readonly file: string;
  readonly profile: RewardProfile;
  readonly reward: UserReward;
  readonly passed: 'trainer' | 'everything';
  readonly signal: AbortSignal;
  readonly report: (message: string) => void;
}

/** What came of comparing a run, all of it or what was done until it was stopped. */
export interface RunAgreementResult {
  readonly summary: AgreementSummary;
  readonly worst: readonly AgreementRow<SamplePlace>[];
  readonly unreadable: { readonly count: number; readonly first: readonly string[] };
  readonly stopped: boolean;
}

/**
 * Scores every sample of a file of records with a built-in reward and with the person's, in one pass and in memory that
 * does not grow with the file. Stopping it keeps what was compared.
 * @throws PageTraceError why the reward cannot be used at all.
 */
export async function measureRunAgreement(request: RunAgreementRequest): Promise<RunAgreementResult> {
  const { file, signal, report } = request;
  const run = new RunAgreement<SamplePlace>(MOST_ROWS);
  const unreadable = { count: 0, first: [] as string[] };
  let waiting: Extract<InputItem, { sample: unknown }>[] = [];
  const flush = async (): Promise<void> => {
    const batch = waiting.splice(0, BATCH);
    for (const { place, agreement } of await measureBatch(batch, request)) run.add(place, agreement);
    report(`${run.summary().samples.toLocaleString('en')} samples`);
  };
  for await (const items of readInputs([file], INPUTS)) {
    for (const item of items) {
      if ('sample' in item) waiting.push(item);
      else {
        unreadable.count += 1;
        if (unreadable.first.length < MOST_PROBLEMS) unreadable.first.push(problemWords(item));
      }
    }
    while (waiting.length >= BATCH && !signal.aborted) await flush();
    if (signal.aborted) break;
    // A file that is read faster than the window can breathe.
    await setImmediate();
  }
  while (waiting.length > 0 && !signal.aborted) await flush();
  waiting = [];
  return { summary: run.summary(), worst: run.worst(), unreadable, stopped: signal.aborted };
}

async function measureBatch(
  batch: readonly { readonly place: Place; readonly sample: Sample }[],
  { profile, reward, passed, signal }: RunAgreementRequest,
): Promise<readonly AgreementRow<SamplePlace>[]> {
  const inputs = batch.map(
    ({ sample }) => rewardInput(sample, scoreContext(sample, sample.dialect), passed).input,
  );
  const scores = await reward.score(inputs, { signal });
  return batch.flatMap(({ place, sample }, index) => {
    const said = scores[index];
    if (said === undefined) return [];
    if (!said.ok) {
      if (said.error.reason === 'cancelled') return [];
      if (said.error.reason === 'reward-unusable' || said.error.reason === 'python-unusable')
        throw said.error;
    }
    const score = profile.score(sample.response, scoreContext(sample, sample.dialect));
    const agreement = measureAgreement(score, said.ok ? said : { ok: false, failure: said.error.message });
    return [{ place: { line: place.line, sample: place.sample, id: sample.id }, agreement }];
  });
}

/** The dialect that the first sample of a file suggests. */
export async function suggestedDialect(file: string): Promise<DialectName> {
  for await (const items of readInputs([file], INPUTS)) {
    for (const item of items) {
      if ('sample' in item) return item.sample.dialect ?? detectDialect(item.sample.response).dialect;
    }
  }
  return 'think-answer';
}

const INPUTS: Parameters<typeof readInputs>[1] = {
  stdin: Readable.from([]),
  fields: {},
  asked: null,
  held: () => null,
  notice: () => undefined,
};

function problemWords({ place, problem }: Extract<InputItem, { problem: string }>): string {
  return place.line === null ? problem : `Line ${place.line}: ${problem}`;
}
