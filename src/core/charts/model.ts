import type { StepRange } from '../summary/stepRows.ts';

/**
 * What a chart shows. `distribution:NAME` and `steps:NAME` are about a number of the samples; `steps:right`,
 * `steps:cut-off` and `steps:entropy` about shares of right and of cut-off responses, and the entropy of the answers to a
 * question; `difficulty` about how many samples of a question are right; `findings` and `tools` about shares of samples; `gold`
 * about how right and wrong answers meet the gold boxes of their questions.
 */
export type ChartId =
  | `distribution:${string}`
  | `steps:${string}`
  | 'difficulty'
  | 'findings'
  | 'tools'
  | 'gold';

/** Samples by a number of theirs. */
export interface DistributionChart {
  readonly kind: 'distribution';
  readonly id: ChartId;
  /** The number: `reward`, `reward.format`, `score`, `length`. */
  readonly of: string;
  /** One bar a value, if there are few different ones; otherwise one a range of values. */
  readonly bars: readonly DistributionBar[];
  /** Samples with a finite number; the others are over these. */
  readonly n: number;
  /** Samples without the number, and those whose number is NaN or infinite. */
  readonly missing: number;
  readonly notFinite: number;
  /** Null also if the sum is too large for a number. */
  readonly mean: number | null;
  readonly median: number | null;
}

export interface DistributionBar {
  /** From `low` up to `high`, which belongs only to the last bar; equal for the bar of one value. */
  readonly low: number;
  readonly high: number;
  readonly samples: number;
}

/** A number over the training steps. */
export interface StepsChart {
  readonly kind: 'steps';
  readonly id: ChartId;
  /** The number, or `right`, `cut-off`, `entropy`. */
  readonly of: string;
  readonly steps: readonly StepRange[];
  /** How many samples the mean of each step is over; for the entropy, how many groups. */
  readonly n: readonly number[];
  /** Over all samples, also those that have no step. */
  readonly all: { readonly n: number; readonly mean: number | null };
  /** Null for a step without the number. */
  readonly mean: readonly (number | null)[];
  /** The nine deciles of each step, the lowest first; null for a share, which has none. */
  readonly deciles: readonly (readonly (number | null)[])[] | null;
}

/** Groups by how many of their samples are right (Lang2Act, figure 5). */
export interface DifficultyChart {
  readonly kind: 'difficulty';
  readonly id: ChartId;
  /** The number of samples that every judged group has; null if they differ, and the bars are about shares. */
  readonly of: number | null;
  readonly bars: readonly DifficultyBar[];
  /** Groups of the bars, and groups with a sample of which it is not known whether it is right. */
  readonly groups: number;
  readonly unjudged: number;
  /** Groups of several samples whose rewards or scores are known, and those whose are all the same: they teach nothing. */
  readonly compared: number;
  readonly zeroVariance: number;
}

export interface DifficultyBar {
  /** Right samples, both ends included; shares from 0 to 1 above `least`, if groups differ in size. */
  readonly least: number;
  readonly most: number;
  readonly groups: number;
}

/** Samples by the names of their findings or tools. */
export interface NamesChart {
  readonly kind: 'names';
  readonly id: ChartId;
  readonly of: 'findings' | 'tools';
  /** Samples that are counted. */
  readonly n: number;
  /** The most frequent names, the most frequent first; a sample counts once. */
  readonly names: readonly NameCount[];
  /** How many other names there are. */
  readonly others: number;
  readonly steps: readonly StepRange[];
  /** Samples of each step. */
  readonly ofStep: readonly number[];
}

export interface NameCount {
  readonly name: string;
  readonly samples: number;
  /** The share of the samples of each step that have it, from 0 to 1. */
  readonly shares: readonly number[];
}

/** Samples with a claim on a gold box of their question, of right and of wrong answers (Lang2Act, figure 3). */
export interface GoldChart {
  readonly kind: 'gold';
  readonly id: ChartId;
  /** Those of which there are samples, in this order: right, wrong, not judged. */
  readonly bars: readonly GoldBar[];
}

export interface GoldBar {
  /** Whether these answers are right; null for those that nobody has judged. */
  readonly right: boolean | null;
  /** Samples of which it is known whether a claim is on a gold box. */
  readonly n: number;
  /** Those of them that have such a claim. */
  readonly seen: number;
}

export type Chart = DistributionChart | StepsChart | DifficultyChart | NamesChart | GoldChart;

/** Charts of the rows that the filter of the view leaves. */
export interface RunCharts {
  /** Samples and problems that the filter leaves. */
  readonly matched: number;
  /** As many as were asked for, in their order. */
  readonly charts: readonly Chart[];
}

/** Whether a chart of names has steps to follow the names over. */
export const isOverSteps = ({ steps }: NamesChart): boolean => steps.length > 1;

/** Whether a text names a chart. */
export function isChartId(text: string): text is ChartId {
  return (
    ['difficulty', 'findings', 'tools', 'gold'].includes(text) || /^(?:distribution|steps):./s.test(text)
  );
}
