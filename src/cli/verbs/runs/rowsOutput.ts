import { visibleText } from '../../../core/visibleText.ts';
import { csvLine } from '../../../core/csv.ts';
import { ROW_KEYS } from './runsJson.ts';
import { rowMarkdown, rowsMarkdown, runMarkdown } from './runsMarkdown.ts';
import { rowText, runText } from './runsText.ts';

type Json = Readonly<Record<string, unknown>>;

/** How `pagetrace runs` writes what it found. */
export type RunsFormat = 'table' | 'json' | 'jsonl' | 'csv' | 'markdown';

/** A row as a line of JSON. */
export const jsonLine = (value: Json): string => `${JSON.stringify(value)}\n`;

/** A row as a line of comma-separated values. */
export const csvRow = (value: Json): string => csvLine(Object.values(value));

/**
 * The output after all samples, in parts: the summary, and the rows one by one, since they may be more than fit in one text.
 * @param rows the rows that `--rows` names; null without it
 */
export async function* runsOutput(
  format: RunsFormat,
  {
    run,
    groups,
    rows,
  }: {
    readonly run: Json;
    readonly groups: readonly Json[] | null;
    readonly rows: AsyncIterable<Json> | null;
  },
): AsyncGenerator<string> {
  const json = { ...run, ...(groups === null ? {} : { group_list: groups }) };
  switch (format) {
    case 'json':
      yield* jsonOutput(json, rows);
      return;
    case 'jsonl':
      for (const group of groups ?? []) yield jsonLine(group);
      for await (const row of rows ?? []) yield jsonLine(row);
      return;
    case 'csv':
      yield csvTable(groups ?? []);
      yield* rowsAfter(csvLine(ROW_KEYS), rows, csvRow);
      return;
    case 'markdown':
      yield visibleText(runMarkdown(json));
      yield* rowsAfter(rowsMarkdown(ROW_KEYS), rows, (row) => visibleText(rowMarkdown(ROW_KEYS, row)));
      return;
    case 'table':
      yield visibleText(runText(json));
      yield* rowsAfter('', rows, (row) => visibleText(rowText(row)));
  }
}

async function* jsonOutput(json: Json, rows: AsyncIterable<Json> | null): AsyncGenerator<string> {
  if (rows === null) {
    yield `${JSON.stringify(json, null, 2)}\n`;
    return;
  }
  yield `${JSON.stringify(json, null, 2).slice(0, -2)},\n  "rows": [`;
  let isFirst = true;
  for await (const row of rows) {
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(row, null, 2).replaceAll('\n', '\n    ')}`;
    isFirst = false;
  }
  yield `${isFirst ? '' : '\n  '}]\n}\n`;
}

/** Rows with a head, which none have. */
async function* rowsAfter(
  head: string,
  rows: AsyncIterable<Json> | null,
  write: (row: Json) => string,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const row of rows ?? []) {
    yield isFirst ? `${head}${write(row)}` : write(row);
    isFirst = false;
  }
}

/** Rows with the names of their columns above them; nothing for none. Every row has a cell for each name. */
function csvTable(rows: readonly Json[]): string {
  if (rows.length === 0) return '';
  const names = [...new Set(rows.flatMap(Object.keys))];
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map(csvLine).join('');
}
