import type { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { PlacedRecord } from './placedRecord.ts';
import type { TableKind } from './recognize.ts';
import { SEPARATORS } from './tableKind.ts';

/**
 * The records of a table or an archive, some at a time. What reads each form is loaded when it is first needed.
 * @param bytes the text of a table in text
 * @param longest the most bytes of a record
 * @param signal ends reading before the next records
 * @throws PageTraceError `file-unreadable` for a file that is damaged, and for a pipe that would have to be read twice
 */
export async function* readTable(
  file: string,
  kind: TableKind,
  bytes: AsyncIterable<Buffer>,
  longest: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly PlacedRecord[]> {
  if (kind === 'parquet' || kind === 'zip') {
    if (file === '-') throw noPipe();
    yield* kind === 'parquet' ? parquet(file, signal) : archive(file, longest, signal);
    return;
  }
  const { textTable } = await import('../tables/textTable.ts');
  for await (const found of textTable(bytes, SEPARATORS[kind], longest))
    yield found.map((each) => ({ ...each, bytes: null }));
}

async function* parquet(file: string, signal?: AbortSignal): AsyncGenerator<readonly PlacedRecord[]> {
  const { parquetRecords } = await import('../tables/parquet.ts');
  for await (const found of parquetRecords(file, signal))
    yield found.map((each) => ({ ...each, bytes: null }));
}

/** The records of a zip archive: the rows of an Excel file, or the samples of an Inspect log. */
async function* archive(
  file: string,
  longest: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly PlacedRecord[]> {
  const { isWorkbook, zipRecords } = await import('../packed/zipRecords.ts');
  if (await isWorkbook(file)) {
    const { workbookRecords } = await import('../tables/workbook.ts');
    yield (await workbookRecords(file)).map((each) => ({ ...each, bytes: null }));
    return;
  }
  let line = 1;
  for await (const each of zipRecords(file, longest)) {
    if (signal?.aborted === true) return;
    yield [{ ...each, line: line++, bytes: null }];
  }
}

function noPipe(): PageTraceError {
  return new PageTraceError('file-unreadable', t('This form of records cannot be read from a pipe.'), {
    hint: t('Name the file.'),
  });
}
