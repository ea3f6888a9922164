import { cellText } from '../../output/sections.ts';

type Json = Readonly<Record<string, unknown>>;

/** The output of `pagetrace runs` as Markdown: the names and numbers of the JSON, in tables. */
export function runMarkdown(json: Json): string {
  const entries = Object.entries(json);
  const single = entries.filter(([, value]) => typeof value !== 'object' || value === null);
  const sections = entries.flatMap(([name, value]) => {
    const rows = rowsOf(value);
    return rows === null || rows.length === 0 ? [] : [`## ${name}\n\n${table(rows)}`];
  });
  const head = table(single.map(([name, value]) => ({ name, value })));
  return `# Run\n\n${[head, ...sections].join('\n\n')}\n`;
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
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(markdownCell)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => markdownCell(cellText(row[column]))))),
  ].join('\n');
}

/** A text as a cell of a Markdown table: none of its characters is markup. */
function markdownCell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#~]/g, '\\$&').replace(/\r?\n/g, ' ');
}
