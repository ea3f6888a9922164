import type { SampleTable } from '../summary/sampleTable.ts';
import { lastBins, type StepBin } from './stepBins.ts';

/** The samples by which a run is judged as it is now. */
export interface RecentPart {
  /** The last third of its steps; null if no step is known. */
  readonly steps: { readonly from: number; readonly to: number } | null;
  readonly rows: Uint32Array;
}

/** The samples of the last third of the steps; all samples if steps are not known, or too few. */
export function recentPart(table: SampleTable, rows: Uint32Array, bins: readonly StepBin[]): RecentPart {
  const last = lastBins(bins);
  const [first] = last;
  const end = last.at(-1);
  if (first === undefined || end === undefined)
    return { steps: null, rows: rows.filter((row) => table.isSample(row)) };
  const joined = new Uint32Array(last.reduce((sum, bin) => sum + bin.rows.length, 0));
  let at = 0;
  for (const bin of last) {
    joined.set(bin.rows, at);
    at += bin.rows.length;
  }
  return { steps: { from: first.from, to: end.to }, rows: joined };
}
