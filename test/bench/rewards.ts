import { hasProgram } from '../../scripts/lib/command.mjs';
import { benchRewards } from './rewards.mjs';
import type { BenchRow } from './row.ts';

/** The reward of one trajectory, including deductions, compared with the same work in CPython. */
export async function run(): Promise<BenchRow[]> {
  if (!(await hasProgram('python3'))) {
    console.log('Rewards are not measured: there is no python3 to compare them with.');
    return [];
  }
  const results = await benchRewards();
  return results.flatMap(({ names, pagetrace, explained, bare, ratio, bareRatio }): BenchRow[] => {
    const name = names.join(' and ');
    const row = (what: string, peer: number, timesFaster: number): BenchRow => ({
      what: `reward of ${name} with deductions (CPython ${what})`,
      ours: pagetrace,
      peer,
      ratio: 1 / timesFaster,
      unit: 'µs',
    });
    const bareRow = row('giving bare numbers', bare, bareRatio);
    if (explained === null || ratio === null) return [bareRow];
    return [{ ...row('with deductions', explained, ratio), budget: { of: 'ratio', most: 0.2 } }, bareRow];
  });
}
