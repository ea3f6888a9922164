import { Buffer } from 'node:buffer';
import { LONGEST_PIECE, pieceOf, tooLongSentence, type Piece, type Splitter } from './pieces.ts';

const LINE_FEED = 10;
const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Takes bytes apart into the values of one JSON list, or into JSON values that follow each other on any number of lines.
 * Only where a value ends is looked at; whether it is JSON is for who reads it. A value that never ends takes the rest.
 */
export class JsonSplitter implements Splitter {
  readonly #longest: number;
  /** Whether the values stand in a list, which is known at the first byte that is no white space. */
  #list: boolean | null = null;
  #line = 1;
  /** Brackets that are open within the value; 0 between values. */
  #depth = 0;
  /** Whether the value is a number or a word, which ends where something else begins. */
  #bare = false;
  #inText = false;
  #escaped = false;
  #begun: number | null = null;
  #held: Buffer[] = [];
  #heldLength = 0;

  /** @param longest bytes of the longest value that is kept */
  constructor(longest: number = LONGEST_PIECE) {
    this.#longest = longest;
  }

  push(chunk: Buffer): Piece[] {
    const pieces: Piece[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === LINE_FEED) this.#line += 1;
      if (this.#begun === null) {
        if (!this.#begins(byte)) continue;
        start = at;
      } else if (this.#bare && (byte <= 32 || byte === COMMA || byte === CLOSE_LIST)) {
        pieces.push(this.#take(chunk.subarray(start, at)));
        continue;
      }
      if (this.#endsWith(byte)) pieces.push(this.#take(chunk.subarray(start, at + 1)));
    }
    if (this.#begun !== null) this.#hold(chunk.subarray(start));
    return pieces;
  }

  end(): Piece[] {
    if (this.#begun === null) return [];
    const { line, whole } = { line: this.#begun, whole: this.#bare };
    const piece = this.#take(Buffer.alloc(0));
    return [whole ? piece : { line, problem: 'The value that begins here never ends.' }];
  }

  /** Whether a value begins with this byte, which stands between values. */
  #begins(byte: number): boolean {
    if (byte <= 32) return false;
    if (this.#list === null) {
      this.#list = byte === OPEN_LIST;
      if (this.#list) return false;
    }
    if (byte === COMMA || byte === CLOSE_LIST) return false;
    this.#begun = this.#line;
    this.#bare = byte !== OPEN_OBJECT && byte !== OPEN_LIST && byte !== QUOTE;
    return true;
  }

  /** Whether the value that has begun ends with this byte. */
  #endsWith(byte: number): boolean {
    if (this.#bare) return false;
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) {
        this.#inText = false;
        return this.#depth === 0;
      }
      return false;
    }
    if (byte === QUOTE) this.#inText = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      this.#depth -= 1;
      return this.#depth === 0;
    }
    return false;
  }

  #hold(bytes: Buffer): void {
    this.#heldLength += bytes.length;
    if (this.#heldLength > this.#longest) this.#held = [];
    else this.#held.push(bytes);
  }

  #take(rest: Buffer): Piece {
    this.#hold(rest);
    const line = this.#begun ?? this.#line;
    const piece =
      this.#heldLength > this.#longest
        ? { line, problem: tooLongSentence(this.#longest) }
        : pieceOf(line, this.#held.length === 1 ? rest : Buffer.concat(this.#held));
    this.#begun = null;
    this.#depth = 0;
    this.#bare = false;
    this.#inText = false;
    this.#escaped = false;
    this.#held = [];
    this.#heldLength = 0;
    return piece;
  }
}
