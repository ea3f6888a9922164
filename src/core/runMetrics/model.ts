/** What a metric is in: `share` from 0 to 1, `percent` where a reference reports percentages, or any other `number`. */
export type MetricUnit = 'share' | 'percent' | 'number';

/** A metric, and what it counts. */
export interface MetricDefinition {
  readonly name: string;
  readonly title: string;
  readonly unit: MetricUnit;
  /** A sentence that says what it counts. */
  readonly description: string;
  /** Whether a higher number or a lower one is better; null if neither is. */
  readonly better: 'higher' | 'lower' | null;
}

/** The mean of a metric over the samples that have it. */
export interface MetricValue {
  readonly name: string;
  /** The samples that it is known of, and that count for it. */
  readonly samples: number;
  /** The questions that these belong to. */
  readonly questions: number;
  /** Null without samples, and if it is too large for a number. */
  readonly value: number | null;
  /** The interval by question; null with fewer than two questions. */
  readonly low: number | null;
  readonly high: number | null;
}

/** The samples that have a value in the field of a bucket. */
export interface MetricBucket {
  readonly value: string;
  readonly samples: number;
  readonly questions: number;
  readonly metrics: readonly MetricValue[];
}

/** The metrics of the samples by the values of a field. */
export interface MetricBuckets {
  readonly field: string;
  /** Samples without a value. */
  readonly without: number;
  readonly buckets: readonly MetricBucket[];
}

/** The metrics of a run. */
export interface RunMetrics {
  readonly samples: number;
  readonly questions: number;
  readonly seed: number;
  readonly rounds: number;
  readonly level: number;
  /** Those of which something is known, in the order in which they are shown. */
  readonly definitions: readonly MetricDefinition[];
  /** Over all samples; one for each definition. */
  readonly overall: readonly MetricValue[];
  readonly by: readonly MetricBuckets[];
}

/** What is measured of a run, and how. */
export interface MetricsQuestion {
  /** The fields by whose values metrics are put into buckets. */
  readonly by: readonly string[];
  readonly seed: number;
  readonly rounds: number;
}

/** How far the samples of a run are read that are to be measured. */
export interface MeasuredPart {
  /** The samples that were read, and all of them. */
  readonly measured: number;
  readonly of: number;
  /** Samples that are not scored yet, and not among these. */
  readonly unscored: number;
}

/** A value of a field, with how many samples have it. */
export interface CountedValue {
  readonly value: string;
  readonly samples: number;
}

/** The values of a field in their order; null before all samples were read. */
export interface FieldValuesAnswer extends MeasuredPart {
  readonly values: readonly CountedValue[] | null;
}

/** The metrics of a run; null before all of its samples were read. */
export interface MetricsAnswer extends MeasuredPart {
  readonly metrics: RunMetrics | null;
}
