import { describe, expect, it } from 'vitest';
import { layOut } from '../../../src/core/layout/pageLayout.ts';
import { row, wordsOf, type Placed } from './build.ts';

const HEIGHT = 20;
const PLACES = [100, 500, 700];
const TWO_LINES = [
  [['Receivables from', 'associated companies'], '4,118', '4,302'],
  [['Provisions for pensions', 'and similar obligations'], '2,907', '3,014'],
  [['Net interest', 'income of the group'], '1,355', '1,298'],
] as const;
const THREE_LINES = [
  [['Receivables from', 'associated companies', 'in foreign countries'], '4,118', '4,302'],
  [['Provisions for pensions', 'and similar obligations', 'of former years'], '2,907', '3,014'],
  [['Net interest', 'income of the group', 'before taxes'], '1,355', '1,298'],
] as const;
const CAPITALS = [
  [['Receivables from', 'Associated Companies'], '4,118', '4,302'],
  [['Provisions for', 'Pensions and Similar', 'Obligations'], '2,907', '3,014'],
  [['Net Interest', 'Income of the Group'], '1,355', '1,298'],
] as const;
const MIXED = [
  [['Cash'], '4,118', '4,302'],
  [['Receivables from', 'associated companies', 'in foreign countries'], '2,907', '3,014'],
  [['Provisions for pensions', 'and similar', 'obligations for', 'early retirement'], '1,355', '1,298'],
  [['Goodwill'], '812', '799'],
  [['Net interest', 'income of the group'], '77', '91'],
] as const;

type Cells = readonly (string | readonly string[])[];

/** A table whose cells are centered in their rows, with the lines of a cell `pitch` and the rows `gap` more apart. */
function centered(rows: readonly Cells[], pitch: number, gap: number, places = PLACES): Placed[][] {
  let top = 100;
  return rows.flatMap((cells) => {
    const cellLines = cells.map((cell) => (typeof cell === 'string' ? [cell] : cell));
    const height = pitch * Math.max(...cellLines.map((lines) => lines.length));
    const placed = cellLines.flatMap((lines, column) =>
      lines.map((text, at) =>
        row(top + (height - pitch * lines.length) / 2 + pitch * at, [places[column] ?? 0, text]),
      ),
    );
    top += height + gap;
    return placed;
  });
}

/** The heads and rows of the only table, with the section of a row before its label. */
function tableOf(placed: readonly Placed[][]): string[][] {
  const { tables } = layOut(wordsOf(...placed));
  expect(tables).toHaveLength(1);
  return tables.flatMap(({ headers, rows }) => [
    [...headers],
    ...rows.map(({ section, cells }) => [
      ...(section === '' ? [] : [section]),
      ...cells.map(({ text }) => text),
    ]),
  ]);
}

function joined(rows: readonly Cells[]): string[][] {
  return rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? cell : cell.join(' '))));
}

const HEADS = ['Item', '2023', '2024'];
const TABLES = [
  ['two lines', TWO_LINES],
  ['three lines', THREE_LINES],
  ['lines with capitals', CAPITALS],
  ['one to four lines', MIXED],
] as const;

describe('values at the middle of labels', () => {
  const cases = TABLES.flatMap(([name, rows]) =>
    [22, 24, 28].flatMap((pitch) => [12, 24].map((gap) => [name, pitch, gap, rows] as const)),
  );
  it.each(cases)('are in their rows: %s, %i apart and %i more between rows', (_name, pitch, gap, rows) => {
    expect(tableOf(centered([HEADS, ...rows], pitch, gap))).toEqual([HEADS, ...joined(rows)]);
  });

  it.each(cases)('are in their rows in one column: %s, %i apart and %i more', (_name, pitch, gap, rows) => {
    const [heads, ...table] = [HEADS, ...rows].map((cells) => cells.slice(0, 2));
    expect(tableOf(centered([heads ?? [], ...table], pitch, gap)).slice(-rows.length)).toEqual(
      joined(table).slice(-rows.length),
    );
  });

  it.each([
    ['two lines', TWO_LINES],
    ['three lines that are one sentence', THREE_LINES],
  ] as const)('are in their rows where all lines are equally far apart: %s', (_name, rows) => {
    expect(tableOf(centered([HEADS, ...rows], 24, 0))).toEqual([HEADS, ...joined(rows)]);
  });

  it('are in their rows where all lines are equally far apart and no label begins with a capital', () => {
    const rows = TWO_LINES.map(([lines, ...values]) => [lines.map((line) => line.toLowerCase()), ...values]);
    expect(tableOf(centered([HEADS, ...rows], 24, 0))).toEqual([HEADS, ...joined(rows)]);
  });

  it('do not keep a table below from being one of its own', () => {
    const first = centered([HEADS, ...THREE_LINES, ...THREE_LINES, ...THREE_LINES], 24, 12);
    const bottom = Math.max(...first.flat().map(({ top }) => top)) + HEIGHT;
    const { tables } = layOut(
      wordsOf(
        ...first,
        row(bottom + 24, [100, 'Other text follows here.']),
        row(bottom + 74, [100, 'Region'], [500, 'Cases']),
        row(bottom + 104, [100, 'North'], [500, '120']),
        row(bottom + 134, [100, 'South'], [500, '45']),
      ),
    );
    expect(tables.map(({ headers }) => headers)).toEqual([HEADS, ['Region', 'Cases']]);
  });

  it('have a label with the box of each of its lines', () => {
    const { tables } = layOut(wordsOf(...centered([HEADS, ...THREE_LINES], 24, 12)));
    const label = tables[0]?.rows[1]?.label;
    expect(label?.lines.map(({ text }) => text)).toEqual(THREE_LINES[1][0]);
    expect(label && label.box.bottom - label.box.top).toBe(2 * 24 + HEIGHT);
  });
});

