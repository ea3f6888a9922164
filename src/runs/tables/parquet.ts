import { t } from '@vscode/l10n';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { PageTraceError } from '../../core/errors.ts';
import type { TableRecord } from './textTable.ts';

/** Rows that are read together. */
const PORTION = 1000;

/**
 * The rows of a Parquet file, some at a time. Lines are the numbers of rows, from 1. Bytes, such as those of images, are
 * left out.
 * @throws PageTraceError `file-unreadable` for a file that is damaged or packed in a way that is not known
 */
export async function* parquetRecords(file: string): AsyncGenerator<readonly TableRecord[]> {
  try {
    const buffer = await asyncBufferFromFile(file);
    const metadata = await parquetMetadataAsync(buffer);
    const rows = Number(metadata.num_rows);
    for (let rowStart = 0; rowStart < rows; rowStart += PORTION) {
      const rowEnd = Math.min(rowStart + PORTION, rows);
      const found = await parquetReadObjects({ file: buffer, metadata, rowStart, rowEnd, compressors });
      yield found.map((row, at) => ({ line: rowStart + at + 1, record: plainCell(row) }));
    }
  } catch (error) {
    throw new PageTraceError('file-unreadable', t('{0} is Parquet that cannot be read.', file), {
      hint: t('It may be damaged or cut off. Write it again, or write it as JSON.'),
      said: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  }
}

/** A value of a Parquet file as JSON would have it; bytes have no such value. */
function plainCell(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return undefined;
  if (Array.isArray(value)) return value.map(plainCell);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const plain = plainCell(each);
      return plain === undefined ? [] : [[key, plain] as const];
    }),
  );
}
