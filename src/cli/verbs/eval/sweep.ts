import path from 'node:path';
import { asPageTraceError, PageTraceError } from '../../../core/errors.ts';
import { reportLatex, reportMarkdown, reportText } from '../../../core/runMetrics/format/writeReport.ts';
import { visibleText } from '../../../core/visibleText.ts';
import { makeFolder } from '../../../documents/makeFolder.ts';
import { replaceFile } from '../../../documents/replaceFile.ts';
import { buildMatrix } from '../../../evaluation/sweep/buildMatrix.ts';
import { listCells } from '../../../evaluation/sweep/listCells.ts';
import type { Matrix } from '../../../evaluation/sweep/matrix.ts';
import { matrixJson } from '../../../evaluation/sweep/matrixJson.ts';
import { matrixReport } from '../../../evaluation/sweep/matrixReport.ts';
import type { Cell, Sweep, SweepProblem } from '../../../evaluation/sweep/model.ts';
import { readSweep } from '../../../evaluation/sweep/readSweep.ts';
import { NO_INPUT } from '../../../runs/reading/bytes.ts';
import { readWholeText } from '../../../runs/reading/wholeText.ts';
import { loadProfile } from '../../arguments/profileOption.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { measureCell } from './measureCell.ts';
import { runCells, type CellEnd, type RunnableCell } from './runCells.ts';
import type { SweepArguments } from './sweepArguments.ts';
import { cellArguments } from './cellArguments.ts';
import { readEvalArguments } from './evalArguments.ts';

/** A sweep that can be run. */
interface OpenSweep {
  readonly sweep: Sweep;
  readonly baseline: Cell;
  readonly cells: readonly RunnableCell[];
  /** The folder of the runs. */
  readonly folder: string;
}

/**
 * `pagetrace eval --sweep`: answers a data set in every combination that a file names, and compares them.
 * @throws PageTraceError for a file with mistakes, and what ends an evaluation
 */
export async function evalSweep(given: SweepArguments, context: VerbContext): Promise<number> {
  const { terminal, interrupted: signal } = context;
  const opened = await openSweep(given.file, context);
  if (opened === null) return UNUSABLE;
  const { sweep, cells, baseline, folder } = opened;
  const profile = sweep.reward === null ? null : await loadReward(sweep.reward, given.file);
  const ends = given.onlyMatrix ? new Map<Cell, CellEnd>() : await runCells(cells, context);
  const measured = [];
  for (const { cell, out } of cells)
    measured.push(await measureCell(cell, out, ends.get(cell)?.error ?? null, { profile, signal }));
  const matrix = buildMatrix({
    sweep: path.basename(given.file),
    dataset: sweep.dataset,
    cells: measured.map((each) => ({ ...each, file: path.basename(each.file) })),
    baseline,
    metrics: sweep.metrics,
  });
  const kept = path.join(folder, 'sweep.json');
  await replaceFile(kept, `${JSON.stringify(matrixJson(matrix), null, 2)}\n`);
  terminal.out(matrixText(matrix, given.format));
  terminal.say(`The runs and the matrix are in ${folder}.`);
  if (matrix.cells.some(({ error }) => error !== null)) return UNUSABLE;
  return matrix.cells.some(({ failed }) => failed > 0) ? FINDINGS : CLEAN;
}

/** Reads a sweep's file, and all arguments of its cells; null after it has said what is wrong. */
async function openSweep(file: string, { terminal, interrupted }: VerbContext): Promise<OpenSweep | null> {
  const text = await readWholeText(file, NO_INPUT, { signal: interrupted });
  const read = readSweep(text);
  if ('problems' in read) return say(read.problems);
  const listed = listCells(read.sweep, read.placeOf);
  if ('problems' in listed) return say(listed.problems);
  const base = path.dirname(path.resolve(file));
  const named = path.basename(file).replace(/(?:\.sweep)?\.ya?ml$/i, '');
  const folder = path.resolve(base, read.sweep.out ?? `${named}.runs`);
  const cells = listed.cells.map((cell): RunnableCell => {
    const out = path.join(folder, cell.file);
    const args = readEvalArguments(cellArguments(read.sweep, cell, base, out));
    if (args === null || 'listed' in args) throw new PageTraceError('internal', `No run of ${cell.name}.`);
    return { cell, out, args };
  });
  await makeFolder(folder);
  return { sweep: read.sweep, baseline: listed.baseline, cells, folder };

  function say(problems: readonly SweepProblem[]): null {
    for (const { line, message } of problems) terminal.say(`${file}:${line}: ${message}`);
    return null;
  }
}

async function loadReward(reward: string, sweep: string): ReturnType<typeof loadProfile> {
  const isFile = reward.endsWith('.json');
  try {
    return await loadProfile(isFile ? path.resolve(path.dirname(sweep), reward) : reward);
  } catch (thrown) {
    const { reason, message, hint } = asPageTraceError(thrown);
    throw new PageTraceError(reason, `${sweep}: ${message}`, hint === undefined ? {} : { hint });
  }
}

function matrixText(matrix: Matrix, format: SweepArguments['format']): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(matrixJson(matrix), null, 2)}\n`;
    case 'markdown':
      return visibleText(reportMarkdown(matrixReport(matrix)));
    case 'latex':
      return reportLatex(matrixReport(matrix));
    case 'table':
      return visibleText(reportText(matrixReport(matrix)));
  }
}
