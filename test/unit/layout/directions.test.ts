import { describe, expect, it } from 'vitest';
import { scaleBox, type PageBox } from '../../../src/core/geometry/box.ts';
import type { Word } from '../../../src/core/geometry/word.ts';
import { layOutDirections, type Direction } from '../../../src/core/layout/directions.ts';
import { row, wordsOf } from './build.ts';

const PAGE = { width: 1400, height: 1000 };

/** The words of a page that has been turned, so that the words that ran across it run in another direction. */
function turned(words: readonly Word[], direction: Direction): Word[] {
  return words.map((word) => {
    const { left, top, right, bottom } = word.box;
    if (direction === 'across') return word;
    const isDown = direction === 'down';
    const box: PageBox = isDown
      ? { left: PAGE.height - bottom, top: left, right: PAGE.height - top, bottom: right }
      : { left: top, top: PAGE.width - right, right: bottom, bottom: PAGE.width - left };
    const edges = isDown ? [box.top, box.bottom] : [box.bottom, box.top];
    return { ...word, box, edges, direction: 'vertical' };
  });
}

const WORDS = wordsOf(
  row(40, [100, 'Table 1: Timber sold by yard']),
  row(100, [100, 'Timber'], [600, 'Price'], [900, 'Stock']),
  row(130, [100, 'Oak planks'], [600, '12.50'], [900, '30']),
  row(160, [100, 'Pine planks'], [600, '8.20'], [900, '45']),
  row(190, [100, 'Ash planks'], [600, '11.10'], [900, '25']),
).map((word, line): Word => ({ text: word.text, box: scaleBox<'point'>(word.box, 1, 1), height: 20, line }));

describe.each(['across', 'down', 'up'] as const)('a table whose words run %s', (direction) => {
  const layouts = layOutDirections(turned(WORDS, direction));
  const [table] = layouts[0]?.layout.tables ?? [];

  it('is read as the same table', () => {
    expect(layouts.map((one) => one.direction)).toEqual([direction]);
    expect(table?.headers).toEqual(['Timber', 'Price', 'Stock']);
    expect(table?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['Oak planks', '12.50', '30'],
      ['Pine planks', '8.20', '45'],
      ['Ash planks', '11.10', '25'],
    ]);
    expect(table?.caption?.text).toBe('Table 1: Timber sold by yard');
  });

  it('has the boxes of its words on the page', () => {
    const cell = table?.rows[1]?.cells[1];
    const [word] = turned(
      WORDS.filter(({ text }) => text === '8.20'),
      direction,
    );
    expect(cell?.box).toEqual(word?.box);
  });
});

it('words across a page and beside it are laid out separately', () => {
  const side = turned(WORDS, 'up').map((word) => ({ ...word, line: word.line + 100 }));
  const layouts = layOutDirections([...WORDS, ...side]);
  expect(layouts.map(({ direction, layout }) => [direction, layout.tables[0]?.headers])).toEqual([
    ['across', ['Timber', 'Price', 'Stock']],
    ['up', ['Timber', 'Price', 'Stock']],
  ]);
});

it('a page without words has no layout', () => {
  expect(layOutDirections([])).toEqual([]);
});
