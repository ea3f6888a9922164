import { shortNumber } from './numbers.ts';

type Row = Readonly<Record<string, unknown>>;

/** A named value of a JSON result as lines of text: one line, a heading with a table, or a heading with a line each. */
export function sectionLines(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    if (value.every((item) => typeof item !== 'object'))
      return [`${name}: ${value.map(cellText).join(', ')}`];
    return [name, ...tableLines(value as readonly Row[])];
  }
  if (typeof value !== 'object' || value === null) return [`${name}: ${cellText(value)}`];
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  if (entries.length === 0) return [];
  if (entries.every(([, item]) => typeof item === 'object' && item !== null)) {
    return [name, ...tableLines(entries.map(([field, item]) => ({ field, ...(item as object) })))];
  }
  return [name, ...entries.map(([field, item]) => `  ${field}: ${cellText(item)}`)];
}

/** Rows as lines below a heading; a column for each key that a row has. */
export function tableLines(rows: readonly Row[]): readonly string[] {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells.map(
    (row) =>
      `  ${row
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  ')
        .trimEnd()}`,
  );
}

/** A value of a JSON result as the cell of a table. */
export function cellText(value: unknown): string {
  if (typeof value === 'number') return shortNumber(value);
  if (typeof value === 'string') return value.replaceAll('\n', ' ');
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(cellText).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, item]) => `${name} ${cellText(item)}`)
    .join(', ');
}
