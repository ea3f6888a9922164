import { parsedJson } from '../../core/parsedJson.ts';
import { fileBytes } from '../../runs/reading/bytes.ts';
import { LineSplitter } from '../../runs/reading/lineSplitter.ts';
import type { ByteRange, Piece } from '../../runs/reading/pieces.ts';

/** A line of a file of JSON lines. */
export interface JsonLine {
  /** From 1. */
  readonly line: number;
  readonly bytes: ByteRange;
  /** Undefined if the line is no JSON. */
  readonly value: unknown;
}

/**
 * The lines of a file that are not blank, one after the other.
 * @throws PageTraceError `file-not-found`, `file-unreadable`, `cancelled`
 */
export async function* jsonLines(file: string, signal: AbortSignal): AsyncGenerator<JsonLine> {
  const splitter = new LineSplitter();
  for await (const chunk of fileBytes(file, signal)) yield* linesOf(splitter.push(chunk));
  yield* linesOf(splitter.end());
}

function* linesOf(pieces: readonly Piece[]): Generator<JsonLine> {
  for (const piece of pieces) {
    const { line, bytes } = piece;
    if (!('text' in piece)) yield { line, bytes, value: undefined };
    else if (piece.text.trim() !== '') yield { line, bytes, value: parsedJson(piece.text) };
  }
}
