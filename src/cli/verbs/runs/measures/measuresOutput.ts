import { COMPARISON_COLUMNS, comparedMetricRows } from '../../../../core/runComparison/comparisonCsv.ts';
import { comparisonReport } from '../../../../core/runComparison/comparisonReport.ts';
import { METRIC_COLUMNS, metricRows } from '../../../../core/runMetrics/format/metricsCsv.ts';
import { metricsReport, severalRunsReport } from '../../../../core/runMetrics/format/metricsReport.ts';
import type { Report } from '../../../../core/runMetrics/format/reportTable.ts';
import { reportLatex, reportMarkdown, reportText } from '../../../../core/runMetrics/format/writeReport.ts';
import { visibleText } from '../../../../core/visibleText.ts';
import { csvLine } from '../../../../core/csv.ts';
import { jsonLine } from '../rowsOutput.ts';
import { comparisonJson, questionJson, worseQuestions } from './comparisonJson.ts';
import type { MeasuresFormat } from './measureOptions.ts';
import type { MeasuredRuns } from './runMeasures.ts';

type Json = Readonly<Record<string, unknown>>;

/** How many questions a report lists. */
const MOST_LISTED = 5;

/**
 * Metrics and comparisons in a format, in parts.
 * @param run the summary of the run, to which JSON adds them
 */
export function* measuresOutput(
  format: MeasuresFormat,
  measured: MeasuredRuns,
  run: Json,
): Generator<string> {
  switch (format) {
    case 'json':
      yield `${JSON.stringify({ ...run, ...measuresJson(measured) }, null, 2)}\n`;
      return;
    case 'jsonl':
      yield* lines(measured);
      return;
    case 'csv':
      yield* csv(measured);
      return;
    case 'markdown':
      for (const text of reports(measured).map(reportMarkdown)) yield visibleText(text);
      return;
    case 'latex':
      yield* reports(measured).map(reportLatex);
      return;
    case 'table':
      for (const text of reports(measured).map(reportText)) yield visibleText(text);
  }
}

/** What is for people: a comparison first. */
function reports({ metrics, compared, several }: MeasuredRuns): readonly Report[] {
  return [
    ...(compared === null
      ? []
      : [comparisonReport(compared.runs.comparison, worseQuestions(compared, MOST_LISTED))]),
    ...(several.length === 0 ? [] : [severalRunsReport(several)]),
    ...(metrics === null ? [] : [metricsReport(metrics.metrics)]),
  ];
}

function measuresJson({ metrics, compared, several }: MeasuredRuns): Json {
  return {
    ...(metrics === null ? {} : { metrics: metrics.metrics }),
    ...(compared === null ? {} : { comparison: comparisonJson(compared) }),
    ...(several.length === 0 ? {} : { runs: several }),
  };
}

/** A line for each question of a comparison, otherwise one for each metric. */
function* lines(measured: MeasuredRuns): Generator<string> {
  const { compared } = measured;
  if (compared !== null) {
    for (let question = 0; question < compared.runs.questions.count; question += 1)
      yield jsonLine(questionJson(compared, question));
    return;
  }
  for (const row of rowsOf(measured))
    yield jsonLine(Object.fromEntries(METRIC_COLUMNS.map((column, at) => [column, row[at] ?? null])));
}

function* csv(measured: MeasuredRuns): Generator<string> {
  const { compared } = measured;
  if (compared !== null) {
    yield csvLine(COMPARISON_COLUMNS);
    yield comparedMetricRows(compared.runs.comparison).map(csvLine).join('');
    return;
  }
  yield csvLine(METRIC_COLUMNS);
  yield rowsOf(measured).map(csvLine).join('');
}

function rowsOf({ metrics, several }: MeasuredRuns): readonly (readonly (string | number | null)[])[] {
  const runs = several.length > 0 ? several : metrics === null ? [] : [metrics];
  return runs.flatMap((each) => metricRows(each.name, each.metrics));
}
