import { Buffer, isUtf8 } from 'node:buffer';
import { t } from '@vscode/l10n';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  type ParquetParsers,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { PageTraceError } from '../../core/errors.ts';
import { readJson } from '../reading/readJson.ts';
import { keptSlices } from './keptSlices.ts';
import type { TableRecord } from './textTable.ts';

/** The fewest rows that are read together. */
const PORTION = 1000;

/** Bytes that are read together, before they are packed: each portion of a row group unpacks the ones before it again. */
const PORTION_BYTES = 64 * 1024 * 1024;

/** Texts keep a byte order mark at their beginning. JSON may have NaN, as Python writes it, or be none. */
const parsers: Partial<ParquetParsers> = {
  stringFromBytes: textOf,
  jsonFromBytes: (bytes: Uint8Array | undefined) => {
    const text = textOf(bytes);
    if (text === undefined) return undefined;
    const reading = readJson(text);
    return 'value' in reading ? reading.value : text;
  },
};

/** The text of bytes; a value that is missing has none. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** What a record has in place of bytes that are no text, such as those of an image; undefined for nothing. */
export type PlaceOfBytes = (bytes: Uint8Array) => unknown;

/** How the rows of a Parquet file are read. */
export interface ParquetOptions {
  /** By default, bytes that are no text are left out. */
  readonly placeOfBytes?: PlaceOfBytes;
  /** The fewest rows that are read together. */
  readonly portion?: number;
}

/**
 * The rows of a Parquet file, some at a time. Lines are the numbers of rows, from 1. A whole number that is no exact
 * double, as an id may be, is its digits.
 * @param signal ends reading before the next portion
 * @throws PageTraceError `file-unreadable` for a file that is damaged or packed in a way that is not known
 */
export async function* parquetRecords(
  file: string,
  signal?: AbortSignal,
  { placeOfBytes = () => undefined, portion: least = PORTION }: ParquetOptions = {},
): AsyncGenerator<readonly TableRecord[]> {
  try {
    const buffer = keptSlices(await asyncBufferFromFile(file));
    const metadata = await parquetMetadataAsync(buffer);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const groupEnd = rowStart + Number(group.num_rows);
      const bytesPerRow = Number(group.total_byte_size) / Math.max(1, Number(group.num_rows));
      const portion = Math.max(least, Math.floor(PORTION_BYTES / Math.max(1, bytesPerRow)));
      while (rowStart < groupEnd) {
        if (signal?.aborted === true) return;
        const rowEnd = Math.min(rowStart + portion, groupEnd);
        const options = { file: buffer, metadata, rowStart, rowEnd, compressors, parsers, utf8: false };
        const found = await parquetReadObjects(options);
        const first = rowStart + 1;
        yield found.map((row, at) => ({ line: first + at, record: plainCell(row, placeOfBytes) }));
        rowStart = rowEnd;
      }
    }
  } catch (error) {
    throw unreadableParquet(file, error);
  }
}

/** The error for a Parquet file that is damaged or packed in a way that is not known. */
export function unreadableParquet(file: string, error: unknown): PageTraceError {
  return new PageTraceError('file-unreadable', t('{0} is Parquet that cannot be read.', file), {
    hint: t('It may be damaged or cut off. Write it again, or write it as JSON.'),
    said: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}

/** A value of a Parquet file as JSON would have it; bytes that are no text have no such value. */
function plainCell(value: unknown, placeOfBytes: PlaceOfBytes): unknown {
  if (typeof value === 'bigint') return exactNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array)
    return isText(value) ? Buffer.from(value).toString('utf8') : placeOfBytes(value);
  if (ArrayBuffer.isView(value)) return undefined;
  if (Array.isArray(value)) return value.map((each) => plainCell(each, placeOfBytes));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const plain = plainCell(each, placeOfBytes);
      return plain === undefined ? [] : [[key, plain] as const];
    }),
  );
}

/** A whole number, or its digits if no double is exactly it. */
function exactNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** Whether bytes of a column without a type are a text, as some writers leave them. */
function isText(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}
