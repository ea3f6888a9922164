import { deviationFrom, pairwiseMean, sampleDeviation } from '../python/pairwiseSum.ts';

/** How the scores of one question's samples are distributed. */
interface GroupSpread {
  readonly mean: number;
  /** Sample standard deviation (n - 1); 0 for a single score. */
  readonly deviation: number;
}

/** The statistics and advantages that a trainer computes from the scores of one question's samples. */
export interface GroupStatistics extends GroupSpread {
  /** Each score relative to the group: (score - mean) / (deviation + 1e-6); 0 for a single score. */
  readonly grpo: readonly number[];
  /** Each score minus the mean of the others; for a single score, the score itself. */
  readonly rloo: readonly number[];
}

const EPSILON = 1e-6;

/**
 * NumPy's mean and deviation of doubles.
 * @throws RangeError for a group without scores
 */
export function groupSpread(scores: readonly number[]): GroupSpread {
  if (scores.length === 0) throw new RangeError('A group has at least one score.');
  return { mean: pairwiseMean(scores), deviation: scores.length === 1 ? 0 : sampleDeviation(scores) };
}

/**
 * GRPO's and RLOO's advantages (EasyR1, `compute_grpo_outcome_advantage` and `compute_rloo_outcome_advantage`);
 * RLOO's sum is computed from left to right. EasyR1 raises for a single score; verl gives practically the score for both.
 * @throws RangeError for a group without scores
 */
export function groupStatistics(scores: readonly number[]): GroupStatistics {
  const { mean, deviation } = groupSpread(scores);
  const grpo = scores.map((score) => (score - mean) / (deviation + EPSILON));
  if (scores.length === 1) return { mean, deviation, grpo, rloo: scores.slice() };
  let sum = 0;
  for (const score of scores) sum += score;
  const rloo = scores.map((score) => score - (sum - score) / (scores.length - 1));
  return { mean, deviation, grpo, rloo };
}

/** Computes GRPO's advantages of many groups, which are the same as those of `groupStatistics`, without an array for each. */
export class GrpoAdvantages {
  #squares = new Float64Array(16);

  /**
   * Writes the advantages of the scores from `start` to `end` to the same places of `advantages`.
   * @throws RangeError for a group without scores
   */
  write(scores: Float64Array, start: number, end: number, advantages: Float64Array): void {
    if (end <= start) throw new RangeError('A group has at least one score.');
    const count = end - start;
    if (count > this.#squares.length) this.#squares = new Float64Array(count * 2);
    const mean = pairwiseMean(scores, start, end);
    const deviation = count === 1 ? 0 : deviationFrom(scores, start, mean, this.#squares.subarray(0, count));
    for (let at = start; at < end; at += 1)
      advantages[at] = ((scores[at] ?? 0) - mean) / (deviation + EPSILON);
  }
}

/** The open interval that must contain the mean of a group's scores for the group to be trained on. */
export interface OnlineFilter {
  readonly low: number;
  readonly high: number;
}

/** Lang2Act's own setting, and EasyR1's default. */
export const LANG2ACT_FILTER: OnlineFilter = { low: 0.1, high: 0.9 };
export const EASYR1_FILTER: OnlineFilter = { low: 0.01, high: 0.99 };

/** Whether online filtering keeps a group, based on the mean of the scores under its key. */
export function keepsGroup({ mean }: Pick<GroupStatistics, 'mean'>, { low, high }: OnlineFilter): boolean {
  return low < mean && mean < high;
}
