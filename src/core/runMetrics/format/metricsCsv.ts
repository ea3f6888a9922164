import type { RunMetrics } from '../model.ts';

/** The columns of the metrics of runs as lines of a table with all digits. */
export const METRIC_COLUMNS = [
  'run',
  'by',
  'bucket',
  'metric',
  'unit',
  'value',
  'low',
  'high',
  'samples',
  'questions',
] as const;

/** The metrics of a run as rows of a table: first those of all samples, then those of each bucket. */
export function metricRows(
  name: string,
  metrics: RunMetrics,
): readonly (readonly (string | number | null)[])[] {
  const units = new Map(metrics.definitions.map((each) => [each.name, each.unit]));
  const parts = [
    { field: '', value: '', metrics: metrics.overall },
    ...metrics.by.flatMap(({ field, buckets }) => buckets.map((bucket) => ({ field, ...bucket }))),
  ];
  return parts.flatMap((part) =>
    part.metrics.map(({ name: metric, value, low, high, samples, questions }) => [
      name,
      part.field,
      part.value,
      metric,
      units.get(metric) ?? '',
      value,
      low,
      high,
      samples,
      questions,
    ]),
  );
}
