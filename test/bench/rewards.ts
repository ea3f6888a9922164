import { benchRewards } from './rewards.mjs';
import type { BenchRow } from './row.ts';

/** Validity and reward of one trajectory, deductions included, against the same work in CPython. */
export async function run(): Promise<BenchRow[]> {
  const { pagetrace, explained, bare, ratio, bareRatio } = await benchRewards();
  const row = (what: string, peer: number, timesFaster: number): BenchRow => ({
    what,
    ours: pagetrace,
    peer,
    ratio: 1 / timesFaster,
    unit: 'µs',
  });
  return [
    row('reward with deductions (CPython with deductions; budget 0.2)', explained, ratio),
    row('reward with deductions (CPython, bare numbers)', bare, bareRatio),
  ];
}
