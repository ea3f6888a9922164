import type { SampleTable } from '../summary/sampleTable.ts';
import type { Point } from './trend.ts';

/** The most points of a trend: comparing all pairs of steps of a long run would take longer than reading its rows. */
const MOST_BINS = 150;

/** The fewest samples of a point: the share of fewer is mostly chance. */
const LEAST_SAMPLES = 16;

/** The samples of some steps that follow each other. */
export interface StepBin {
  readonly from: number;
  readonly to: number;
  readonly rows: Uint32Array;
}

/** The samples of a run by their steps, a few steps together if they are many or have few samples. */
export interface StepBins {
  readonly bins: readonly StepBin[];
  /** The samples whose step is known. */
  readonly count: number;
}

/** The samples among some rows by their steps; those without a step are left out. */
export function binSteps(table: SampleTable, rows: Uint32Array): StepBins {
  const { steps, ordered, starts } = orderBySteps(table, rows);
  const { length: count } = ordered;
  const least = Math.max(LEAST_SAMPLES, Math.ceil(count / MOST_BINS));
  const bins: StepBin[] = [];
  let start = 0;
  let first = 0;
  for (let at = 0; at < steps.length; at += 1) {
    const end = starts[at + 1] ?? count;
    if (end - start < least) continue;
    bins.push({ from: steps[first] ?? 0, to: steps[at] ?? 0, rows: ordered.subarray(start, end) });
    start = end;
    first = at + 1;
  }
  return { bins, count };
}

interface OrderedRows {
  /** The steps, in order. */
  readonly steps: readonly number[];
  /** The rows by step, those of one step in the order of the rows. */
  readonly ordered: Uint32Array;
  /** Where the rows of each step begin, and where those of the last one end. */
  readonly starts: Uint32Array;
}

/** The rows of samples by their steps. */
function orderBySteps(table: SampleTable, rows: Uint32Array): OrderedRows {
  const counts = new Map<number, number>();
  const stepOf = new Float64Array(rows.length).fill(Number.NaN);
  let at = 0;
  for (const row of rows) {
    const step = table.isSample(row) ? table.step(row) : null;
    if (step !== null && Number.isFinite(step)) {
      stepOf[at] = step;
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    at += 1;
  }
  const steps = [...counts.keys()].sort((one, other) => one - other);
  const starts = new Uint32Array(steps.length + 1);
  const next = new Map<number, number>();
  steps.forEach((step, index) => {
    next.set(step, starts[index] ?? 0);
    starts[index + 1] = (starts[index] ?? 0) + (counts.get(step) ?? 0);
  });
  const ordered = new Uint32Array(starts[steps.length] ?? 0);
  for (at = 0; at < rows.length; at += 1) {
    const step = stepOf[at] ?? Number.NaN;
    const place = next.get(step);
    if (place === undefined) continue;
    ordered[place] = rows[at] ?? 0;
    next.set(step, place + 1);
  }
  return { steps, ordered, starts };
}

/** The mean of a number over the rows of each bin that have it; bins in which too few rows have it are left out. */
export function meansByStep(
  { bins }: Pick<StepBins, 'bins'>,
  valueOf: (row: number) => number | null,
): readonly Point[] {
  const points: Point[] = [];
  for (const { from, to, rows } of bins) {
    let n = 0;
    let sum = 0;
    for (const row of rows) {
      const value = valueOf(row);
      if (value === null || !Number.isFinite(value)) continue;
      n += 1;
      sum += value;
    }
    if (n >= LEAST_SAMPLES / 2) points.push({ from, to, n, mean: sum / n });
  }
  return points;
}

/** The share of the rows of each bin for which something holds. */
export function sharesByStep(
  bins: Pick<StepBins, 'bins'>,
  holds: (row: number) => boolean,
): readonly Point[] {
  return meansByStep(bins, (row) => Number(holds(row)));
}

/** The last third of the samples by their steps; all of them if there are fewer than three bins. */
export function lastBins({ bins }: Pick<StepBins, 'bins'>): readonly StepBin[] {
  return bins.length < 3 ? bins : bins.slice(-Math.floor(bins.length / 3));
}
