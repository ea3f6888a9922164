import { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { NO_INPUT, openInput, readRange } from './bytes.ts';
import { PLAIN_UTF8, toUtf8 } from './encoding.ts';
import { LONGEST_PIECE, tooLongSentence, type ByteRange, type PiecePlace } from './pieces.ts';
import type { InputForm } from './recognize.ts';
import { createRecordSource, type FoundRecord, type RecordsKind } from './recordSource.ts';

/** The form of a file of records, as `recognizeFile` returns it. */
export type RecordsForm = InputForm & { readonly kind: RecordsKind };

/**
 * Reads a record of a file again from its place, with the same result as reading the whole file: the same record, or
 * the same problem. Offsets count bytes of the file itself, before any decoding.
 * @param longest the most bytes of a record, as for the first reading
 * @throws PageTraceError `file-not-found` or `file-unreadable`, also if another record is at that place by now
 */
export async function readRecordAt(
  file: string,
  { kind, encoding }: RecordsForm,
  { line, bytes }: PiecePlace,
  longest = LONGEST_PIECE,
): Promise<FoundRecord> {
  if (isTooLong(kind, bytes, longest)) return tooLong({ line, bytes }, longest);
  const text = toUtf8(await readRange(file, bytes), encoding);
  return recordIn(file, text, { line, bytes }, { kind, encoding }, longest);
}

/**
 * Reads a record of a packed file again from its place in the text of the file, which is unpacked as far as that.
 * @throws PageTraceError `file-not-found` or `file-unreadable`, also if another record is at that place by now
 */
export async function readUnpackedRecordAt(
  file: string,
  kind: RecordsKind,
  { line, bytes }: PiecePlace,
  longest = LONGEST_PIECE,
): Promise<FoundRecord> {
  if (isTooLong(kind, bytes, longest)) return tooLong({ line, bytes }, longest);
  const input = await openInput(file, NO_INPUT);
  const parts: Buffer[] = [];
  const end = bytes.start + bytes.length;
  let at = 0;
  for await (const chunk of input.bytes) {
    if (at + chunk.length > bytes.start)
      parts.push(chunk.subarray(Math.max(0, bytes.start - at), Math.max(0, end - at)));
    at += chunk.length;
    if (at >= end) break;
  }
  return recordIn(file, Buffer.concat(parts), { line, bytes }, { kind, encoding: PLAIN_UTF8 }, longest);
}

function isTooLong(kind: RecordsKind, { length }: ByteRange, longest: number): boolean {
  // A line or value has at most twice as many bytes in UTF-16 as in UTF-8, so this one was too long to be kept.
  return kind !== 'generations' && length > 2 * longest;
}

function tooLong(place: PiecePlace, longest: number): FoundRecord {
  return { ...place, problem: tooLongSentence(longest), reason: 'too_long' };
}

function recordIn(
  file: string,
  text: Buffer,
  { line, bytes }: PiecePlace,
  { kind, encoding }: RecordsForm,
  longest: number,
): FoundRecord {
  const source = createRecordSource(kind, { longest, encoding, from: { line, byte: bytes.start } });
  const found = [...source.push(text), ...source.end()].find(
    (each) => each.bytes.start === bytes.start && each.bytes.length === bytes.length,
  );
  if (found !== undefined) return found;
  throw new PageTraceError('file-unreadable', t('{0} has changed since it was read.', file), {
    hint: t('Read it again.'),
  });
}
