import type { Buffer } from 'node:buffer';
import { PieceBuilder, type Piece, type SplitOptions, type Splitter } from './pieces.ts';

const LINE_FEED = 10;

/** Splits bytes at line feeds. A carriage return before one stays with its line; an empty last line does not count. */
export class LineSplitter implements Splitter {
  readonly #piece: PieceBuilder;
  #line: number;

  constructor(options: SplitOptions = {}) {
    this.#piece = new PieceBuilder(options);
    this.#line = options.from?.line ?? 1;
  }

  push(chunk: Buffer): Piece[] {
    const pieces: Piece[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#piece.hold(chunk.subarray(start, end));
      pieces.push(this.#piece.take(this.#line));
      this.#piece.movePast();
      this.#line += 1;
      start = end + 1;
    }
    if (start < chunk.length) this.#piece.hold(chunk.subarray(start));
    return pieces;
  }

  end(): Piece[] {
    return this.#piece.length === 0 ? [] : [this.#piece.take(this.#line)];
  }
}
