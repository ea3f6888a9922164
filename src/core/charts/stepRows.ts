import type { SampleTable } from '../summary/sampleTable.ts';
import type { StepRange } from './model.ts';

/** The most points that a chart over steps has: adjacent steps share one in a longer run. */
const MOST_POINTS = 400;

/** The samples of each training step, in the order of the steps. */
export class StepRows {
  readonly ranges: readonly StepRange[];
  readonly #starts: Uint32Array;
  readonly #rows: Uint32Array;
  /** The point of each row of the table; -1 for a row that is not looked at, or that has no step. */
  readonly pointOf: Int32Array;

  /** @param rows the rows to look at */
  constructor(table: SampleTable, rows: Uint32Array, mostPoints = MOST_POINTS) {
    const known = new Set<number>();
    for (const row of rows) {
      const step = table.isSample(row) ? table.step(row) : null;
      if (step !== null) known.add(step);
    }
    const steps = Float64Array.from(known).sort();
    const width = Math.ceil(steps.length / mostPoints);
    const points = new Map<number, number>();
    const ranges: { first: number; last: number }[] = [];
    steps.forEach((step, index) => {
      const point = Math.floor(index / width);
      points.set(step, point);
      const range = ranges[point];
      if (range === undefined) ranges.push({ first: step, last: step });
      else range.last = step;
    });
    this.ranges = ranges;
    this.pointOf = new Int32Array(table.count).fill(-1);
    const starts = new Uint32Array(ranges.length + 1);
    let lastStep = Number.NaN;
    let lastPoint = -1;
    for (const row of rows) {
      const step = table.isSample(row) ? table.step(row) : null;
      if (step === null) continue;
      if (step !== lastStep) {
        lastStep = step;
        lastPoint = points.get(step) ?? -1;
      }
      this.pointOf[row] = lastPoint;
      starts[lastPoint + 1] = (starts[lastPoint + 1] ?? 0) + 1;
    }
    for (let point = 0; point < ranges.length; point += 1)
      starts[point + 1] = (starts[point + 1] ?? 0) + (starts[point] ?? 0);
    const next = starts.slice();
    this.#rows = new Uint32Array(starts[ranges.length] ?? 0);
    for (const row of rows) {
      const point = this.pointOf[row] ?? -1;
      if (point < 0) continue;
      const at = next[point] ?? 0;
      this.#rows[at] = row;
      next[point] = at + 1;
    }
    this.#starts = starts;
  }

  /** The rows of a point, in order. */
  of(point: number): Uint32Array {
    return this.#rows.subarray(this.#starts[point] ?? 0, this.#starts[point + 1] ?? 0);
  }
}
