import type { Chart } from '../../core/charts/model.ts';

/** Charts of the rows that the filter of the view leaves. */
export interface RunCharts {
  /** Samples and problems that the filter leaves. */
  readonly matched: number;
  /** As many as were asked for, in their order. */
  readonly charts: readonly Chart[];
}

/** A row that is paid little. */
export interface WorstRow {
  readonly row: number;
  /** Its reward, or its recorded score; without either, 1 if it is right, and 0 if it is wrong. */
  readonly paid: number;
}
