import * as v from 'valibot';
import {
  LISTED_OUTCOMES,
  type ComparisonAnswer,
  type ListedOutcome,
  type ListedQuestions,
} from '../core/runComparison/model.ts';
import { GREATEST_SEED } from '../core/statistics/seed.ts';
import type { FieldValuesAnswer, MetricsAnswer } from '../core/runMetrics/model.ts';

/** The most fields by which metrics are put into buckets at once. */
const MOST_BUCKET_FIELDS = 8;

/** The most questions that one request may ask for. */
const MOST_QUESTIONS_AT_ONCE = 200;

/** The run that is compared with the one that is shown. */
export interface ComparedWith {
  readonly name: string;
  /** `failed`: it cannot be read. */
  readonly phase: 'indexing' | 'ready' | 'failed';
  /** What is wrong with it, in a sentence; null if nothing is. */
  readonly problem: string | null;
  /** Grows whenever its rows may have changed. */
  readonly version: number;
}

/**
 * What is compared: the run with another one that was chosen, or the samples of it whose field has one value with those
 * that have another one, such as two steps or two prompts.
 */
export type ComparedParts = { readonly kind: 'run' } | ({ readonly kind: 'values' } & ComparedValues);

/** A field, and the values whose samples are compared. */
export interface ComparedValues {
  readonly field: string;
  readonly base: string;
  readonly run: string;
}

/** What the run view asks about metrics and comparisons, by method: arguments and answer. */
export interface MetricMethods {
  metrics: { args: { by: string[]; seed: number; rounds: number }; value: MetricsAnswer };
  /** The values of a field among the samples that the filter leaves. */
  fieldValues: { args: { field: string }; value: FieldValuesAnswer };
  comparison: {
    args: { parts: ComparedParts; measure: string | null; seed: number; rounds: number };
    value: ComparisonAnswer;
  };
  /** Some of the questions of the last comparison, those that differ most first. */
  comparedQuestions: {
    args: { outcome: ListedOutcome; start: number; count: number };
    value: ListedQuestions;
  };
}

const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const seed = v.pipe(whole, v.maxValue(GREATEST_SEED));
const rounds = v.pipe(whole, v.minValue(10), v.maxValue(100_000));
const value = v.pipe(v.string(), v.maxLength(1000));
const parts = v.variant('kind', [
  v.object({ kind: v.literal('run') }),
  v.object({ kind: v.literal('values'), field: name, base: value, run: value }),
]);

export const metricMethods = {
  metrics: v.object({ by: v.pipe(v.array(name), v.maxLength(MOST_BUCKET_FIELDS)), seed, rounds }),
  fieldValues: v.object({ field: name }),
  comparison: v.object({ parts, measure: v.nullable(name), seed, rounds }),
  comparedQuestions: v.object({
    outcome: v.picklist(LISTED_OUTCOMES),
    start: whole,
    count: v.pipe(whole, v.minValue(1), v.maxValue(MOST_QUESTIONS_AT_ONCE)),
  }),
} as const;

/** Asks for a file or a folder to compare the run with. */
export const chooseComparedMessage = v.object({
  type: v.literal('chooseCompared'),
  isFolder: v.boolean(),
});

/** Compares the run with no other one any more. */
export const closeComparedMessage = v.object({ type: v.literal('closeCompared') });

/** Shows a sample of each side of a comparison side by side. */
export const compareQuestionMessage = v.object({
  type: v.literal('compareQuestion'),
  parts,
  baseRow: whole,
  runRow: whole,
  generation: whole,
});

/** Puts a text into the clipboard. */
export const copyTextMessage = v.object({
  type: v.literal('copyText'),
  text: v.pipe(v.string(), v.maxLength(10_000_000)),
});
