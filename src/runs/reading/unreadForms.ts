import path from 'node:path';
import { t } from '@vscode/l10n';
import { nameFile } from './bytes.ts';
import { PageTraceError } from '../../core/errors.ts';
import { RECORD_FIELDS } from '../../core/records/fieldMap.ts';
import { RECORD_FORMATS } from '../../core/records/formats/registry.ts';

/** A text format for records that PageTrace does not read. */
interface UnreadForm {
  readonly title: string;
  /** The pandas call that reads it, or null. */
  readonly reader: string | null;
}

const COMMAS: UnreadForm = {
  get title() {
    return t('a comma-separated table (CSV)');
  },
  reader: 'read_csv(FILE)',
};
const SEMICOLONS: UnreadForm = {
  get title() {
    return t('a semicolon-separated table');
  },
  reader: "read_csv(FILE, sep=';')",
};
const TABS: UnreadForm = {
  get title() {
    return t('a tab-separated table (TSV)');
  },
  reader: "read_csv(FILE, sep='\\t')",
};
const YAML: UnreadForm = { title: 'YAML', reader: null };

const SEPARATORS = [
  [',', COMMAS],
  [';', SEMICOLONS],
  ['\t', TABS],
] as const;

const BY_EXTENSION: Readonly<Record<string, UnreadForm>> = {
  '.csv': COMMAS,
  '.tsv': TABS,
  '.tab': TABS,
  '.yaml': YAML,
  '.yml': YAML,
};

/** Column names by which the first line of a table is recognized: common names of record fields. */
const COLUMNS: ReadonlySet<string> = new Set([
  ...RECORD_FIELDS,
  ...RECORD_FORMATS.flatMap(({ fields }) => Object.values(fields).flatMap(({ paths }) => paths)),
]);

/**
 * The error for a text file of records in a format that PageTrace does not read; null for any other file.
 * @param head the first characters of the file
 */
export function unreadFormError(file: string, head: string): PageTraceError | null {
  // JSON and trajectories are read whatever the file's name is, and an empty file has an error of its own.
  if (/^\s*(?:[[{]|<[a-z]|$)/iu.test(head)) return null;
  const form =
    findTableForm(head) ??
    (isYaml(head) ? YAML : undefined) ??
    BY_EXTENSION[path.extname(file).toLowerCase()];
  if (form === undefined) return null;
  return new PageTraceError(
    'file-unreadable',
    t('{0} is {1}, which PageTrace does not read.', nameFile(file), form.title),
    { hint: writeAsJson(form.reader) },
  );
}

/** What to do with records in a format that is not read; `reader` is the pandas call that reads it, or null. */
export function writeAsJson(reader: string | null): string {
  if (reader === null) return t('Write it as JSON first, one record a line.');
  return t(
    'Write it as JSON first, one record a line, like {0}.',
    `pandas.${reader}.to_json(OUT, orient='records', lines=True)`,
  );
}

/** The format of a table whose first line has column names, one of which is a field of records. */
function findTableForm(head: string): UnreadForm | undefined {
  const [, first = ''] = /^([^\r\n]+)\r?\n/u.exec(head) ?? [];
  return SEPARATORS.find(([separator]) => {
    const columns = first.split(separator).map((cell) => cell.replace(/^"(.*)"$/u, '$1'));
    const areNames = columns.every((column) => /^[\p{L}_][\w.-]*$/u.test(column));
    return columns.length > 1 && areNames && columns.some((column) => COLUMNS.has(column.toLowerCase()));
  })?.[1];
}

/** Whether a text begins with a list of YAML records: a dash, a field of records, and a colon. */
function isYaml(head: string): boolean {
  const key = /^\s*- ([A-Za-z_]\w*):(?:\s|$)/.exec(head)?.[1];
  return key !== undefined && COLUMNS.has(key);
}
