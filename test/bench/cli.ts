import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dist, root } from '../../scripts/lib/paths.mjs';
import type { BenchRow } from './row.ts';

/** Size of the file in megabytes: a tenth of the size in the budget. */
const SOME = 100;

/** Megabytes to score: with PAGETRACE_BENCH_FULL=1, the whole size in the budget. */
const SCORED = process.env['PAGETRACE_BENCH_FULL'] === '1' ? 1000 : SOME;

/** Makes the process print its peak memory when it ends. */
const REPORT = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.error('maxRSS ' + process.resourceUsage().maxRSS));",
)}`;

/** How fast the command line scores a large file of records, and how much memory that takes. */
export async function run(): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-bench-'));
  try {
    const file = path.join(folder, 'records.jsonl');
    const score = ['--judge', 'wrong', '--format', 'jsonl'];
    const scored = await measure('score', file, score, writeRecords(file, SCORED), folder);
    const stats = ['--judge', 'wrong', '--format', 'json'];
    return [...scored, ...(await measure('stats', file, stats, writeRecords(file, SOME), folder))];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the reference records repeatedly up to the given size; returns the number of megabytes written. */
function writeRecords(file: string, megabytes: number): number {
  const vectors = fs.readFileSync(path.join(root, 'test/fixtures/reference/lang2act.jsonl'));
  const target = fs.openSync(file, 'w');
  let written = 0;
  while (written < megabytes * 1e6) written += fs.writeSync(target, vectors);
  fs.closeSync(target);
  return written / 1e6;
}

async function measure(
  verb: string,
  file: string,
  args: readonly string[],
  megabytes: number,
  folder: string,
): Promise<readonly BenchRow[]> {
  const out = path.join(folder, `${verb}.out`);
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', REPORT, path.join(dist, 'cli.js'), verb, file, ...args, '--out', out],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [status] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - began) / 1000;
  const peak = /maxRSS (\d+)/.exec(said)?.[1];
  if (status !== 0 || peak === undefined) throw new Error(`pagetrace ${verb} failed.\n${said}`);
  const what = `pagetrace ${verb} of ${(megabytes / 1000).toFixed(1)} GB`;
  return [
    { what, ours: megabytes / seconds, peer: null, ratio: null, unit: 'MB/s' },
    {
      what: `${what}, peak memory`,
      ours: Number(peak) / 1024,
      peer: null,
      ratio: null,
      unit: 'MB',
      budget: { of: 'ours', most: 300 },
    },
  ];
}
