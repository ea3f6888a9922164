import type { SampleTable } from '../summary/sampleTable.ts';
import type { ChartId, DistributionBar, DistributionChart } from './model.ts';
import { finiteMean, quantile } from './quantiles.ts';
import { roundUp } from './ticks.ts';

/** With so many different numbers at most, each has a bar of its own. */
const MOST_VALUES = 24;

/** About how many bars there are otherwise. */
const BARS = 24;

/** How the samples are distributed by a number of theirs. */
export function distributionChart(
  table: SampleTable,
  rows: Uint32Array,
  id: ChartId,
  of: string,
): DistributionChart {
  const column = table.numbers(of);
  const values = new Float64Array(rows.length);
  let n = 0;
  let missing = 0;
  let notFinite = 0;
  for (const row of rows) {
    if (!table.isSample(row)) continue;
    const value = column?.at(row) ?? null;
    if (value === null) missing += 1;
    else if (Number.isFinite(value)) values[n++] = value;
    else notFinite += 1;
  }
  // The mean is computed in the order of the files, as everywhere.
  const known = values.subarray(0, n);
  const mean = finiteMean(known);
  known.sort();
  return {
    kind: 'distribution',
    id,
    of,
    bars: n === 0 ? [] : (barsOfValues(known) ?? barsOfRanges(known)),
    n,
    missing,
    notFinite,
    mean,
    median: quantile(known, 0.5),
  };
}

/** A bar for each different number; null if there are too many. */
function barsOfValues(sorted: Float64Array): readonly DistributionBar[] | null {
  const bars: { readonly low: number; readonly high: number; samples: number }[] = [];
  for (const value of sorted) {
    const last = bars.at(-1);
    if (last?.low === value) last.samples += 1;
    else if (bars.length === MOST_VALUES) return null;
    else bars.push({ low: value, high: value, samples: 1 });
  }
  return bars;
}

function barsOfRanges(sorted: Float64Array): readonly DistributionBar[] {
  const least = sorted[0] ?? 0;
  const most = sorted.at(-1) ?? 0;
  const narrowest = sorted.every(Number.isInteger) ? 1 : Number.MIN_VALUE;
  const width = Math.max(roundUp(most / BARS - least / BARS), narrowest);
  const first = Math.floor(least / width);
  const count = Math.floor(most / width) - first + 1;
  const edge = (index: number): number => roundEdge((first + index) * width, width);
  const samples = new Array<number>(count).fill(0);
  for (const value of sorted) {
    let bar = Math.min(Math.max(Math.floor(value / width) - first, 0), count - 1);
    // The quotient is rounded: the edges decide.
    if (value < edge(bar) && bar > 0) bar -= 1;
    else if (value >= edge(bar + 1) && bar < count - 1) bar += 1;
    samples[bar] = (samples[bar] ?? 0) + 1;
  }
  // The last bar holds its end; one that would hold nothing else is a part of the one before.
  if (count > 1 && most === edge(count - 1)) {
    const last = samples.pop() ?? 0;
    samples[count - 2] = (samples[count - 2] ?? 0) + last;
  }
  return samples.map((each, index) => ({ low: edge(index), high: edge(index + 1), samples: each }));
}

/** An edge without the error of the multiplication, so that it reads `0.3` and not `0.30000000000000004`. */
function roundEdge(edge: number, width: number): number {
  const digits = Math.max(0, Math.min(100, 2 - Math.floor(Math.log10(width))));
  return Number(edge.toFixed(digits));
}