describe('other centered cells', () => {
  it('are in their rows beside a cell of several lines between them', () => {
    const rows = [
      ['K-1', 'Boiler', '1902', '4,302'],
      ['K-2', ['Repair of the hull', 'of both ships'], '1903', '3,014'],
      ['K-3', ['New masts and', 'sails of former', 'years'], '1905', '1,298'],
      ['K-4', 'Paint', '1907', '799'],
    ] as const;
    const heads = ['Code', 'Work', 'Year', 'Cost'];
    const placed = centered([heads, ...rows], 24, 12, [100, 250, 600, 750]);
    expect(tableOf(placed)).toEqual([heads, ...joined(rows)]);
  });

  it('are heads beside a head of two lines', () => {
    const heads = [['Diseases of', 'the person'], 'Cases', 'Deaths'] as const;
    const rows = TWO_LINES.map(([[label], ...values]) => [label, ...values]);
    expect(tableOf(centered([heads, ...rows], 24, 12))).toEqual([...joined([heads]), ...rows]);
  });

  it('are in their rows although letters below the line reach to their height', () => {
    const words = wordsOf(...centered([HEADS, ...TWO_LINES], 22, 12)).map((word) =>
      /[gjpqy,]/.test(word.text) ? { ...word, box: { ...word.box, bottom: word.box.bottom + 4 } } : word,
    );
    const { tables } = layOut(words);
    expect(tables.flatMap(({ rows }) => rows.map(({ cells }) => cells.map(({ text }) => text)))).toEqual(
      joined(TWO_LINES),
    );
  });
});

describe('lines that are no cell', () => {
  it('are sections where each row has a label of its own', () => {
    const table = tableOf([
      row(100, [100, 'Item'], [500, '2023'], [700, '2024']),
      row(130, [100, 'Assets']),
      row(160, [100, 'Cash'], [500, '4,118'], [700, '4,302']),
      row(190, [100, 'Liabilities']),
      row(220, [100, 'Loans'], [500, '2,907'], [700, '3,014']),
      row(250, [100, 'Equity']),
      row(280, [100, 'Shares'], [500, '1,355'], [700, '1,298']),
    ]);
    expect(table.slice(1)).toEqual([
      ['Assets', 'Cash', '4,118', '4,302'],
      ['Liabilities', 'Loans', '2,907', '3,014'],
      ['Equity', 'Shares', '1,355', '1,298'],
    ]);
  });

  it('are the title above heads and the section below them', () => {
    const { tables } = layOut(
      wordsOf(
        row(100, [100, 'Staff']),
        row(126, [100, 'Region'], [500, '2023'], [700, '2024']),
        row(152, [100, 'Plants']),
        row(190, [100, 'North'], [500, '4,118'], [700, '4,302']),
        row(216, [100, 'South'], [500, '2,907'], [700, '3,014']),
      ),
    );
    expect(tables.map(({ headers }) => headers)).toEqual([['Region', '2023', '2024']]);
  });

  it('are a title and a section if they are not next to the label between them', () => {
    const table = tableOf([
      row(40, [100, 'Item'], [500, '2023'], [700, '2024']),
      row(100, [100, 'Staff']),
      row(140, [100, 'North'], [500, '4,118'], [700, '4,302']),
      row(180, [100, 'Plants']),
      row(240, [100, 'South'], [500, '2,907'], [700, '3,014']),
    ]);
    expect(table.slice(1)).toEqual([
      ['Staff', 'North', '4,118', '4,302'],
      ['Plants', 'South', '2,907', '3,014'],
    ]);
  });

  it('are sections if the label between them is indented', () => {
    const table = tableOf([
      row(50, [100, 'Item'], [500, '2023'], [700, '2024']),
      row(100, [100, 'Assets']),
      row(136, [130, 'Cash'], [500, '4,118'], [700, '4,302']),
      row(172, [100, 'Liabilities']),
      row(230, [130, 'Loans'], [500, '2,907'], [700, '3,014']),
    ]);
    expect(table.slice(1)).toEqual([
      ['Assets', 'Cash', '4,118', '4,302'],
      ['Liabilities', 'Loans', '2,907', '3,014'],
    ]);
  });

  it('are labels of one line whose values stand a little lower', () => {
    const rows = MIXED.map(([[label], ...values]) => [label, ...values]);
    const placed = rows.flatMap(([label = '', ...values], at) => [
      row(100 + 30 * at, [100, label]),
      row(109 + 30 * at, ...values.map((value, column) => [500 + 200 * column, value] as const)),
    ]);
    expect(tableOf(placed).slice(1)).toEqual(rows);
  });

  it.each([
    ['headings', ['3 Results', '4 Limitations'], 6],
    ['numbers', ['4,118', '2,907'], 11],
  ])('are prose beside %s that are half a line lower', (_what, right, words) => {
    const line = 'and carried coal for all the owners of that old line'.split(' ').slice(0, words).join(' ');
    const rows = [HEADS, ...MIXED.map(([[label], ...values]) => [label, ...values])];
    const below = 100 + 26 * rows.length;
    const table = tableOf([
      ...centered(rows, 26, 0),
      ...[0, 1, 2, 3].map((at) => row(below + 26 * at, [100, line])),
      ...right.map((text, at) => row(below + 13 + 52 * at, [900, text])),
    ]);
    expect(table).toEqual(rows);
  });
});
