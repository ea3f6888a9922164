import { pairwiseSum } from '../python/pairwiseSum.ts';
import { bootstrapInterval, type BootstrapOptions } from '../statistics/bootstrap.ts';
import { finite } from '../statistics/finite.ts';
import type { SampleTable } from '../summary/sampleTable.ts';
import type { MetricSource } from './metricSource.ts';
import type {
  CountedValue,
  MetricBucket,
  MetricBuckets,
  MetricDefinition,
  MetricValue,
  RunMetrics,
} from './model.ts';
import { questionsOf, type RowQuestions } from './rowQuestions.ts';

/** The values of a field, by which the samples of a run are put into buckets. */
export interface BucketColumn {
  readonly field: string;
  /** The values of a row, each once; none if it has none. */
  readonly valuesOf: (row: number) => readonly string[];
}

/** What is measured, and how. */
export interface MeasuredRows {
  readonly table: SampleTable;
  /** The rows that count, those without a sample among them. */
  readonly rows: Uint32Array;
  readonly sources: readonly MetricSource[];
  readonly by: readonly BucketColumn[];
}

/** The seed, rounds and level of intervals where nobody chooses others. */
export const DEFAULT_BOOTSTRAP: BootstrapOptions = { seed: 0, rounds: 1000, level: 0.95 };

/** The most values of a field by which metrics are put into buckets. */
export const MOST_BUCKETS = 100;

/** How many different values some rows have in a field; more than `MOST_BUCKETS` are not counted on. */
export function countBuckets({ valuesOf }: BucketColumn, rows: Uint32Array): number {
  const values = new Set<string>();
  for (const row of rows) {
    for (const value of valuesOf(row)) values.add(value);
    if (values.size > MOST_BUCKETS) break;
  }
  return values.size;
}

/** The values of a field in their order, with how many rows have each. */
export function listValues({ valuesOf }: BucketColumn, rows: Uint32Array): readonly CountedValue[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const value of valuesOf(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => compareValues(one, other))
    .map(([value, samples]) => ({ value, samples }));
}

/** The metrics of some rows of a run, with intervals by question, over all rows and by the values of fields. */
export function measureRun(rows: MeasuredRows, options: BootstrapOptions = DEFAULT_BOOTSTRAP): RunMetrics {
  const measuring = measureInSteps(rows, options);
  for (;;) {
    const { done, value } = measuring.next();
    if (done === true) return value;
  }
}

/** The same in steps, one for each metric, so that others can be answered in between. */
export function* measureInSteps(
  { table, rows, sources, by }: MeasuredRows,
  options: BootstrapOptions = DEFAULT_BOOTSTRAP,
): Generator<undefined, RunMetrics> {
  const samples = rows.filter((row) => table.isSample(row));
  const all = yield* measureRows(sources, questionsOf(table, samples), options);
  const known = sources.filter((_, at) => (all.metrics[at]?.samples ?? 0) > 0);
  const buckets: MetricBuckets[] = [];
  for (const column of by) buckets.push(yield* measureBuckets(table, samples, known, column, options));
  return {
    samples: samples.length,
    questions: all.questions,
    ...options,
    definitions: known.map(definitionOf),
    overall: all.metrics.filter(({ samples: own }) => own > 0),
    by: buckets,
  };
}

function* measureBuckets(
  table: SampleTable,
  samples: Uint32Array,
  sources: readonly MetricSource[],
  { field, valuesOf }: BucketColumn,
  options: BootstrapOptions,
): Generator<undefined, MetricBuckets> {
  const rowsOf = new Map<string, number[]>();
  let without = 0;
  for (const row of samples) {
    const values = valuesOf(row);
    if (values.length === 0) without += 1;
    for (const value of values) {
      const rows = rowsOf.get(value);
      if (rows === undefined) rowsOf.set(value, [row]);
      else rows.push(row);
    }
  }
  const buckets: MetricBucket[] = [];
  for (const [value, rows] of [...rowsOf].sort(([one], [other]) => compareValues(one, other))) {
    const questions = questionsOf(table, Uint32Array.from(rows));
    buckets.push({ value, samples: rows.length, ...(yield* measureRows(sources, questions, options)) });
  }
  return { field, without, buckets };
}

/** Values in the order of the numbers in them. */
function compareValues(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function definitionOf({ name, title, unit, description, better }: MetricSource): MetricDefinition {
  return { name, title, unit, description, better };
}

function* measureRows(
  sources: readonly MetricSource[],
  questions: RowQuestions,
  options: BootstrapOptions,
): Generator<undefined, { readonly questions: number; readonly metrics: readonly MetricValue[] }> {
  const metrics: MetricValue[] = [];
  for (const source of sources) {
    metrics.push(measure(source, questions, options));
    yield;
  }
  return { questions: questions.count, metrics };
}

/** The mean of a metric over some rows, with its interval. */
function measure(
  { name, at, scale = 1, inOrder }: MetricSource,
  { rows, ofRow, count }: RowQuestions,
  options: BootstrapOptions,
): MetricValue {
  const values = new Float64Array(rows.length);
  const sums = new Float64Array(count);
  const counts = new Float64Array(count);
  let samples = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const value = at(rows[index] ?? 0);
    if (value === null) continue;
    const question = ofRow[index] ?? 0;
    values[samples++] = value;
    sums[question] = (sums[question] ?? 0) + value;
    counts[question] = (counts[question] ?? 0) + 1;
  }
  let asked = 0;
  for (let question = 0; question < count; question += 1) {
    if (counts[question] === 0) continue;
    sums[asked] = sums[question] ?? 0;
    counts[asked++] = counts[question] ?? 0;
  }
  if (samples === 0) return { name, samples, questions: 0, value: null, low: null, high: null };
  const known = values.subarray(0, samples);
  const interval = bootstrapInterval(
    { sums: sums.subarray(0, asked), counts: counts.subarray(0, asked) },
    options,
  );
  const sum = inOrder === true ? known.reduce((total, value) => total + value, 0) : pairwiseSum(known);
  return {
    name,
    samples,
    questions: asked,
    value: finite((sum / samples) * scale),
    low: interval === null ? null : interval.low * scale,
    high: interval === null ? null : interval.high * scale,
  };
}
