import type { MetricDefinition, MetricValue } from '../../core/runMetrics/model.ts';
import type { Dimension } from './model.ts';

/** How a cell differs from the baseline in a metric, question by question. */
export interface CellDifference {
  /** The cell less the baseline; null if it is too large for a number. */
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** The questions of which the metric is known in both. */
  readonly questions: number;
  /** Of a paired permutation test; null if the differences are too large to be added. */
  readonly p: number | null;
  /** Corrected for the comparisons of all cells in this metric. */
  readonly pHolm: number | null;
  /** McNemar's test; null unless each question has a single sample in both, which is right or wrong. */
  readonly mcnemar: {
    readonly gained: number;
    readonly lost: number;
    readonly p: number;
    readonly pHolm: number;
  } | null;
}

/** A metric of a cell. */
export interface CellMetric extends MetricValue {
  /** Null for the baseline, and if the two share no question. */
  readonly against: CellDifference | null;
}

/** What is known of the run of a cell. */
export interface CellFacts {
  readonly samples: number;
  readonly failed: number;
  /** Samples that pass by their rules, of those of which it can be said. */
  readonly passed: number;
  readonly decided: number;
  /** The rewards by which its samples are scored. */
  readonly rewards: readonly string[];
  /** Means over the samples that say it; null if none does. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly seconds: number | null;
}

/** A cell of the matrix. */
export interface MatrixCell extends CellFacts {
  readonly name: string;
  /** The file of its run. */
  readonly file: string;
  readonly choice: Readonly<Record<Dimension, string>>;
  readonly questions: number;
  readonly metrics: readonly CellMetric[];
  /** Why the run was not made or cannot be read, or why it ended early; null otherwise. */
  readonly error: string | null;
}

/** What a sweep found. */
export interface Matrix {
  /** The file of the sweep, and its data set. */
  readonly sweep: string;
  readonly dataset: string;
  /** The name of the cell that the others are compared with. */
  readonly baseline: string;
  readonly seed: number;
  readonly rounds: number;
  readonly permutations: number;
  readonly level: number;
  /** The metrics, those that are known of any cell. */
  readonly definitions: readonly MetricDefinition[];
  /** Metrics that the sweep asks for and no cell has. */
  readonly unknown: readonly string[];
  readonly cells: readonly MatrixCell[];
}
