import { Buffer, isUtf8 } from 'node:buffer';
import { asciiLength, fileLength, PLAIN_UTF8, type Encoding } from './encoding.ts';

/** Bytes of a file as they stand on the disk: before any decoding, its byte order mark counted. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Where a piece of an input stands. Lines count from 1. */
export interface PiecePlace {
  readonly line: number;
  readonly bytes: ByteRange;
}

/** A piece of an input, a line or a JSON value: its text, or why it has none. */
export type Piece = PiecePlace & ({ readonly text: string } | { readonly problem: string });

/** Takes bytes as they come apart into pieces; work and memory do not depend on how the bytes are cut. */
export interface Splitter {
  /** @param chunk the next bytes of the input's text in UTF-8, without a byte order mark */
  push(chunk: Buffer): Piece[];
  /** What is left where the input ends. */
  end(): Piece[];
}

/** A longer piece is no record but a mistake, and would be held in memory whole. Bytes of UTF-8. */
export const LONGEST_PIECE = 128 * 1024 * 1024;

/** How an input is split. */
export interface SplitOptions {
  /** Bytes of UTF-8 of the longest piece that is kept. */
  readonly longest?: number;
  /** How the file is encoded, which its byte offsets depend on. */
  readonly encoding?: Encoding;
  /** Where in the file the bytes begin; at its beginning unless told. */
  readonly from?: { readonly line: number; readonly byte: number };
}

/** Gathers the bytes of one piece after the other, and counts where they stand in the file. */
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

  /** One ASCII character stands between two pieces. */
  skip(): void {
    this.#start += asciiLength(1, this.#encoding);
  }

  /** The next bytes of the piece. */
  hold(bytes: Buffer): void {
    this.#length += bytes.length;
    this.#inFile += fileLength(bytes, this.#encoding);
    if (this.#length > this.#longest) this.#held = [];
    else this.#held.push(bytes);
  }

  /** The piece is whole; the next one begins after it. */
  take(line: number): Piece {
    const bytes: ByteRange = { start: this.#start, length: this.#inFile };
    const content = this.#content();
    this.#start += this.#inFile;
    this.#inFile = 0;
    this.#held = [];
    this.#length = 0;
    return { line, bytes, ...content };
  }

  #content(): { readonly text: string } | { readonly problem: string } {
    if (this.#length > this.#longest) return { problem: tooLongSentence(this.#longest) };
    const [first] = this.#held;
    const whole = this.#held.length === 1 && first !== undefined ? first : Buffer.concat(this.#held);
    return isUtf8(whole) ? { text: whole.toString('utf8') } : { problem: 'This is not UTF-8 text.' };
  }
}

/** Said of a piece that is left out because it is too long. */
export function tooLongSentence(longest: number): string {
  const limit = longest >= 1024 * 1024 ? `${Math.floor(longest / 1024 / 1024)} MB` : `${longest} bytes`;
  return `This is longer than ${limit}, and was left out.`;
}
