import { csvLine } from '../csv.ts';
import { t } from '../t.ts';
import { numberTitle, rightLabel, stepsLabel, valuesLabel, verdictLabel } from './chartWords.ts';
import { isOverSteps, type Chart } from './model.ts';

/** The numbers of a chart, for those who do not see it, and for a file. */
export interface ChartTable {
  readonly head: readonly string[];
  /** One row a bar or point, in their order; each begins with its label. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The numbers of a chart as a table. */
export function chartTable(chart: Chart): ChartTable {
  switch (chart.kind) {
    case 'distribution':
      return {
        head: [numberTitle(chart.of), t('Samples')],
        rows: chart.bars.map((bar) => [valuesLabel(bar), bar.samples]),
      };
    case 'difficulty':
      return {
        head: [chart.of === null ? t('Share right') : t('Right of {0}', chart.of), t('Groups')],
        rows: chart.bars.map((bar) => [rightLabel(bar, chart.of), bar.groups]),
      };
    case 'steps': {
      const { deciles } = chart;
      return {
        head: [
          t('Step'),
          chart.of === 'entropy' ? t('Groups') : t('Samples'),
          deciles === null ? numberTitle(chart.of) : t('Mean'),
          ...(deciles ?? []).map((_, index) => t('{0}th percentile', (index + 1) * 10)),
        ],
        rows: chart.steps.map((step, point) => [
          stepsLabel(step),
          chart.n[point] ?? 0,
          chart.mean[point] ?? null,
          ...(deciles ?? []).map((each) => each[point] ?? null),
        ]),
      };
    }
    case 'names': {
      const name = chart.of === 'tools' ? t('Tool') : t('Finding');
      if (!isOverSteps(chart))
        return {
          head: [name, t('Samples'), t('Share')],
          rows: chart.names.map((each) => [each.name, each.samples, each.samples / chart.n]),
        };
      return {
        head: [t('Step'), t('Samples'), ...chart.names.map((each) => each.name)],
        rows: chart.steps.map((step, point) => [
          stepsLabel(step),
          chart.ofStep[point] ?? 0,
          ...chart.names.map(({ shares }) => shares[point] ?? null),
        ]),
      };
    }
    case 'gold':
      return {
        head: [t('Answers'), t('Samples'), t('Gold box seen'), t('Share')],
        rows: chart.bars.map((bar) => [verdictLabel(bar), bar.n, bar.seen, bar.seen / bar.n]),
      };
  }
}

/** A chart's table as comma-separated values. */
export function chartCsv(chart: Chart): string {
  const { head, rows } = chartTable(chart);
  return [head, ...rows].map(csvLine).join('');
}
