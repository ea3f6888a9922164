import { pairwiseMean, sampleDeviation } from '../python/pairwiseSum.ts';

/** Bars of a histogram. */
const BARS = 40;

/** Mean and sample standard deviation of some numbers. */
export interface Spread {
  readonly mean: number;
  /** 0 for a single number. */
  readonly deviation: number;
}

/** Two rewards of the same samples. */
export interface Distributions {
  readonly samples: number;
  readonly before: Spread;
  readonly after: Spread;
  /** The least and the greatest reward of both. */
  readonly least: number;
  readonly greatest: number;
  /** Samples by reward, in bars of the same width from the least to the greatest; one bar if all are equal. */
  readonly barsBefore: readonly number[];
  readonly barsAfter: readonly number[];
}

/** Compares the rewards of the chosen positions that are known both ways; null if there are none. NaN is not known. */
export function compareDistributions(
  before: Float64Array,
  after: Float64Array,
  isChosen: Uint8Array,
): Distributions | null {
  const knownBefore = new Float64Array(before.length);
  const knownAfter = new Float64Array(before.length);
  let samples = 0;
  let [least, greatest] = [Infinity, -Infinity];
  for (let at = 0; at < before.length; at += 1) {
    const was = before[at] ?? Number.NaN;
    const is = after[at] ?? Number.NaN;
    if (isChosen[at] === 0 || Number.isNaN(was) || Number.isNaN(is)) continue;
    knownBefore[samples] = was;
    knownAfter[samples++] = is;
    least = Math.min(least, was, is);
    greatest = Math.max(greatest, was, is);
  }
  if (samples === 0) return null;
  const [was, is] = [knownBefore.subarray(0, samples), knownAfter.subarray(0, samples)];
  return {
    samples,
    before: spreadOf(was),
    after: spreadOf(is),
    least,
    greatest,
    barsBefore: barsOf(was, least, greatest),
    barsAfter: barsOf(is, least, greatest),
  };
}

function spreadOf(values: Float64Array): Spread {
  return { mean: pairwiseMean(values), deviation: values.length === 1 ? 0 : sampleDeviation(values) };
}

function barsOf(values: Float64Array, least: number, greatest: number): readonly number[] {
  const bars = new Array<number>(greatest > least ? BARS : 1).fill(0);
  const width = greatest > least ? (greatest - least) / BARS : 1;
  for (const value of values) {
    const bar = Math.min(bars.length - 1, Math.floor((value - least) / width));
    bars[bar] = (bars[bar] ?? 0) + 1;
  }
  return bars;
}
