import { Buffer, isUtf8 } from 'node:buffer';
import { t } from '@vscode/l10n';
import type { RecordProblem } from '../../core/records/problemReason.ts';
import { asciiLength, fileLength, PLAIN_UTF8, type Encoding } from './encoding.ts';

/** A range of bytes of a file on disk, before any decoding and including the byte order mark. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** The place of a piece of an input. Lines count from 1. */
export interface PiecePlace {
  readonly line: number;
  readonly bytes: ByteRange;
}

/** A piece of an input, a line or a JSON value: its text, or why it has none. */
export type Piece = PiecePlace & ({ readonly text: string } | RecordProblem);

/** Splits bytes into pieces as they arrive. Time and memory do not depend on the size of the chunks. */
export interface Splitter {
  /** @param chunk the next bytes of the input's text in UTF-8, without a byte order mark */
  push(chunk: Buffer): Piece[];
  /** The piece that ends with the input. */
  end(): Piece[];
}

/** The longest piece, in bytes of UTF-8. A longer one is a mistake and would take too much memory. */
export const LONGEST_PIECE = 128 * 1024 * 1024;

/** How an input is split. */
export interface SplitOptions {
  /** Bytes of UTF-8 of the longest piece that is kept. */
  readonly longest?: number;
  /** The encoding of the file, which its byte offsets depend on. */
  readonly encoding?: Encoding;
  /** Where in the file the bytes begin; the start of the file by default. */
  readonly from?: { readonly line: number; readonly byte: number };
}

/** Collects the bytes of each piece, and counts their offsets in the file. */
export class PieceBuilder {
  readonly #longest: number;
  readonly #encoding: Encoding;
  /** Where in the file the piece begins, or will begin. */
  #start: number;
  /** Bytes of the file that the piece has so far. */
  #inFile = 0;
  #held: Buffer[] = [];
  #length = 0;

  constructor({ longest = LONGEST_PIECE, encoding = PLAIN_UTF8, from }: SplitOptions) {
    this.#longest = longest;
    this.#encoding = encoding;
    this.#start = from?.byte ?? encoding.mark;
  }

  /** Bytes of UTF-8 that the piece has so far. */
  get length(): number {
    return this.#length;
  }

  /** Moves past one ASCII character between two pieces. */
  movePast(): void {
    this.#start += asciiLength(1, this.#encoding);
  }

  /** Moves past bytes between two pieces. */
  skip(bytes: Buffer): void {
    this.#start += fileLength(bytes, this.#encoding);
  }

  /** A builder of a piece that begins after the bytes that this one has, and some more. */
  startWithin(more: Buffer): PieceBuilder {
    const byte = this.#start + this.#inFile + fileLength(more, this.#encoding);
    return new PieceBuilder({ longest: this.#longest, encoding: this.#encoding, from: { line: 1, byte } });
  }

  /** Adds the next bytes of the piece. */
  hold(bytes: Buffer): void {
    this.#length += bytes.length;
    this.#inFile += fileLength(bytes, this.#encoding);
    if (this.#length > this.#longest) this.#held = [];
    else this.#held.push(bytes);
  }

  /** Ends the piece; the next one begins after it. */
  take(line: number): Piece {
    const bytes: ByteRange = { start: this.#start, length: this.#inFile };
    const piece = this.#read(line, bytes);
    this.#start += this.#inFile;
    this.#inFile = 0;
    this.#held = [];
    this.#length = 0;
    return piece;
  }

  #read(line: number, bytes: ByteRange): Piece {
    if (this.#length > this.#longest)
      return { line, bytes, problem: tooLongSentence(this.#longest), reason: 'too_long' };
    const [first] = this.#held;
    const whole = this.#held.length === 1 && first !== undefined ? first : Buffer.concat(this.#held);
    return isUtf8(whole)
      ? { line, bytes, text: whole.toString('utf8') }
      : { line, bytes, problem: t('This is not UTF-8 text.'), reason: 'encoding' };
  }
}

/** The problem of a piece that is too long. */
export function tooLongSentence(longest: number): string {
  const limit =
    longest >= 1024 * 1024 ? t('{0} MB', Math.floor(longest / 1024 / 1024)) : t('{0} bytes', longest);
  return t('This is longer than {0} and was skipped.', limit);
}
