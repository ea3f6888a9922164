import { t } from '@vscode/l10n';
import readSheets from 'read-excel-file/node';
import { PageTraceError } from '../../core/errors.ts';
import { cellValue } from './cellValue.ts';
import { distinctNames } from './distinctNames.ts';
import type { TableRecord } from './textTable.ts';

/**
 * The rows of the first sheet of an Excel file, whose first row has the names of the columns. Lines are the numbers of
 * rows, from 1.
 * @throws PageTraceError `file-unreadable` for a file that is damaged
 */
export async function workbookRecords(file: string): Promise<readonly TableRecord[]> {
  try {
    const [first] = await readSheets(file);
    const [head = [], ...rows] = first?.data ?? [];
    const names = distinctNames(head.map(String));
    return rows.map((row, at) => ({
      line: at + 2,
      record: Object.fromEntries(
        names.flatMap((name, column) => {
          const value = row[column];
          if (head[column] === null) return [];
          // An empty cell of a column of texts is an empty text, such as that of a response.
          if (value === null || value === undefined) {
            const empty = cellValue(name, '');
            return empty === undefined ? [] : [[name, empty] as const];
          }
          return [[name, value instanceof Date ? value.toISOString() : value] as const];
        }),
      ),
    }));
  } catch (error) {
    throw new PageTraceError('file-unreadable', t('{0} is an Excel file that cannot be read.', file), {
      hint: t('It may be damaged or protected. Save it again, or save it as CSV.'),
      said: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  }
}
