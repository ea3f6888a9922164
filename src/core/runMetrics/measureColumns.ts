import { DistinctNumbers } from '../summary/distinctNumbers.ts';
import type { Numbers } from '../summary/groupMembers.ts';
import { MEASURES, type Measure, type SampleMeasures } from './sampleMeasures.ts';

/** What was measured of the samples of a run, in columns by row. */
export class MeasureColumns {
  readonly #columns = new Map<Measure, DistinctNumbers>();

  /** Sets what was measured of the sample of a row. */
  set(row: number, measures: SampleMeasures): void {
    for (const name of MEASURES) this.setNumber(name, row, measures[name]);
  }

  /** Sets one of the numbers of a row; null for none. */
  setNumber(name: Measure, row: number, value: number | null): void {
    let column = this.#columns.get(name);
    if (column === undefined) {
      if (value === null) return;
      this.#columns.set(name, (column = new DistinctNumbers()));
    }
    column.set(row, value);
  }

  /** A column; undefined if no row has a number in it. */
  numbers(name: Measure): Numbers | undefined {
    return this.#columns.get(name);
  }
}
