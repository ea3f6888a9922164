import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dist } from '../../scripts/lib/paths.mjs';
import { measureComparison } from './comparedRuns.ts';
import type { BenchRow } from './row.ts';
import { measureLines, measureList } from './runIndex.ts';

const { PAGETRACE_JSON_READERS_PYTHON: PYTHON = 'python3', PAGETRACE_JSON_READERS: READERS = '' } =
  process.env;

/** With orjson and DuckDB, if they are installed. */
const PYTHON_ENVIRONMENT = { ...process.env, PYTHONPATH: READERS };

const IS_FULL = process.env['PAGETRACE_BENCH_FULL'] === '1';

/** Samples of the file, of 3.2 KB each; with PAGETRACE_BENCH_FULL=1, as many as the budgets are about. */
const SAMPLES = IS_FULL ? 300_000 : 30_000;

/** Samples of the largest file that must open, 10 GB, which is written with PAGETRACE_BENCH_FULL=1 only. */
const HUGE = 3_000_000;

/** Samples of each of two runs that are compared, at most. */
const COMPARED = 100_000;

/** CPU seconds of `pagetrace stats` for 300,000 samples: a fifth of what its first version took. */
const STATS = 57 / 5 / 300_000;

/** Samples of each question in a step. */
const GROUP = 8;

/** Samples that are written at a time. */
const BATCH = 1000;

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

/** What the run view and the command line take to index, summarize and score rollouts of verl, beside other tools. */
export async function run(): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-bench-'));
  try {
    const file = path.join(folder, 'rollouts.jsonl');
    const size = sizeOf(writeRollouts(file, SAMPLES));
    const rows = await measureLines(file, size);
    const list = path.join(folder, 'rollouts.json');
    writeRollouts(list, SAMPLES, ['[', ',\n', ']']);
    rows.push(...measureList(list, size));
    fs.rmSync(list);
    for (const [what, args, most] of [
      ['runs', ['runs', file, '--format', 'json'], null],
      ['runs, scored', ['runs', file, '--profile', 'lang2act', '--format', 'json'], null],
      ['stats', ['stats', file, '--profile', 'none', '--format', 'json'], STATS * SAMPLES],
      ['stats, scored', ['stats', file, '--profile', 'lang2act', '--format', 'json'], null],
    ] as const) {
      const command = ['--import', REPORT, path.join(dist, 'cli.js'), ...args];
      rows.push(rowOf(`pagetrace ${what} of ${size}`, await cpuSeconds(process.execPath, command), most));
    }
    for (const [name, program] of Object.entries(PEERS)) {
      if (!runsHere(program)) continue;
      const seconds = await cpuSeconds(PYTHON, ['-c', program + PYTHON_REPORT, file]);
      rows.push(rowOf(`${name} of ${size}`, seconds, null));
    }
    const compared = Math.min(SAMPLES, COMPARED);
    const pair = [3, 4].map((every) => {
      const name = path.join(folder, `right-${every}.jsonl`);
      writeRollouts(name, compared, ['', '\n', '\n'], every);
      return name;
    });
    rows.push(...measureComparison(pair[0] ?? '', pair[1] ?? '', compared));
    if (IS_FULL) {
      fs.rmSync(file);
      rows.push(...(await measureLines(file, sizeOf(writeRollouts(file, HUGE)))));
    }
    return rows;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const sizeOf = (bytes: number): string => `${(bytes / 1e9).toPrecision(2)} GB`;

const rowOf = (what: string, seconds: number, most: number | null): BenchRow => ({
  what,
  ours: seconds,
  peer: null,
  ratio: null,
  unit: 'CPU s',
  ...(most === null ? {} : { budget: { of: 'ours', most: Number(most.toPrecision(3)) } }),
});

/**
 * Writes rollouts as verl dumps them; returns the number of bytes.
 * @param around what is before the first, between two, and after the last
 * @param every one of so many is right
 */
function writeRollouts(file: string, samples: number, around = ['', '\n', '\n'], every = 3): number {
  const [head = '', between = '', tail = ''] = around;
  const target = fs.openSync(file, 'w');
  let written = fs.writeSync(target, head);
  for (let row = 0; row < samples; row += BATCH) {
    const count = Math.min(BATCH, samples - row);
    const texts = Array.from({ length: count }, (_, at) => rollout(row + at, every));
    const isLast = row + count === samples;
    written += fs.writeSync(target, `${texts.join(between)}${isLast ? tail : between}`);
  }
  fs.closeSync(target);
  return written;
}

function rollout(row: number, every: number): string {
  const question = Math.floor(row / GROUP);
  const year = 2000 + (question % 24);
  const value = ((question * 37) % 1000) / 10 + (row % every === 0 ? 0 : 1);
  const acc = row % every === 0 ? 1 : 0;
  const looked = Array.from(
    { length: 6 },
    (_, at) => `<tool name="${at % 2 === 0 ? 'locate_visual_element' : 'read_numeric_value'}" \
args="Image 1: row Revenue, column ${year - at}">Line ${at + 1} of the table gives ${value + at} for ${year - at}.</tool>`,
  );
  const thought = `Image 1 shows the income statement; the row Revenue has a column for each year up to ${year}. `;
  return JSON.stringify({
    input: `user\nWhat was the revenue of company ${question} in ${year}?\nassistant\n`,
    output: `<think>${thought.repeat(24)}</think>\n<description>${looked.join('\n')}</description>\n\
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
  spawnSync(PYTHON, ['-c', program.slice(0, program.indexOf('\n'))], { env: PYTHON_ENVIRONMENT }).status ===
  0;

async function cpuSeconds(command: string, args: readonly string[]): Promise<number> {
  const child = spawn(command, args, {
    env: PYTHON_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  const seconds = /cpu ([\d.]+)/.exec(said)?.[1];
  if (child.exitCode !== 0 || seconds === undefined) throw new Error(`${command} failed.\n${said}`);
  return Number(seconds);
}
