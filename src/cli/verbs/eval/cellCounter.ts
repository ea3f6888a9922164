import type { EvaluationProgress } from '../../../core/datasets/evaluationEvent.ts';
import type { Cell } from '../../../evaluation/sweep/model.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { progressText, samplesText } from './progressText.ts';

/** Shows on one line how far the cells of a sweep are that are being answered, each with its place among all cells. */
export class CellCounter {
  readonly #cells: readonly Cell[];
  readonly #terminal: Pick<Terminal, 'count'>;
  readonly #running = new Map<Cell, EvaluationProgress>();

  constructor(cells: readonly Cell[], terminal: Pick<Terminal, 'count'>) {
    this.#cells = cells;
    this.#terminal = terminal;
  }

  show(cell: Cell, progress: EvaluationProgress): void {
    this.#running.set(cell, progress);
    this.#terminal.count(this.#line());
  }

  /** A cell is not answered any more. */
  end(cell: Cell): void {
    this.#running.delete(cell);
  }

  #line(): string {
    // A line has room for the whole progress of one cell.
    const textOf = this.#running.size === 1 ? progressText : samplesText;
    return this.#cells
      .flatMap((cell, at) => {
        const progress = this.#running.get(cell);
        if (progress === undefined) return [];
        return [`${at + 1} of ${this.#cells.length}, ${cell.name}: ${textOf(progress)}`];
      })
      .join('; ');
  }
}
