import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { nameFile, readingCanceled, type OpenInput } from './bytes.ts';
import { PLAIN_UTF8, type Encoding } from './encoding.ts';
import { inPackedFile, isTableKind, type PlacedRecord, type ReadTable } from './placedRecord.ts';
import type { InputKind } from './recognize.ts';
import { createRecordSource, type FoundRecord } from './recordSource.ts';

/**
 * Bytes of a file in each portion, fewer than are read at a time: V8 enlarges its young generation by what is alive
 * when it is collected, which includes the samples of a portion with their scores.
 */
const PORTION = 32 * 1024;

/** How records are read. */
export interface RecordsOptions {
  /** What the file is, as it was recognized. */
  readonly kind: Exclude<InputKind, 'trajectory'>;
  readonly encoding: Encoding;
  /** The most bytes of a record. */
  readonly longest: number;
  /** Reads tables and archives; null where the libraries for that are not at hand. */
  readonly readTable: ReadTable | null;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The records of an open file with their places, in portions that are read together.
 * @throws PageTraceError `file-unreadable` or `cancelled`
 */
export async function* placedRecords(
  file: string,
  input: OpenInput,
  { kind, encoding, longest, readTable, signal }: RecordsOptions,
): AsyncGenerator<readonly PlacedRecord[]> {
  const isPacked = input.packing !== null;
  if (isTableKind(kind)) {
    if (readTable === null) throw unreadTable(file);
    if (isPacked && (kind === 'parquet' || kind === 'zip')) throw packedTwice(file);
    yield* readTable(file, kind, input.bytes, longest, signal);
    if (signal?.aborted === true) throw readingCanceled(file, signal.reason);
    return;
  }
  const source = createRecordSource(kind, { longest, encoding: isPacked ? PLAIN_UTF8 : encoding });
  const placed = (found: readonly FoundRecord[]): readonly PlacedRecord[] =>
    isPacked ? found.map(inPackedFile) : found;
  // The first portion is not divided: what its records suggest determines how the file is scored.
  let size = Infinity;
  for await (const chunk of input.bytes) {
    for (let at = 0; at < chunk.length; at += size) yield placed(source.push(chunk.subarray(at, at + size)));
    size = PORTION;
  }
  yield placed(source.end());
}

function packedTwice(file: string): PageTraceError {
  return new PageTraceError(
    'file-unreadable',
    t('{0} is a Parquet file or an archive that was packed once more.', nameFile(file)),
    { hint: t('Unpack it first: these are read from their end, which takes the whole file.') },
  );
}

function unreadTable(file: string): PageTraceError {
  return new PageTraceError(
    'file-unreadable',
    t('{0} is a table or an archive, which is not read here.', nameFile(file)),
    { hint: t('Open it with “PageTrace: Open Run”, or name it to the command line.') },
  );
}
