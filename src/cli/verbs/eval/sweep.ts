import path from 'node:path';
import { reportLatex, reportMarkdown, reportText } from '../../../core/runMetrics/format/writeReport.ts';
import { visibleText } from '../../../core/visibleText.ts';
import { replaceFile } from '../../../documents/replaceFile.ts';
import { buildMatrix } from '../../../evaluation/sweep/buildMatrix.ts';
import type { Matrix } from '../../../evaluation/sweep/matrix.ts';
import { matrixJson } from '../../../evaluation/sweep/matrixJson.ts';
import { matrixReport } from '../../../evaluation/sweep/matrixReport.ts';
import type { Cell } from '../../../evaluation/sweep/model.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { measureCell } from './measureCell.ts';
import { openSweep } from './openSweep.ts';
import { runCells, type CellEnd } from './runCells.ts';
import type { SweepArguments } from './sweepArguments.ts';

/**
 * `pagetrace eval --sweep`: answers a data set in every combination that a file names, and compares them.
 * @throws PageTraceError for a file with mistakes, and what ends an evaluation
 */
export async function evalSweep(given: SweepArguments, context: VerbContext): Promise<number> {
  const { terminal, interrupted: signal } = context;
  const opened = await openSweep(given, context);
  if (opened === null) return UNUSABLE;
  const { sweep, cells, baseline, folder, profile, questions } = opened;
  const ends = questions === null ? new Map<Cell, CellEnd>() : await runCells(cells, questions, context);
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
  if ([...ends.values()].some(({ unusable }) => unusable > 0)) return UNUSABLE;
  return matrix.cells.some(({ failed }) => failed > 0) ? FINDINGS : CLEAN;
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
