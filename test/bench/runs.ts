import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dist } from '../../scripts/lib/paths.mjs';
import type { BenchRow } from './row.ts';

/** Megabytes of records; with PAGETRACE_BENCH_FULL=1, the whole size in the budget. */
const MEGABYTES = process.env['PAGETRACE_BENCH_FULL'] === '1' ? 1000 : 100;

/** Samples of each question in a step. */
const GROUP = 8;

/** Questions of each step. */
const QUESTIONS = 100;

/** Makes the process print the seconds of CPU time that it took, in all of its threads, when it ends. */
const REPORT = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.error('cpu ' + (user + system) / 1e6); });",
)}`;

/** The same report of a Python program, and of those that it started. */
const PYTHON_REPORT = `
import resource
own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print('cpu', sum(each.ru_utime + each.ru_stime for each in own), file=sys.stderr)
`;

/** What other tools do with the same file, as Python programs; the start of Python counts, some 0.05 seconds. */
const PEERS: Readonly<Record<string, string>> = {
  'wc -l':
    'import subprocess, sys\nsubprocess.run(["wc", "-l", sys.argv[1]], stdout=subprocess.DEVNULL, check=True)',
  'Python json': 'import json, sys\nfor line in open(sys.argv[1], "rb"): json.loads(line)',
  orjson: 'import orjson, sys\nfor line in open(sys.argv[1], "rb"): orjson.loads(line)',
  'DuckDB, means by step':
    'import duckdb, sys\nduckdb.sql(f"select step, avg(score) from read_json(\'{sys.argv[1]}\') group by step").fetchall()',
};

/** The CPU time that the command line takes to summarize and score rollouts of verl, beside that of other tools. */
export async function run(): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-bench-'));
  try {
    const file = path.join(folder, 'rollouts.jsonl');
    const size = `${(writeRollouts(file, MEGABYTES * 1e6) / 1e9).toFixed(1)} GB`;
    const rows: BenchRow[] = [];
    for (const [what, args] of [
      ['runs', ['runs', file, '--format', 'json']],
      ['runs, scored', ['runs', file, '--profile', 'lang2act', '--format', 'json']],
      ['stats', ['stats', file, '--format', 'json']],
    ] as const) {
      const seconds = await cpuSeconds(process.execPath, [
        '--import',
        REPORT,
        path.join(dist, 'cli.js'),
        ...args,
      ]);
      rows.push(rowOf(`pagetrace ${what} of ${size}`, seconds));
    }
    for (const [name, program] of Object.entries(PEERS)) {
      if (!runsHere(program)) continue;
      rows.push(
        rowOf(`${name} of ${size}`, await cpuSeconds('python3', ['-c', program + PYTHON_REPORT, file])),
      );
    }
    return rows;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const rowOf = (what: string, seconds: number): BenchRow => ({
  what,
  ours: seconds,
  peer: null,
  ratio: null,
  unit: 'CPU s',
});

/** Writes rollouts as verl dumps them, with responses of about 3 KB; returns the number of bytes. */
function writeRollouts(file: string, bytes: number): number {
  const target = fs.openSync(file, 'w');
  let written = 0;
  for (let row = 0; written < bytes; row += 1) written += fs.writeSync(target, `${rollout(row)}\n`);
  fs.closeSync(target);
  return written;
}

function rollout(row: number): string {
  const question = Math.floor(row / GROUP);
  const year = 2000 + (question % 24);
  const value = ((question * 37) % 1000) / 10 + (row % 3 === 0 ? 0 : 1);
  const acc = row % 3 === 0 ? 1 : 0;
  const looked = Array.from(
    { length: 6 },
    (_, at) => `<tool name="${at % 2 === 0 ? 'locate_visual_element' : 'read_numeric_value'}" \
args="Image 1: row Revenue, column ${year - at}">Line ${at + 1} of the table gives ${value + at} for ${year - at}.</tool>`,
  );
  const thought = `Image 1 shows the income statement; the row Revenue has a column for each year up to ${year}. `;
  return JSON.stringify({
    input: `user\nWhat was the revenue of company ${question} in ${year}?\nassistant\n`,
    output: `<think>${thought.repeat(16)}</think>\n<description>${looked.join('\n')}</description>\n\
<answer>${value} million euros</answer>`,
    gts: `${((question * 37) % 1000) / 10} million euros`,
    score: acc * 0.9 + 0.1,
    step: 1 + Math.floor(question / QUESTIONS),
    acc,
    format: 1,
  });
}

/** Whether Python and the libraries of a program are installed: its first line imports them. */
const runsHere = (program: string): boolean =>
  spawnSync('python3', ['-c', program.slice(0, program.indexOf('\n'))]).status === 0;

async function cpuSeconds(command: string, args: readonly string[]): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  const seconds = /cpu ([\d.]+)/.exec(said)?.[1];
  if (child.exitCode !== 0 || seconds === undefined) throw new Error(`${command} failed.\n${said}`);
  return Number(seconds);
}
