import type { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PieceBuilder, type Piece, type SplitOptions, type Splitter } from './pieces.ts';

const LINE_FEED = 10;
const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Splits bytes into the values of one JSON list, or into consecutive JSON values over any number of lines. It only
 * finds where values end and does not check that they are JSON. A value that never ends extends to the end of the
 * input.
 */
export class JsonSplitter implements Splitter {
  readonly #piece: PieceBuilder;
  /** Whether the values are in a list; null until the first byte that is not white space. */
  #list: boolean | null;
  #line: number;
  /** Brackets that are open within the value; 0 between values. */
  #depth = 0;
  /** Whether the value is a number or a word, which ends before the next white space, comma, or bracket. */
  #bare = false;
  #inText = false;
  #escaped = false;
  #begun: number | null = null;

  /** @param list whether the values are in a list; null to decide by the first byte */
  constructor(options: SplitOptions = {}, list: boolean | null = null) {
    this.#piece = new PieceBuilder(options);
    this.#line = options.from?.line ?? 1;
    this.#list = list;
  }

  push(chunk: Buffer): Piece[] {
    const pieces: Piece[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === LINE_FEED) this.#line += 1;
      if (this.#begun === null) {
        if (!this.#begins(byte)) {
          this.#piece.movePast();
          continue;
        }
        start = at;
      } else if (this.#bare && (byte <= 32 || byte === COMMA || byte === CLOSE_LIST)) {
        pieces.push(this.#take(chunk.subarray(start, at)));
        this.#piece.movePast();
        continue;
      }
      if (this.#endsWith(byte)) pieces.push(this.#take(chunk.subarray(start, at + 1)));
    }
    if (this.#begun !== null) this.#piece.hold(chunk.subarray(start));
    return pieces;
  }

  end(): Piece[] {
    if (this.#begun === null) return [];
    const isWhole = this.#bare;
    const piece = this.#take(null);
    const { line, bytes } = piece;
    if (isWhole) return [piece];
    return [{ line, bytes, problem: t('The value that begins here never ends.'), reason: 'json' }];
  }

  /** Whether a value begins with this byte; the previous byte belongs to no value. */
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

  /** Whether the current value ends with this byte. */
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

  /** @param rest the bytes of the value that have not been added yet */
  #take(rest: Buffer | null): Piece {
    if (rest !== null) this.#piece.hold(rest);
    const piece = this.#piece.take(this.#begun ?? this.#line);
    this.#begun = null;
    this.#depth = 0;
    this.#bare = false;
    this.#inText = false;
    this.#escaped = false;
    return piece;
  }
}
