import { lastNotAbove } from './binarySearch.ts';

/** A place in a text as editors count: line and column from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Converts offsets of a text to lines and columns. */
export class Positions {
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  /** The line and column of an offset. */
  at(offset: number): Position {
    const line = Math.max(0, lastNotAbove(this.#starts, offset));
    return { line: line + 1, column: offset - (this.#starts[line] ?? 0) + 1 };
  }
}
