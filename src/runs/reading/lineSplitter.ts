import { Buffer } from 'node:buffer';
import { LONGEST_PIECE, pieceOf, tooLongSentence, type Piece, type Splitter } from './pieces.ts';

const LINE_FEED = 10;

/** Takes bytes apart at line feeds. A carriage return before one stays with its line; an empty last line is none. */
export class LineSplitter implements Splitter {
  readonly #longest: number;
  #line = 1;
  #held: Buffer[] = [];
  #heldLength = 0;

  /** @param longest bytes of the longest line that is kept */
  constructor(longest: number = LONGEST_PIECE) {
    this.#longest = longest;
  }

  push(chunk: Buffer): Piece[] {
    const pieces: Piece[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#hold(chunk.subarray(start, end));
      pieces.push(this.#take());
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
    return pieces;
  }

  end(): Piece[] {
    return this.#heldLength === 0 ? [] : [this.#take()];
  }

  #hold(bytes: Buffer): void {
    this.#heldLength += bytes.length;
    if (this.#heldLength > this.#longest) this.#held = [];
    else this.#held.push(bytes);
  }

  #take(): Piece {
    const line = this.#line;
    const piece =
      this.#heldLength > this.#longest
        ? { line, problem: tooLongSentence(this.#longest) }
        : pieceOf(
            line,
            this.#held.length === 1 ? (this.#held[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#held),
          );
    this.#line += 1;
    this.#held = [];
    this.#heldLength = 0;
    return piece;
  }
}
