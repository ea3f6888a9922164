import { questionsPhrase, samplesPhrase } from '../../countPhrases.ts';
import { wholeNumber } from '../../displayLocale.ts';
import { t } from '../../t.ts';
import type { MetricBuckets, MetricValue, RunMetrics } from '../model.ts';
import { intervalText, levelText, metricNumber, metricTitle, NOTHING } from './numbers.ts';
import type { Report, ReportTable } from './reportTable.ts';

/** Up to this many buckets are columns; more are rows. */
const MOST_COLUMNS = 6;

/** The metrics of a run as tables for people. */
export function metricsReport(metrics: RunMetrics): Report {
  return {
    title: t('Metrics'),
    parts: [
      t('{0}, {1}.', samplesPhrase(metrics.samples), questionsPhrase(metrics.questions)),
      intervalNote(metrics),
      overallTable(metrics),
      ...metrics.by.map((buckets) => bucketTable(metrics, buckets)),
    ],
  };
}

/** The same metrics of several runs, a column for each. */
export function severalRunsReport(
  runs: readonly { readonly name: string; readonly metrics: RunMetrics }[],
): Report {
  const definitions = new Map(
    runs.flatMap(({ metrics }) => metrics.definitions.map((each) => [each.name, each] as const)),
  );
  const [first] = runs;
  return {
    title: t('Metrics'),
    parts: [
      ...(first === undefined ? [] : [intervalNote(first.metrics)]),
      {
        title: null,
        columns: ['', ...runs.map(({ name }) => name)],
        rows: [
          [t('Samples'), ...runs.map(({ metrics }) => wholeNumber(metrics.samples))],
          [t('Questions'), ...runs.map(({ metrics }) => wholeNumber(metrics.questions))],
          ...[...definitions.values()].map((each) => [
            metricTitle(each),
            ...runs.map(({ metrics }) => {
              const value = metrics.overall.find(({ name }) => name === each.name);
              return value === undefined ? NOTHING : valueCell(value, each.unit);
            }),
          ]),
        ],
      },
    ],
  };
}

/** How the intervals came about. */
export function intervalNote({ level, rounds, seed }: Pick<RunMetrics, 'level' | 'rounds' | 'seed'>): string {
  return t(
    'Intervals: {0}, bootstrap by question, {1} rounds, seed {2}.',
    levelText(level),
    wholeNumber(rounds),
    seed,
  );
}

function overallTable({ definitions, overall, level }: RunMetrics): ReportTable {
  return {
    title: null,
    columns: [t('Metric'), t('Value'), t('{0} interval', levelText(level)), t('Samples'), t('Questions')],
    rows: overall.map((value, at) => {
      const definition = definitions[at] ?? { title: value.name, unit: 'number' as const };
      return [
        metricTitle(definition),
        metricNumber(value.value, definition.unit),
        intervalText(value, definition.unit),
        wholeNumber(value.samples),
        wholeNumber(value.questions),
      ];
    }),
  };
}

function bucketTable(
  { definitions }: RunMetrics,
  { field, without, buckets }: MetricBuckets,
): ReportTable | string {
  if (buckets.length === 0) return t('By {0}: no sample has a value in this field.', field);
  const title =
    without === 0 ? t('By {0}', field) : t('By {0} ({1} without it)', field, samplesPhrase(without));
  const counts = [
    [t('Samples'), ...buckets.map(({ samples }) => wholeNumber(samples))],
    [t('Questions'), ...buckets.map(({ questions }) => wholeNumber(questions))],
  ];
  const table = {
    title,
    columns: [field, ...buckets.map(({ value }) => value)],
    rows: [
      ...counts,
      ...definitions.map((each, at) => [
        metricTitle(each),
        ...buckets.map(({ metrics }) => {
          const value = metrics[at];
          return value === undefined ? NOTHING : valueCell(value, each.unit);
        }),
      ]),
    ],
  };
  return buckets.length <= MOST_COLUMNS ? table : transposed(table);
}

/** A table whose columns are rows. */
function transposed({ title, columns, rows }: ReportTable): ReportTable {
  const [corner = '', ...names] = columns;
  return {
    title,
    columns: [corner, ...rows.map(([name = '']) => name)],
    rows: names.map((name, at) => [name, ...rows.map((row) => row[at + 1] ?? NOTHING)]),
  };
}

/** A value with its interval. */
function valueCell(value: MetricValue, unit: RunMetrics['definitions'][number]['unit']): string {
  const text = metricNumber(value.value, unit);
  return value.low === null ? text : `${text} ${intervalText(value, unit)}`;
}
