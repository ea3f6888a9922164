import { GroupRows } from './groupRows.ts';
import type { SampleTable } from './sampleTable.ts';

/** Training steps that follow each other: one step, or several that are looked at together. */
export interface StepRange {
  readonly first: number;
  readonly last: number;
}

/** What says the steps of rows. */
type StepTable = Pick<SampleTable, 'isSample' | 'step'>;

/**
 * Joins steps that follow each other.
 * @param counts the number of samples of each step, in the order of the steps
 * @returns for each range of steps, the index after its last step; the steps after the last range are left out
 */
export type JoinSteps = (counts: readonly number[]) => readonly number[];

/** Joins equally many steps, so that there are no more ranges than given. */
export function joinEvenly(mostRanges: number): JoinSteps {
  return ({ length }) => {
    const width = Math.max(1, Math.ceil(length / mostRanges));
    return Array.from({ length: Math.ceil(length / width) }, (_, range) =>
      Math.min(length, (range + 1) * width),
    );
  };
}

/** The samples of some rows by their training steps, in the order of the steps; those without a step are left out. */
export class StepRows {
  readonly ranges: readonly StepRange[];
  readonly #rows: GroupRows;

  /** @param rows the rows to look at */
  constructor(table: StepTable, rows: Uint32Array, join: JoinSteps) {
    const found = new FoundSteps();
    const ofRow = new Int32Array(rows.length);
    rows.forEach((row, index) => {
      const step = stepOf(table, row);
      ofRow[index] = step === null ? -1 : found.add(step);
    });
    const { steps, counts } = found;
    const order = [...steps.keys()].sort((one, other) => (steps[one] ?? 0) - (steps[other] ?? 0));
    const ranges: StepRange[] = [];
    const rangeOf = new Int32Array(steps.length).fill(-1);
    let start = 0;
    for (const end of join(order.map((step) => counts[step] ?? 0))) {
      const joined = order.slice(start, end);
      for (const step of joined) rangeOf[step] = ranges.length;
      ranges.push({ first: steps[joined[0] ?? 0] ?? 0, last: steps[joined.at(-1) ?? 0] ?? 0 });
      start = end;
    }
    ofRow.forEach((step, index) => {
      ofRow[index] = rangeOf[step] ?? -1;
    });
    this.ranges = ranges;
    this.#rows = new GroupRows(ofRow, ranges.length, rows);
  }

  /** The rows of a range, in their order. */
  of(range: number): Uint32Array {
    return this.#rows.of(range);
  }
}

/** The step of a row with a sample; null if it has none that is finite. */
function stepOf(table: StepTable, row: number): number | null {
  const step = table.isSample(row) ? table.step(row) : null;
  return step !== null && Number.isFinite(step) ? step : null;
}

/** Different steps, as they are found, and how many samples each has. */
class FoundSteps {
  readonly steps: number[] = [];
  readonly counts: number[] = [];
  readonly #places = new Map<number, number>();
  /** Samples of a step mostly follow each other. */
  #last = -1;

  /** Counts a sample of a step, and returns the place of the step. */
  add(step: number): number {
    if (this.steps[this.#last] !== step) this.#last = this.#placeOf(step);
    this.counts[this.#last] = (this.counts[this.#last] ?? 0) + 1;
    return this.#last;
  }

  #placeOf(step: number): number {
    let place = this.#places.get(step);
    if (place === undefined) {
      place = this.steps.push(step) - 1;
      this.#places.set(step, place);
    }
    return place;
  }
}
