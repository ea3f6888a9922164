import type { Buffer } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { t } from '@vscode/l10n';
import { parse } from 'csv-parse';
import { PageTraceError } from '../../core/errors.ts';
import { outputColumns } from '../../core/records/formats/promptfoo.ts';
import type { RecordProblem } from '../../core/records/problemReason.ts';
import { cellValue } from './cellValue.ts';
import { distinctNames } from './distinctNames.ts';

/** A row of a table as a record, or why it cannot be read. Lines count from 1; the first one has the names. */
export type TableRecord = { readonly line: number } & ({ readonly record: unknown } | RecordProblem);

/** Rows that are read together. */
const PORTION = 256;

/**
 * The rows of a table in text (CSV, TSV), whose first line has the names of the columns. Quotes may contain separators
 * and line breaks. A row that cannot be read has a problem, and reading continues.
 * @param separator between cells
 * @throws PageTraceError `file-unreadable` if the table ends within quotes
 */
export async function* textTable(
  bytes: AsyncIterable<Buffer>,
  separator: string,
  longest: number,
): AsyncGenerator<readonly TableRecord[]> {
  let found: TableRecord[] = [];
  let line = 2;
  let outputs: ReadonlySet<string> = new Set();
  const parser = parse({
    bom: true,
    columns: (names: readonly string[]) => {
      const distinct = distinctNames(names);
      outputs = new Set(outputColumns(distinct));
      return [...distinct];
    },
    delimiter: separator,
    info: true,
    max_record_size: longest,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: () => {
      found.push({
        line,
        problem: t('This row of the table cannot be read: a quote that is opened in it may never be closed.'),
        reason: 'json',
      });
      return undefined;
    },
  });
  pipeline(Readable.from(bytes), parser, () => undefined);
  try {
    for await (const row of parser as AsyncIterable<ParsedRow>) {
      found.push({ line, record: recordOf(row.record, outputs) });
      // The library says where a row ends.
      line = row.info.lines + 1;
      if (found.length < PORTION) continue;
      yield found;
      found = [];
    }
  } catch (error) {
    yield found;
    // The bytes could not be read or unpacked.
    if (error instanceof PageTraceError) throw error;
    throw new PageTraceError('file-unreadable', t('The table cannot be read after line {0}.', line), {
      hint: t('Check its quotes: one that is opened there may never be closed.'),
      cause: error,
    });
  }
  if (parser.info.records === 0 && found.length === 0) throw onlyNames();
  yield found;
}

function onlyNames(): PageTraceError {
  return new PageTraceError('file-unreadable', t('The table has the names of its columns, and no rows.'));
}

interface ParsedRow {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

/** A row as a record; a cell of outputs is a text, whatever it looks like. */
function recordOf(row: Readonly<Record<string, string>>, outputs: ReadonlySet<string>): unknown {
  return Object.fromEntries(
    Object.entries(row).map(([column, text]) => [
      column,
      outputs.has(column) ? text : cellValue(column, text),
    ]),
  );
}
