import { describe, expect, it } from 'vitest';
import { layOut } from '../../../src/core/layout/pageLayout.ts';
import { row, wordsOf, type Placed } from './build.ts';

const WIDTH = 370;
const LETTER = 10;
const PITCH = 26;
const PROSE = [
  'Both steamers were built at a yard in',
  'the north and carried coal, slate and',
  'some passengers. Notwithstanding',
  'the notable conflagrations of',
  '1903, the owners insured every vessel',
  'uninterruptedly, while freight',
  'within 12 × 14 surrounding',
  'harbors rose to 63 percent of what was',
];
const TABLE = [
  ['Port', '1902', '1903'],
  ['Bergen', '4,118', '4,302'],
  ['Hull', '2,907', '3,014'],
  ['Leith', '1,355', '1,298'],
  ['Total', '8,380', '8,614'],
];

/** Words with equal spaces between them from one edge of a text column to the other. */
function justified(left: number, top: number, text: string): Placed[] {
  const words = text.split(' ');
  const space = (WIDTH - LETTER * words.join('').length) / (words.length - 1);
  let at = left;
  return words.map((word) => {
    const placed = { text: word, left: at, top };
    at += LETTER * word.length + space;
    return placed;
  });
}

function prose(left: number, top: number): Placed[][] {
  return PROSE.map((line, at) => justified(left, top + PITCH * at, line));
}

function table(left: number, top: number): Placed[][] {
  return TABLE.map((cells, at) =>
    row(top + 30 * at, ...cells.map((text, column) => [left + 130 * column, text] as const)),
  );
}

function linesOf(...rows: readonly (readonly Placed[])[]): string[] {
  return layOut(wordsOf(...rows)).lines.map(({ text }) => text);
}

describe('lines that were set with wide spaces to reach both edges of their text column', () => {
  it('are whole lines of their paragraph, with the signs in them', () => {
    const { paragraphs, marks } = layOut(wordsOf(...prose(100, 100)));
    expect(paragraphs.map(({ lines }) => lines.map(({ text }) => text))).toEqual([PROSE]);
    expect(marks).toEqual([]);
  });

  it.each([
    ['left', 100, 540],
    ['right', 700, 100],
  ])('are not part of a table to whose %s they stand', (_side, left, tableLeft) => {
    const page = layOut(wordsOf(...prose(left, 100), ...table(tableLeft, 120)));
    expect(
      page.tables.map(({ headers, rows }) => [
        headers,
        ...rows.map(({ cells }) => cells.map(({ text }) => text)),
      ]),
    ).toEqual([TABLE]);
    expect(page.paragraphs.map(({ lines }) => lines.map(({ text }) => text))).toContainEqual(PROSE);
  });

  it.each([
    ['a label and its value', row(400, [100, 'Notwithstandings'], [310, 'conflagrations...'])],
    ['words with uneven spaces', row(400, [100, 'Passengers'], [227, 'crews'], [326, 'conflagration.'])],
    ['words far apart', row(400, [100, 'Ports'], [265, 'Coal'], [420, 'Slate'])],
    ['numbers', row(400, [100, 'Hull'], [176, '2,907'], [260, '3,014'], [344, '1,355'], [420, '1,298'])],
    [
      'words that begin further to the right',
      row(400, [120, 'Passenger'], [245, 'crew'], [320, 'conflagrations.']),
    ],
    ['words that end before the edge', row(400, [100, 'Passenger'], [225, 'crew'], [300, 'conflagration'])],
  ])('are not %s', (_what, cells) => {
    const lines = linesOf(...prose(100, 100), cells);
    for (const { text } of cells) expect(lines).toContain(text);
  });

  it('are none where no other line reaches both edges', () => {
    expect(linesOf(justified(100, 100, PROSE[2] ?? ''))).toEqual(['some', 'passengers.', 'Notwithstanding']);
  });
});
