import { hasProgram } from '../../scripts/lib/command.mjs';
import { benchRewards } from './rewards.mjs';
import type { BenchRow } from './row.ts';

/** Validity and reward of one trajectory, deductions included, against the same work in CPython. */
export async function run(): Promise<BenchRow[]> {
  if (!(await hasProgram('python3'))) {
    console.log('Rewards are not measured: there is no python3 to compare them with.');
    return [];
  }
  const { pagetrace, explained, bare, ratio, bareRatio } = await benchRewards();
  const row = (what: string, peer: number, timesFaster: number): BenchRow => ({
    what,
    ours: pagetrace,
    peer,
    ratio: 1 / timesFaster,
    unit: 'µs',
  });
  return [
    {
      ...row('reward with deductions (CPython with deductions)', explained, ratio),
      budget: { of: 'ratio', most: 0.2 },
    },
    row('reward with deductions (CPython, bare numbers)', bare, bareRatio),
  ];
}
