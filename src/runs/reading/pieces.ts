import { isUtf8, type Buffer } from 'node:buffer';

/** A piece of an input, a line or a JSON value: its text, or why it has none. Lines count from 1. */
export type Piece =
  { readonly line: number; readonly text: string } | { readonly line: number; readonly problem: string };

/** Takes bytes as they come apart into pieces; work and memory do not depend on how the bytes are cut. */
export interface Splitter {
  push(chunk: Buffer): Piece[];
  /** What is left where the input ends. */
  end(): Piece[];
}

/** A longer piece is no record but a mistake, and would be held in memory whole. Bytes. */
export const LONGEST_PIECE = 128 * 1024 * 1024;

/** The piece that some bytes make: their text, or that they are none. */
export function pieceOf(line: number, bytes: Buffer): Piece {
  return isUtf8(bytes)
    ? { line, text: bytes.toString('utf8') }
    : { line, problem: 'This is not UTF-8 text.' };
}

/** Said of a piece that is left out because it is too long. */
export function tooLongSentence(longest: number): string {
  const limit = longest >= 1024 * 1024 ? `${Math.floor(longest / 1024 / 1024)} MB` : `${longest} bytes`;
  return `This is longer than ${limit}, and was left out.`;
}
