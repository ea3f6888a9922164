import type { MetricDefinition } from './model.ts';

/** A metric with its numbers: the metric of some samples is the mean of theirs. */
export interface MetricSource extends MetricDefinition {
  /** The number of a row; null if the row does not count for the metric, or if it is not known. */
  readonly at: (row: number) => number | null;
  /** Whether the reference adds the numbers from left to right rather than as NumPy does. */
  readonly inOrder?: true;
  /** What the mean is multiplied by, for references that report percentages. */
  readonly scale?: number;
}
