import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { readRange } from './bytes.ts';
import { toUtf8 } from './encoding.ts';
import { LONGEST_PIECE, tooLongSentence, type PiecePlace } from './pieces.ts';
import type { InputForm } from './recognize.ts';
import { createRecordSource, type FoundRecord, type RecordsKind } from './recordSource.ts';

/** The form of a file of records, as `recognizeFile` returns it. */
export type RecordsForm = InputForm & { readonly kind: RecordsKind };

/**
 * Reads a record of a file again from its place, with the same result as reading the whole file: the same record, or
 * the same problem. Offsets count bytes of the file itself, before any decoding. Packed files have no offsets, because
 * they are rejected as a whole.
 * @param longest the most bytes of a record, as for the first reading
 * @throws PageTraceError `file-not-found` or `file-unreadable`, also if another record is at that place by now
 */
export async function readRecordAt(
  file: string,
  { kind, encoding }: RecordsForm,
  { line, bytes }: PiecePlace,
  longest = LONGEST_PIECE,
): Promise<FoundRecord> {
  // A line or value has at most twice as many bytes in UTF-16 as in UTF-8, so this one was too long to be kept.
  if (kind !== 'generations' && bytes.length > 2 * longest)
    return { line, bytes, problem: tooLongSentence(longest), reason: 'too_long' };
  const source = createRecordSource(kind, { longest, encoding, from: { line, byte: bytes.start } });
  const text = toUtf8(await readRange(file, bytes), encoding);
  const found = [...source.push(text), ...source.end()].find(
    (each) => each.bytes.start === bytes.start && each.bytes.length === bytes.length,
  );
  if (found !== undefined) return found;
  throw new PageTraceError('file-unreadable', t('{0} has changed since it was read.', file), {
    hint: t('Read it again.'),
  });
}
