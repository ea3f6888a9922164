import { markdownCell } from '../../../core/markdownCell.ts';
import { cellText } from '../../output/sections.ts';

type Json = Readonly<Record<string, unknown>>;

/** The output of `pagetrace runs` as Markdown: the names and numbers of the JSON, in tables. */
export function runMarkdown(json: Json): string {
  return jsonMarkdown('Run', json);
}

/** A JSON object as Markdown: its names and numbers in tables. */
export function jsonMarkdown(title: string, json: Json): string {
  const entries = Object.entries(json);
  const single = entries.filter(([, value]) => typeof value !== 'object' || value === null);
  const sections = entries.flatMap(([name, value]) => {
    const rows = rowsOf(value);
    return rows === null || rows.length === 0 ? [] : [`## ${name}\n\n${table(rows)}`];
  });
  const head = table(single.map(([name, value]) => ({ name, value })));
  return `# ${title}\n\n${[head, ...sections].join('\n\n')}\n`;
}

/** What begins the table of rows with some columns. */
export function rowsMarkdown(columns: readonly string[]): string {
  return `\n## rows\n\n${tableHead(columns)}\n`;
}

/** A line of the table of rows. */
export function rowMarkdown(columns: readonly string[], row: Json): string {
  return `${tableLine(columns.map((column) => cellText(row[column])))}\n`;
}

/** A value as rows of a table; null for one that is none. */
function rowsOf(value: unknown): readonly Json[] | null {
  if (Array.isArray(value)) return value as readonly Json[];
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value as Json);
  const areRows = entries.every(
    ([, each]) => typeof each === 'object' && each !== null && !Array.isArray(each),
  );
  return areRows
    ? entries.map(([name, each]) => ({ name, ...(each as Json) }))
    : entries.map(([name, each]) => ({ name, value: each }));
}

function table(rows: readonly Json[]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const lines = rows.map((row) => tableLine(columns.map((column) => cellText(row[column]))));
  return [tableHead(columns), ...lines].join('\n');
}

function tableHead(columns: readonly string[]): string {
  return `${tableLine(columns)}\n| ${columns.map(() => '---').join(' | ')} |`;
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(' | ')} |`;
}
