import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './row.ts';

/** What it takes to compare a run with another one. */
export interface MeasuredComparison {
  /** CPU seconds from two runs that are read and scored to their comparison: their answers are measured for it. */
  readonly compared: number;
  /** Milliseconds of the same comparison with another seed. */
  readonly again: number;
}

/** CPU seconds that measuring and comparing a sample may take, and milliseconds of another seed. */
const COMPARING = 30 / 200_000;
const AGAIN = 5000;

/** The comparison of two runs with as many samples each. */
export function measureComparison(file: string, other: string, samples: number): BenchRow[] {
  const program = fileURLToPath(new URL('compareRunsProcess.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, file, other], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} could not be compared with ${other}.\n${stderr}`);
  const { compared, again } = JSON.parse(stdout) as MeasuredComparison;
  const of = `two runs of ${samples.toLocaleString('en')} samples`;
  const row = (what: string, ours: number, unit: string, most: number): BenchRow => ({
    what,
    ours,
    peer: null,
    ratio: null,
    unit,
    budget: { of: 'ours', most: Number(most.toPrecision(3)) },
  });
  return [
    row(`run view: ${of} compared`, compared, 'CPU s', 2 * samples * COMPARING),
    row(`run view: ${of} compared with another seed`, again, 'ms', AGAIN),
  ];
}
