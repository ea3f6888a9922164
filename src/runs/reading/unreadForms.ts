import path from 'node:path';
import { PageTraceError } from '../../core/errors.ts';
import { RECORD_FIELDS } from '../../core/records/fieldMap.ts';
import { RECORD_FORMATS } from '../../core/records/formats.ts';

/** A form of text in which records are kept and which PageTrace does not read. */
interface UnreadForm {
  readonly title: string;
  /** The call of pandas that reads it, or null. */
  readonly reader: string | null;
}

const COMMAS: UnreadForm = { title: 'a table of values between commas (CSV)', reader: 'read_csv(FILE)' };
const SEMICOLONS: UnreadForm = {
  title: 'a table of values between semicolons',
  reader: "read_csv(FILE, sep=';')",
};
const TABS: UnreadForm = {
  title: 'a table of values between tabs (TSV)',
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

/** Names of columns by which the first line of a table is recognized: what records call their fields. */
const COLUMNS: ReadonlySet<string> = new Set([
  ...RECORD_FIELDS,
  ...RECORD_FORMATS.flatMap(({ fields }) => Object.values(fields).flatMap(({ paths }) => paths)),
]);

/**
 * The error of a text file of records that PageTrace does not read; null for any other.
 * @param head the first characters of the file
 */
export function unreadFormError(file: string, head: string): PageTraceError | null {
  // JSON is read whatever the file is called, and of an empty file there is more to say.
  if (/^\s*(?:[[{]|$)/u.test(head)) return null;
  const form = findTableForm(head) ?? BY_EXTENSION[path.extname(file).toLowerCase()];
  if (form === undefined) return null;
  return new PageTraceError(
    'file-unreadable',
    `${file === '-' ? 'Standard input' : file} is ${form.title}, which PageTrace does not read.`,
    { hint: writeAsJson(form.reader) },
  );
}

/** What to do with records in a form that is not read; `reader` is the call of pandas that reads it, or null. */
export function writeAsJson(reader: string | null): string {
  const example = reader === null ? '' : `, like pandas.${reader}.to_json(OUT, orient='records', lines=True)`;
  return `Write it as JSON first, one record a line${example}.`;
}

/** The form of a table whose first line names columns, one of which is a field of records. */
function findTableForm(head: string): UnreadForm | undefined {
  const [, first = ''] = /^([^\r\n]+)\r?\n/u.exec(head) ?? [];
  return SEPARATORS.find(([separator]) => {
    const columns = first.split(separator).map((cell) => cell.replace(/^"(.*)"$/u, '$1'));
    const areNames = columns.every((column) => /^[\p{L}_][\w.-]*$/u.test(column));
    return columns.length > 1 && areNames && columns.some((column) => COLUMNS.has(column.toLowerCase()));
  })?.[1];
}
