import { pairwiseMean, sampleDeviation } from '../python/pairwiseSum.ts';

/** What the scores of one question's samples are to a trainer. */
export interface GroupStatistics {
  readonly mean: number;
  /** Of the sample (n - 1); 0 for a single score, which deviates from nothing. */
  readonly deviation: number;
  /** Each score against the group: (score - mean) / (deviation + 1e-6). */
  readonly grpo: readonly number[];
  /** Each score against the mean of the others; of a single score, the score itself. */
  readonly rloo: readonly number[];
}

const EPSILON = 1e-6;

/**
 * GRPO's and RLOO's advantages (EasyR1, `compute_grpo_outcome_advantage` and `compute_rloo_outcome_advantage`), with
 * NumPy's mean and deviation of doubles; RLOO's sum is made from left to right.
 * @throws RangeError for a group without scores.
 */
export function groupStatistics(scores: readonly number[]): GroupStatistics {
  if (scores.length === 0) throw new RangeError('A group has at least one score.');
  const mean = pairwiseMean(scores);
  const deviation = scores.length === 1 ? 0 : sampleDeviation(scores);
  const grpo = scores.map((score) => (score - mean) / (deviation + EPSILON));
  if (scores.length === 1) return { mean, deviation, grpo, rloo: scores.slice() };
  let sum = 0;
  for (const score of scores) sum += score;
  const rloo = scores.map((score) => score - (sum - score) / (scores.length - 1));
  return { mean, deviation, grpo, rloo };
}

/** The mean that a group's scores must lie strictly between for the group to be trained on. */
export interface OnlineFilter {
  readonly low: number;
  readonly high: number;
}

/** Lang2Act's own setting, and EasyR1's default. */
export const LANG2ACT_FILTER: OnlineFilter = { low: 0.1, high: 0.9 };
export const EASYR1_FILTER: OnlineFilter = { low: 0.01, high: 0.99 };

/** Whether online filtering keeps a group, by the mean of the scores under the key it looks at. */
export function keepsGroup({ mean }: Pick<GroupStatistics, 'mean'>, { low, high }: OnlineFilter): boolean {
  return low < mean && mean < high;
}
