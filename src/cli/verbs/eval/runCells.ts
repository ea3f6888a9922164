import type { EvaluationEvent } from '../../../core/datasets/evaluationEvent.ts';
import { asPageTraceError, PageTraceError } from '../../../core/errors.ts';
import { sentenceOf } from '../../../core/sentenceOf.ts';
import type { Cell } from '../../../evaluation/sweep/model.ts';
import { countText, wholeText } from '../../output/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { VerbContext } from '../../terminal/verb.ts';
import { CellCounter } from './cellCounter.ts';
import type { EvalArguments } from './evalArguments.ts';
import type { EvaluationFace } from './evaluationFace.ts';
import { Failures } from './failures.ts';
import { runDataset } from './runDataset.ts';
import { SweepNotes } from './sweepNotes.ts';

/** A cell, and how it is answered. */
export interface RunnableCell {
  readonly cell: Cell;
  /** The file of its run. */
  readonly out: string;
  readonly args: EvalArguments;
}

/** What became of a cell. */
export interface CellEnd {
  /** Why it ended early; null if it did not. */
  readonly error: string | null;
  /** Questions with mistakes. */
  readonly unusable: number;
}

/** What cells that are answered at the same time say together. */
interface SharedFaces {
  readonly notes: SweepNotes;
  readonly counter: CellCounter;
}

/** The most servers that are asked at the same time. */
const MOST_SERVERS = 8;

/**
 * Answers cells: those of a server one after the other, and servers at the same time. A cell that cannot be answered does
 * not keep the others from it.
 * @param questions the file of the data set, whose lines problems name
 * @throws PageTraceError `cancelled`
 */
export async function runCells(
  cells: readonly RunnableCell[],
  questions: string,
  context: VerbContext,
): Promise<ReadonlyMap<Cell, CellEnd>> {
  const ends = new Map<Cell, CellEnd>();
  const lanes = lanesOf(cells);
  const notes = new SweepNotes(questions, context.terminal);
  const counter = new CellCounter(
    cells.map(({ cell }) => cell),
    context.terminal,
  );
  const work = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift())
      for (const each of lane) ends.set(each.cell, await runCell(each, { notes, counter }, context));
  };
  await Promise.all(Array.from({ length: MOST_SERVERS }, work));
  notes.end();
  return ends;
}

/** The cells of each server. */
function lanesOf(cells: readonly RunnableCell[]): RunnableCell[][] {
  const lanes = new Map<string | null, RunnableCell[]>();
  for (const each of cells) {
    const { url } = each.cell.choice.server;
    const lane = lanes.get(url);
    if (lane === undefined) lanes.set(url, [each]);
    else lane.push(each);
  }
  return [...lanes.values()];
}

async function runCell(
  { cell, args }: RunnableCell,
  shared: SharedFaces,
  { terminal, environment, interrupted: signal }: VerbContext,
): Promise<CellEnd> {
  const { notes, counter } = shared;
  const face = cellFace(cell, shared, terminal);
  try {
    const { unusable } = await runDataset(args, { terminal, environment, signal, face, note: notes.note });
    return { error: null, unusable };
  } catch (thrown) {
    const { reason, message } = asPageTraceError(thrown);
    if (signal.aborted || reason === 'cancelled')
      throw new PageTraceError('cancelled', message, {
        hint: 'Run the same command again: every run goes on where it was stopped.',
        cause: thrown,
      });
    terminal.say(`${cell.name}: ${sentenceOf(thrown)}`);
    return { error: message, unusable: 0 };
  } finally {
    counter.end(cell);
  }
}

function cellFace(cell: Cell, { notes, counter }: SharedFaces, terminal: Terminal): EvaluationFace {
  const failures = new Failures(terminal);
  const addProblem = notes.ofCell();
  return (event: EvaluationEvent) => {
    if (event.event === 'problem') addProblem(event);
    else if (event.event === 'failed') failures.add(event);
    else if (event.event === 'progress') counter.show(cell, event);
    else if (event.event === 'end') {
      failures.end();
      const { ended, failed } = event;
      const samples = countText(ended, 'sample', 'samples');
      terminal.say(`${cell.name}: ${failed === 0 ? samples : `${samples}, ${wholeText(failed)} failed`}`);
    }
  };
}
