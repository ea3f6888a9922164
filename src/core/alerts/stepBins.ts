import type { SampleTable } from '../summary/sampleTable.ts';
import { StepRows } from '../summary/stepRows.ts';
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

/**
 * The samples among some rows by their steps, a few steps together if they are many or have few samples; those without a
 * step are left out.
 */
export function binSteps(table: SampleTable, rows: Uint32Array): readonly StepBin[] {
  const steps = new StepRows(table, rows, joinFew);
  return steps.ranges.map(({ first, last }, range) => ({ from: first, to: last, rows: steps.of(range) }));
}

function joinFew(counts: readonly number[]): readonly number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const least = Math.max(LEAST_SAMPLES, Math.ceil(all / MOST_BINS));
  const ends: number[] = [];
  let samples = 0;
  counts.forEach((count, step) => {
    samples += count;
    if (samples < least) return;
    ends.push(step + 1);
    samples = 0;
  });
  return ends;
}

/** The mean of a number over the rows of each bin that have it; bins in which too few rows have it are left out. */
export function meansByStep(
  bins: readonly StepBin[],
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
export function sharesByStep(bins: readonly StepBin[], holds: (row: number) => boolean): readonly Point[] {
  return meansByStep(bins, (row) => Number(holds(row)));
}

/** The last third of the samples by their steps; all of them if there are fewer than three bins. */
export function lastBins(bins: readonly StepBin[]): readonly StepBin[] {
  return bins.length < 3 ? bins : bins.slice(-Math.floor(bins.length / 3));
}
