import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { LineScan } from '../../src/runs/worker/lineScan.ts';
import { DEFAULT_RUN_LIMITS } from '../../src/runs/index/model.ts';
import type { BenchRow } from './row.ts';

/** What it takes to open a file as a run. */
export interface MeasuredIndex {
  readonly samples: number;
  /** Milliseconds from `open` to the first screen of rows. */
  readonly firstRows: number;
  /** Milliseconds to the last screen of rows, when everything is known. */
  readonly lastRows: number;
  /** Milliseconds of the four charts above the table, and then of all charts of a run. */
  readonly tiles: number;
  readonly charts: number;
  /** Groups that what-ifs are about, and milliseconds of a moved slider and of a changed weight. */
  readonly groups: number;
  readonly filterWhatIf: number;
  readonly rewardWhatIf: number;
  /** CPU seconds of the process until every line is indexed, and then until every sample is scored. */
  readonly indexing: number;
  readonly scoring: number;
  /** Megabytes that the process grows by until every line is indexed, and altogether. */
  readonly indexMemory: number;
  readonly memory: number;
}

/** Milliseconds that the first and the last rows of a run may take. */
const SCREEN_BUDGET = 500;
/** Milliseconds that charts may take: what a person waits for a change of the filter. */
const TILES = 500;
const CHARTS = 1500;
/** Milliseconds until a changed bound or weight is redrawn, for 100,000 samples. */
const WHAT_IF = 200;
/** Bytes that are to be read in a CPU second: for the places of lines alone, all columns of lines, and lists. */
const OFFSETS = 1e9;
const LINES = 300e6;
const LIST = 250e6;
/** CPU seconds that scoring a sample may take: 60 for 300,000. */
const SCORING = 60 / 300_000;
/** Megabytes that the index may take, and those for each row. */
const MEMORY = 100;
const MEMORY_OF_ROW = 150 / 1e6;

/** The index of the run view over a file of lines, beside its budgets. */
export async function measureLines(file: string, size: string): Promise<BenchRow[]> {
  const { size: bytes } = fs.statSync(file);
  const measured = measureIndex(file, 'lang2act');
  const {
    tiles,
    charts,
    groups,
    filterWhatIf,
    rewardWhatIf,
    samples,
    firstRows,
    lastRows,
    indexing,
    scoring,
    indexMemory,
    memory,
  } = measured;
  return [
    row(`places of the lines of ${size}`, await offsetSeconds(file), 'CPU s', bytes / OFFSETS),
    row(`run view: first rows of ${size}`, firstRows, 'ms', SCREEN_BUDGET),
    row(`run view: index of ${size}`, indexing, 'CPU s', bytes / LINES),
    row(`run view: ${samples.toLocaleString('en')} samples scored`, scoring, 'CPU s', samples * SCORING),
    row(`run view: last rows of ${size}`, lastRows, 'ms', SCREEN_BUDGET),
    row(`run view: four charts of ${samples.toLocaleString('en')} samples`, tiles, 'ms', TILES),
    row(`run view: all charts of ${samples.toLocaleString('en')} samples`, charts, 'ms', CHARTS),
    row(`run view: another filter of ${groups.toLocaleString('en')} groups`, filterWhatIf, 'ms', WHAT_IF),
    row(`run view: another weight in ${groups.toLocaleString('en')} groups`, rewardWhatIf, 'ms', WHAT_IF),
    row(`run view: memory of the index of ${size}`, indexMemory, 'MB', MEMORY + samples * MEMORY_OF_ROW),
    row('run view: memory with a thread that scores', memory, 'MB', MEMORY + samples * MEMORY_OF_ROW),
  ];
}

/** The index of the run view over a file with one list of records. */
export function measureList(file: string, size: string): BenchRow[] {
  const { size: bytes } = fs.statSync(file);
  const { indexing } = measureIndex(file, 'none');
  return [row(`run view: index of a list of ${size}`, indexing, 'CPU s', bytes / LIST)];
}

function row(what: string, ours: number, unit: string, most: number): BenchRow {
  return {
    what,
    ours,
    peer: null,
    ratio: null,
    unit,
    budget: { of: 'ours', most: Number(most.toPrecision(3)) },
  };
}

/** Measures in a process of its own, so that its memory and its CPU time are those of the index. */
function measureIndex(file: string, profile: string): MeasuredIndex {
  const program = fileURLToPath(new URL('runIndexProcess.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, file, profile], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} could not be opened as a run.\n${stderr}`);
  return JSON.parse(stdout) as MeasuredIndex;
}

/** CPU seconds to find every line of a file. */
async function offsetSeconds(file: string): Promise<number> {
  const handle = await fs.promises.open(file);
  const begun = process.cpuUsage();
  const { block, chunk, longestUnasked: longest } = DEFAULT_RUN_LIMITS;
  const nothing = { line: () => undefined, longLine: () => undefined };
  const scan = new LineScan(handle, { block, chunk, longest, mark: 0 }, nothing);
  while (await scan.next());
  const { user, system } = process.cpuUsage(begun);
  await handle.close();
  return (user + system) / 1e6;
}
