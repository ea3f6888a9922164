import type { SampleTable } from '../summary/sampleTable.ts';
import { joinEvenly, StepRows } from '../summary/stepRows.ts';
import { difficultyChart } from './difficulty.ts';
import { distributionChart } from './distribution.ts';
import { goldChart } from './goldChart.ts';
import type { Chart, ChartId } from './model.ts';
import { namesChart } from './namesChart.ts';
import { stepsChart } from './stepNumbers.ts';

/** The most points that a chart over steps has: adjacent steps share one in a longer run. */
const MOST_POINTS = 400;

/** How groups are made, and which column is compared in them. */
export interface ChartGroups {
  readonly acrossSteps: boolean;
  readonly compared: string;
}

/** The charts of some rows of a table. What several of them need is computed once. */
export class ChartBuilder {
  readonly #table: SampleTable;
  readonly #rows: Uint32Array;
  readonly #groups: ChartGroups;
  #steps: StepRows | null = null;

  /** @param rows the rows to look at, in the order of the files; those without a sample are left out */
  constructor(table: SampleTable, rows: Uint32Array, groups: ChartGroups) {
    this.#table = table;
    this.#rows = rows;
    this.#groups = groups;
  }

  /** The training steps of the rows, in order. */
  get steps(): StepRows {
    return (this.#steps ??= new StepRows(this.#table, this.#rows, joinEvenly(MOST_POINTS)));
  }

  build(id: ChartId): Chart {
    const table = this.#table;
    const rows = this.#rows;
    switch (id) {
      case 'difficulty':
        return difficultyChart(table, rows, id, this.#groups);
      case 'gold':
        return goldChart(table, rows, id);
      case 'findings':
      case 'tools':
        return namesChart(table, rows, this.steps, id, id);
      default: {
        const of = id.slice(id.indexOf(':') + 1);
        return id.startsWith('steps:')
          ? stepsChart({ table, rows, steps: this.steps }, id, of)
          : distributionChart(table, rows, id, of);
      }
    }
  }
}
