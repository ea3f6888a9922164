import { t } from '@vscode/l10n';
import { wholeNumber } from '../../core/displayLocale.ts';
import {
  differenceNumber,
  intervalText,
  levelText,
  metricNumber,
  metricTitle,
  NOTHING,
  probabilityText,
} from '../../core/runMetrics/format/numbers.ts';
import type { Report, ReportTable } from '../../core/runMetrics/format/reportTable.ts';
import type { MetricDefinition } from '../../core/runMetrics/model.ts';
import type { Matrix, MatrixCell } from './matrix.ts';

/** A matrix as tables for people: one of the cells, and one for each metric. */
export function matrixReport(matrix: Matrix): Report {
  const { sweep, cells, definitions, unknown } = matrix;
  const errors = cells.flatMap(({ name, error }) => (error === null ? [] : [`${name}: ${error}`]));
  return {
    title:
      cells.length === 1 ? t('{0}: 1 cell', sweep) : t('{0}: {1} cells', sweep, wholeNumber(cells.length)),
    parts: [
      cellTable(matrix),
      ...errors,
      ...definitions.map((definition) => metricTable(matrix, definition)),
      ...(definitions.length === 0 ? [] : [noteOf(matrix)]),
      ...rewardNote(matrix),
      ...unknown.map((name) => t('No cell has the metric {0}.', name)),
    ],
  };
}

function cellTable({ cells }: Matrix): ReportTable {
  const hasPassed = cells.some(({ decided }) => decided > 0);
  return {
    title: null,
    columns: [
      t('Cell'),
      t('Questions'),
      t('Samples'),
      t('Failed'),
      ...(hasPassed ? [t('Passed')] : []),
      t('Tokens sent'),
      t('Tokens written'),
      t('Seconds'),
    ],
    rows: cells.map((cell) => [
      cell.name,
      wholeNumber(cell.questions),
      wholeNumber(cell.samples),
      wholeNumber(cell.failed),
      ...(hasPassed ? [passedText(cell)] : []),
      meanText(cell.promptTokens),
      meanText(cell.completionTokens),
      meanText(cell.seconds),
    ]),
  };
}

const passedText = ({ passed, decided }: MatrixCell): string =>
  decided === 0 ? NOTHING : `${wholeNumber(passed)} / ${wholeNumber(decided)}`;

const meanText = (mean: number | null): string => metricNumber(mean, 'number');

function metricTable({ cells, baseline, level }: Matrix, definition: MetricDefinition): ReportTable {
  const { name, unit } = definition;
  const rows = cells.map((cell) => ({
    cell,
    metric: cell.metrics.find((each) => each.name === name) ?? null,
  }));
  const hasMcnemar = rows.some(({ metric }) => metric?.against?.mcnemar != null);
  const isCompared = cells.length > 1;
  return {
    title: metricTitle(definition),
    columns: [
      t('Cell'),
      t('Mean'),
      t('{0} interval', levelText(level)),
      ...(isCompared
        ? [t('Difference'), t('{0} interval', levelText(level)), 'p', t('p (Holm)'), t('Questions')]
        : []),
      ...(hasMcnemar ? [t('p (McNemar, Holm)')] : []),
    ],
    rows: rows.map(({ cell, metric }) => {
      const against = metric?.against ?? null;
      const probability = (p: number | null | undefined): string =>
        p == null ? NOTHING : probabilityText(p);
      return [
        cell.name === baseline && isCompared ? t('{0} (baseline)', cell.name) : cell.name,
        metricNumber(metric?.value ?? null, unit),
        metric === null ? NOTHING : intervalText(metric, unit),
        ...(isCompared
          ? [
              against?.difference == null ? NOTHING : differenceNumber(against.difference, unit),
              against === null ? NOTHING : intervalText(against, unit, differenceNumber),
              probability(against?.p),
              probability(against?.pHolm),
              against === null ? NOTHING : wholeNumber(against.questions),
            ]
          : []),
        ...(hasMcnemar ? [probability(against?.mcnemar?.pHolm)] : []),
      ];
    }),
  };
}

function noteOf({ cells, baseline, rounds, permutations, seed }: Matrix): string {
  const intervals = t('Intervals: bootstrap by question ({0} rounds, seed {1}).', wholeNumber(rounds), seed);
  if (cells.length < 2) return intervals;
  return [
    intervals,
    t(
      'Differences are from {0}, over the questions that both have; each question counts the same.',
      baseline,
    ),
    t(
      'p: paired permutation test over questions (exact for up to 16 differences, otherwise {0} random changes of signs).',
      wholeNumber(permutations),
    ),
    t('p (Holm) is corrected for the comparisons of a metric: up to {0}.', wholeNumber(cells.length - 1)),
  ].join(' ');
}

/** Means of different rewards do not compare. */
function rewardNote({ cells }: Matrix): readonly string[] {
  const rewards = [...new Set(cells.flatMap((cell) => cell.rewards))];
  if (rewards.length < 2) return [];
  return [
    t(
      'The cells are scored by different rewards, which do not compare: {0}. Set reward in the sweep to score all by one.',
      rewards.join(', '),
    ),
  ];
}
