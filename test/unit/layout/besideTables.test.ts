import { describe, expect, it } from 'vitest';
import type { PageLayout } from '../../../src/core/layout/model.ts';
import { layOut } from '../../../src/core/layout/pageLayout.ts';
import { row, wordsOf, type Placed } from './build.ts';

const PROSE = wrapped(
  'Both steamers were built at a yard in the north and carried coal, slate and some passengers. The first burned in ' +
    '1903, after which the owners insured every vessel that they bought. Freight rose from 41 to 63 percent of what ' +
    'was carried within a generation, and letters of that time show how punctual the crews were, even in the worst ' +
    'winters of the whole century.',
  38,
);
const TABLE = [
  ['Port', '1902', '1903'],
  ['Bergen', '4,118', '4,302'],
  ['Hull', '2,907', '3,014'],
  ['Leith', '1,355', '1,298'],
  ['Total', '8,380', '8,614'],
];
const [LEFT, RIGHT] = [100, 700];
const CELLS = [0, 200, 320];

/** A text in lines of at most so many characters. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Lines below each other; tables and prose may have other distances between their lines. */
function prose(left: number, top: number, lines: readonly string[] = PROSE, pitch = 26): Placed[][] {
  return lines.map((line, at) => row(top + pitch * at, [left, line]));
}

function table(left: number, top: number, pitch = 26, places: readonly number[] = CELLS): Placed[][] {
  return TABLE.map((cells, at) =>
    row(top + pitch * at, ...cells.map((text, column) => [left + (places[column] ?? 0), text] as const)),
  );
}

function layoutOf(...parts: readonly Placed[][][]): PageLayout {
  return layOut(wordsOf(...parts.flat()));
}

/** The tables of a page, each as its rows with the heads before them. */
function tablesOf({ tables }: PageLayout): string[][][] {
  return tables.map(({ headers, rows }) => [
    [...headers],
    ...rows.map(({ cells }) => cells.map(({ text }) => text)),
  ]);
}

describe('a table in one text column', () => {
  it.each([26, 30, 34, 41])('is read without the prose to its right, with rows %i apart', (pitch) => {
    const page = layoutOf(prose(LEFT, 60, PROSE.slice(0, 3)), table(LEFT, 180, pitch), prose(RIGHT, 100));
    expect(tablesOf(page)).toEqual([TABLE]);
  });

  it.each([26, 30, 34, 41])('is read without the prose to its left, with rows %i apart', (pitch) => {
    const page = layoutOf(prose(LEFT, 100), table(RIGHT, 130, pitch));
    expect(tablesOf(page)).toEqual([TABLE]);
  });

  it.each([
    ['above', 100, 150, 100],
    ['below', 150 + 26 * PROSE.length, 126, 150 + 26 * (PROSE.length - 4)],
  ])('is read without the heading %s the prose beside it', (_place, heading, top, tableTop) => {
    const page = layoutOf(table(LEFT, tableTop), prose(RIGHT, heading, ['2. Freight']), prose(RIGHT, top));
    expect(tablesOf(page)).toEqual([TABLE]);
    expect(page.pairs).toEqual([]);
  });

  it('leaves the prose beside it whole', () => {
    const { paragraphs } = layoutOf(table(LEFT, 130), prose(RIGHT, 100));
    expect(paragraphs.map(({ lines }) => lines.map(({ text }) => text))).toContainEqual(PROSE);
  });

  it('is read without the prose on both sides', () => {
    const page = layoutOf(prose(LEFT, 100), table(RIGHT, 130), prose(1300, 100));
    expect(tablesOf(page)).toEqual([TABLE]);
  });
});

describe('tables and prose below each other', () => {
  it('are told apart where two tables are side by side above two columns of prose', () => {
    const page = layoutOf(
      [row(60, [LEFT, 'Freight'], [RIGHT, 'Passengers'])],
      table(LEFT, 100),
      table(RIGHT, 100),
      prose(LEFT, 320),
      prose(RIGHT, 320),
    );
    expect(tablesOf(page)).toEqual([TABLE, TABLE]);
  });

  it('are told apart where a table spans both columns between prose in two columns', () => {
    const page = layoutOf(
      prose(LEFT, 100, PROSE.slice(0, 5)),
      prose(RIGHT, 100, PROSE.slice(5)),
      table(LEFT, 300, 26, [0, 500, 800]),
      prose(LEFT, 500, PROSE.slice(0, 5)),
      prose(RIGHT, 500, PROSE.slice(5)),
    );
    expect(tablesOf(page)).toEqual([TABLE]);
  });
});

describe('a table with a column of prose', () => {
  const RECORDS = [
    ['K-1', '1902', ['The boiler of the first ship', 'was replaced by a yard in', 'the south.']],
    ['K-2', '1903', ['All vessels of the line were', 'insured after the fire, as', 'the owners had asked.']],
    ['K-3', '1905', ['The crossing was canceled', 'for three days because of', 'ice in the harbor.']],
    ['K-4', '1907', ['Freight rose to 63 percent', 'of what was carried in the', 'best years of the line.']],
  ] as const;

  /** @param at the line of the text beside which the other cells of the row stand */
  const records = (line: number): Placed[][] =>
    RECORDS.flatMap(([code, year, lines], record) =>
      lines.map((text, at) =>
        row(
          100 + 26 * (lines.length * record + at),
          ...(at === line
            ? ([
                [100, code],
                [220, year],
              ] as const)
            : []),
          [400, text] as const,
        ),
      ),
    );

  it.each([0, 1, 2])('keeps it, with the other cells beside line %i of it', (line) => {
    const { tables } = layoutOf(records(line));
    expect(tables.map(({ headers }) => headers.length)).toEqual([3]);
    for (const { cells } of tables[0]?.rows ?? []) expect(cells).toHaveLength(3);
  });
});
