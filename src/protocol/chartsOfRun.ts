import { GOLD_SEEN } from '../core/charts/goldChart.ts';
import type { ChartId } from '../core/charts/model.ts';
import { usualCharts } from '../core/charts/usualCharts.ts';
import type { RunColumn, RunProfile } from './run.ts';

/** Whether a run has a column with something in it. */
export const hasColumn = (columns: readonly RunColumn[], name: string): boolean =>
  columns.some((column) => column.name === name && !column.isEmpty);

/** What says which charts a run has. */
interface Chartable {
  readonly columns: readonly RunColumn[];
  readonly profile: Pick<RunProfile, 'compared'>;
}

/** The charts that a run has as every run does. */
export function chartsOfRun({ columns, profile }: Chartable): readonly ChartId[] {
  return usualCharts({
    compared: profile.compared,
    components: columns.flatMap(({ name, kind, isEmpty }) =>
      kind === 'component' && !isEmpty ? [name] : [],
    ),
    hasSteps: hasColumn(columns, 'step'),
    hasLengths: hasColumn(columns, 'length'),
    hasGold: hasColumn(columns, GOLD_SEEN),
  });
}
