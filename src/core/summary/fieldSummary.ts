import { pairwiseMean, sampleDeviation } from '../python/pairwiseSum.ts';

/** Statistics of a number over the samples that have it. */
export interface FieldSummary {
  /** Finite numbers; the others are over these. */
  readonly count: number;
  /** Null if no number is finite, as are the smallest and the largest. */
  readonly mean: number | null;
  /** Sample standard deviation (n - 1); null for fewer than two numbers. */
  readonly std: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** NaN and infinite values, which are left out of the rest. */
  readonly notFinite: number;
}

/**
 * The statistics of finite numbers, with NumPy's mean and deviation.
 * @param notFinite how many others there are
 */
export function summarizeNumbers(values: Float64Array, notFinite: number): FieldSummary {
  const { length: count } = values;
  if (count === 0) return { count, mean: null, std: null, min: null, max: null, notFinite };
  return {
    count,
    mean: pairwiseMean(values),
    std: count === 1 ? null : sampleDeviation(values),
    min: values.reduce((least, value) => Math.min(least, value)),
    max: values.reduce((most, value) => Math.max(most, value)),
    notFinite,
  };
}
