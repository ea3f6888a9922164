import { shortNumber } from '../score/scoreTable.ts';

/** The output of `pagetrace stats` as text: the names and numbers of the JSON, in sections. */
export function statsText(
  summary: Readonly<Record<string, unknown>>,
  groups: readonly Readonly<Record<string, unknown>>[],
): string {
  const lines = Object.entries(summary).flatMap(([name, value]) => section(name, value));
  const listed = groups.flatMap((group) => [
    `  ${text(group['group'])}`,
    ...Object.entries(group)
      .filter(([name]) => name !== 'group')
      .map(([name, value]) => `    ${name}: ${text(value)}`),
  ]);
  return `${[...lines, ...(listed.length === 0 ? [] : ['group list', ...listed])].join('\n')}\n`;
}

function section(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    if (value.every((item) => typeof item !== 'object')) return [`${name}: ${value.map(text).join(', ')}`];
    return [name, ...table(value as readonly Readonly<Record<string, unknown>>[])];
  }
  if (typeof value !== 'object' || value === null) return [`${name}: ${text(value)}`];
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  if (entries.length === 0) return [];
  if (entries.every(([, item]) => typeof item === 'object' && item !== null)) {
    return [name, ...table(entries.map(([field, item]) => ({ field, ...(item as object) })))];
  }
  return [name, ...entries.map(([field, item]) => `  ${field}: ${text(item)}`)];
}

/** Rows with the same keys as columns below a heading. */
function table(rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => text(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells.map(
    (row) =>
      `  ${row
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  ')
        .trimEnd()}`,
  );
}

function text(value: unknown): string {
  if (typeof value === 'number') return shortNumber(value);
  if (typeof value === 'string') return value.replaceAll('\n', ' ');
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(text).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, item]) => `${name} ${text(item)}`)
    .join(', ');
}
