import { cellKind, hasNumber } from '../../core/layout/cellText.ts';
import type { Cell, Phrase, Table, TableRow } from '../../core/layout/model.ts';
import { slicePhrase } from '../../core/layout/phrases.ts';
import type { ReadPage } from './page.ts';
import { otherNamesOf } from './parties.ts';
import { WEIGHTS, type CellPassage, type Part, type RowPassage } from './passage.ts';
import { findPerson } from './persons.ts';
import { surroundingsOf, type Surroundings } from './surroundings.ts';
import { isQuotable } from './values.ts';

/** Rows with a longer label are lines of prose. */
const MAX_LABEL_WORDS = 12;
/** Labels of rows that contain the sum or the mean of others. */
const SUMMARY = /^(?:all|(?:grand |group |net )?total|sum|average|mean|overall|subtotal|altogether)\b/i;

/** Whether a row's label says that it summarizes the others. */
export function isSummary(label: string): boolean {
  return SUMMARY.test(label) || /\btotal$/i.test(label);
}

/** The cells of a table, each identified by its row and its column, and the labels of its rows. */
export function cellPassages(page: ReadPage, table: Table, image: number): (CellPassage | RowPassage)[] {
  const around = surroundingsOf(page, table, image);
  const labels = labelColumns(table);
  return table.rows.flatMap((row): (CellPassage | RowPassage)[] => {
    const inRow = { ...around, parts: [...around.parts, { text: row.section, weight: WEIGHTS.section }] };
    return labels.length > 1
      ? valuesByLabel(page, row, labels, around)
      : rowPassages(page, table, row, inRow);
  });
}

function rowPassages(
  page: ReadPage,
  table: Table,
  row: TableRow,
  around: Surroundings,
): (CellPassage | RowPassage)[] {
  const first = row.label ?? row.cells.find(({ column }) => column === 0) ?? null;
  if (first !== null && (first.lines[0].words.length > MAX_LABEL_WORDS || !isQuotable(first.text))) return [];
  const others = row.cells.filter((cell) => cell !== first && isQuotable(cell.text));
  const label = first?.text ?? '';
  const otherNames = otherNamesOf(label, page.words.text);
  const labelQuote = quoteCell(page, first ?? others[0]);
  const cells = others.map((cell): CellPassage => {
    const header = table.headers[cell.column] ?? '';
    return {
      ...around,
      kind: 'cell',
      parts: [
        ...[label, header, otherNames].map((text) => ({ text, weight: WEIGHTS.own })),
        ...others
          .filter((other) => other !== cell)
          .map(({ text }): Part => ({
            text,
            weight: cellKind(text) === 'text' ? WEIGHTS.sibling : WEIGHTS.figure,
          })),
        ...around.parts,
      ],
      text: cell.text,
      quotes: quotesOf(page, cell),
      label,
      labelQuote,
      otherNames,
      header,
      table,
      row,
      column: cell.column,
    };
  });
  const persons = personPassages(page, row, around);
  if (first === null) return [...cells, ...persons];
  const whole: RowPassage = {
    ...around,
    kind: 'row',
    parts: [
      { text: table.headers[0] ?? '', weight: WEIGHTS.own },
      ...others.flatMap(({ text, column }): Part[] => [
        { text, weight: hasNumber(text) ? WEIGHTS.sibling : WEIGHTS.own },
        { text: table.headers[column] ?? '', weight: WEIGHTS.section },
      ]),
      ...around.parts,
    ],
    text: label,
    quotes: quotesOf(page, first),
    cells: others.map((cell) => quoteCell(page, cell)),
    table,
  };
  return [...cells, ...persons, whole];
}

function quotesOf(page: ReadPage, { lines }: Cell): string[] {
  return lines.flatMap((line) => page.words.quotesOf(line));
}

function quoteCell(page: ReadPage, cell: Cell | undefined): string {
  return (cell === undefined ? [] : quotesOf(page, cell))[0] ?? '';
}

/**
 * The columns of labels. There is more than one if pairs of label and value are side by side: every other column,
 * without numbers, with no header or with one that is the same for all columns of values.
 */
function labelColumns({ headers, rows }: Table): number[] {
  const even = headers.flatMap((_header, column) => (column % 2 === 0 ? [column] : []));
  if (headers.length < 4 || headers.length % 2 === 1) return [0];
  const values = new Set(headers.filter((_header, column) => column % 2 === 1));
  if (values.size > 1) return [0];
  const texts = (column: number): string[] =>
    rows.flatMap(({ cells }) => cells.filter((cell) => cell.column === column).map(({ text }) => text));
  const isNamed = even.every((column) =>
    texts(column).every((text) => /\p{L}{2}/u.test(text) && !/\d{2}/.test(text)),
  );
  return isNamed && even.every((column) => texts(column + 1).length > 0) ? even : [0];
}

/** The values of a row with several labels, each with the label before it. */
function valuesByLabel(
  page: ReadPage,
  { cells }: TableRow,
  labels: readonly number[],
  around: Surroundings,
): CellPassage[] {
  return labels.flatMap((column) => {
    const label = cells.find((cell) => cell.column === column);
    const value = cells.find((cell) => cell.column === column + 1);
    return label === undefined || value === undefined
      ? []
      : valuePassage(page, label.lines[0], value.lines[0], around);
  });
}

/** Who does what, if a cell names both: `Opening, Erik Sandvik`, or the name below it. */
function personPassages(page: ReadPage, { cells }: TableRow, around: Surroundings): CellPassage[] {
  return cells.flatMap((cell): CellPassage[] => {
    const [line] = cell.lines;
    const person = findPerson(line.text);
    if (person === null) return [];
    const siblings = cells
      .filter((other) => other !== cell)
      .map(({ text }): Part => ({ text, weight: WEIGHTS.sibling }));
    return valuePassage(
      page,
      slicePhrase(line, 0, person.task.length),
      slicePhrase(line, person.start, person.start + person.name.length),
      { ...around, parts: [...siblings, ...around.parts], otherNames: '' },
    );
  });
}

/** A value that is identified only by its label; none if either cannot be quoted. */
export function valuePassage(
  page: ReadPage,
  label: Phrase,
  value: Phrase,
  around: Surroundings & { readonly otherNames?: string | undefined },
): CellPassage[] {
  const [labelQuote] = page.words.quotesOf(label);
  if (labelQuote === undefined || !isQuotable(label.text)) return [];
  const { otherNames = otherNamesOf(label.text, page.words.text) } = around;
  return [
    {
      ...around,
      kind: 'cell',
      parts: [...[label.text, otherNames].map((text) => ({ text, weight: WEIGHTS.own })), ...around.parts],
      text: value.text,
      quotes: page.words.quotesOf(value),
      label: label.text,
      labelQuote,
      otherNames,
      header: '',
      table: null,
      row: null,
      column: 1,
    },
  ];
}
