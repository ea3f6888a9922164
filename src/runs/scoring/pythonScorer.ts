import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { ScoreContext } from '../../core/rewards/model.ts';
import { rewardInput } from '../../userRewards/inputs.ts';
import type { BatchRule } from './batches.ts';
import type { UserFailed, UserReward, UserScore } from '../../userRewards/model.ts';

/** A sample with its score context. */
export interface SampleInContext {
  readonly sample: Sample;
  readonly context: ScoreContext;
}

/** Scores samples by a person's own reward function. */
export interface PythonScorer {
  /** How samples are divided into calls; null to pass them on as they are read. */
  readonly batch: BatchRule | null;
  /** One score for each sample, in order. */
  score(samples: readonly SampleInContext[], signal: AbortSignal): Promise<readonly UserScore[]>;
}

/** @param passed whether the function gets everything that a record has, or only what the trainer passes */
export function createPythonScorer(
  reward: UserReward,
  passed: 'trainer' | 'everything',
  batch: BatchRule | null,
): PythonScorer {
  return {
    batch,
    score: (samples, signal) =>
      reward.score(
        samples.map(({ sample, context }) => rewardInput(sample, context, passed).input),
        { signal },
      ),
  };
}

/**
 * The most consecutive calls that may run out of time. A function that hangs would otherwise take the whole limit for
 * every portion.
 */
const MOST_LATE = 3;

/**
 * Wraps a scorer so that it is no longer called after several consecutive calls have run out of time. Every later
 * sample fails with the same error.
 * @param advice what a person can do about it, one or more sentences
 * @param onGivingUp called once with the reason why the function is no longer called
 */
export function giveUpWhenLate(
  scorer: PythonScorer,
  file: string,
  advice: string,
  onGivingUp: (message: string) => void,
): PythonScorer {
  let late = 0;
  let last: UserScore | null = null;
  let failure: UserFailed | null = null;
  const look = (answers: readonly UserScore[]): void => {
    for (const answer of answers) {
      // The samples of one failed call share one answer object.
      if (answer === last) continue;
      last = answer;
      late = !answer.ok && answer.error.reason === 'reward-timeout' ? late + 1 : 0;
    }
    if (late < MOST_LATE) return;
    const message = t(
      '{0} is no longer called, because {1} calls in a row exceeded the time limit. {2}',
      file,
      MOST_LATE,
      advice,
    );
    onGivingUp(message);
    failure = { ok: false, error: new PageTraceError('reward-timeout', message), place: null };
  };
  return {
    batch: scorer.batch,
    score: async (samples, signal) => {
      if (failure !== null) return Array<UserFailed>(samples.length).fill(failure);
      const answers = await scorer.score(samples, signal);
      look(answers);
      return answers;
    },
  };
}
