import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { RECORD_FIELDS } from '../../core/records/fieldMap.ts';
import { RECORD_FORMATS } from '../../core/records/formats/registry.ts';
import { nameFile } from './bytes.ts';

/** What separates the cells of a table in text. */
export type TextTableKind = 'commas' | 'semicolons' | 'tabs';

/** The separators of tables in text. */
export const SEPARATORS: Readonly<Record<TextTableKind, string>> = {
  commas: ',',
  semicolons: ';',
  tabs: '\t',
};

const KINDS: readonly TextTableKind[] = ['commas', 'semicolons', 'tabs'];

/** Column names by which the first line of a table is recognized: common names of record fields. */
const COLUMNS: ReadonlySet<string> = new Set([
  ...RECORD_FIELDS,
  ...RECORD_FORMATS.flatMap(({ fields }) => Object.values(fields).flatMap(({ paths }) => paths)),
]);

/** How JSON, trajectories and empty files begin; a name in brackets may be the first column of a table. */
const NO_TABLE = /^\s*(?:\{|\[\s*(?:["{[\]\d-]|true\b|false\b|null\b|NaN\b|$)|<[a-z]|$)/iu;

/**
 * What separates the cells of a table in text: of a file that is named like one, or whose first line has the names of
 * record fields. Null for any other file.
 * @param head the first characters of the file
 */
export function tableKind(file: string, head: string): TextTableKind | null {
  // JSON and trajectories are read whatever the file's name is, and an empty file has an error of its own.
  if (NO_TABLE.test(head)) return null;
  const [first = ''] = head.split(/\r?\n/u, 1);
  switch (path.extname(file.replace(/\.(?:gz|zst)$/i, '')).toLowerCase()) {
    case '.tsv':
    case '.tab':
      return 'tabs';
    case '.csv':
      return mostFrequent(first);
    default:
      return head.includes('\n')
        ? (KINDS.find((kind) => namesFields(first, SEPARATORS[kind])) ?? null)
        : null;
  }
}

/** The separator that a line has most often outside of quotes; a comma if it has none. */
function mostFrequent(line: string): TextTableKind {
  const unquoted = line.replace(/"[^"]*"/gu, '');
  const counts = KINDS.map((kind) => unquoted.split(SEPARATORS[kind]).length);
  return KINDS[counts.indexOf(Math.max(...counts))] ?? 'commas';
}

/** Whether a line has several names with a separator between them, and one of them is that of a record field. */
function namesFields(line: string, separator: string): boolean {
  const columns = line.split(separator).map((cell) => cell.replace(/^"(.*)"$/u, '$1'));
  const areNames = columns.every((column) => /^[\p{L}_][\w.-]*$/u.test(column));
  return columns.length > 1 && areNames && columns.some((column) => COLUMNS.has(column.toLowerCase()));
}

/** Whether a file is YAML, by its name or because it begins with a list of records: a dash, a field, and a colon. */
export function isYaml(file: string, head: string): boolean {
  if (/^\s*(?:[[{]|<[a-z]|$)/iu.test(head)) return false;
  const key = /^\s*- ([A-Za-z_]\w*):(?:\s|$)/.exec(head)?.[1];
  return (key !== undefined && COLUMNS.has(key)) || /\.ya?ml$/i.test(file);
}

/** The error for YAML, which is no form of records. */
export function yamlError(file: string): PageTraceError {
  return new PageTraceError(
    'file-unreadable',
    t('{0} is YAML, which PageTrace does not read.', nameFile(file)),
    { hint: t('Write it as JSON first, one record a line.') },
  );
}
