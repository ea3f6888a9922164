import { expect, test } from 'vitest';
import { layOut } from '../../../src/core/layout/pageLayout.ts';
import type { LayoutWord } from '../../../src/core/layout/model.ts';
import { growth, LIMIT } from '../../support/growth.ts';

const TEXTS = ['Revenue', '518.9', 'Total', '12%', 'and', 'The', '2019', 'growth:', '(3)'];
const [WIDTH, HEIGHT] = [30, 10];

/** A page of many words: where each one of `count` begins. */
type Shape = (index: number, count: number) => readonly [left: number, top: number];

const SHAPES: Readonly<Record<string, Shape>> = {
  'one row with wide gaps': (index) => [index * 60, 0],
  'one row with the spaces of a sentence': (index) => [index * 33, 0],
  'two rows': (index, count) => [(index % (count / 2)) * 60, index < count / 2 ? 0 : 14],
  'one column': (index) => [0, index * 12],
  'one column with wide gaps': (index) => [0, index * 40],
  'labels and values': (index) => [(index % 2) * 100, (index >> 1) * 12],
  'a grid': (index, count) => [(index % Math.sqrt(count)) * 60, Math.floor(index / Math.sqrt(count)) * 14],
  'rows whose columns are not aligned': (index) => [(index % 50) * 60 + index, Math.floor(index / 50) * 14],
  'words over each other': (index) => [(index * 7919) % 600, (index * 104_729) % 800],
  'scattered words': (index, count) => [(index * 7919) % (60 * count), (index * 104_729) % (80 * count)],
  'one place': () => [10, 10],
  'a slope': (index) => [index * 5, index * 3],
};

function page(shape: Shape, count: number): LayoutWord[] {
  return Array.from({ length: count }, (_, index) => {
    const [left, top] = shape(index, count);
    const box = { left, top, right: left + WIDTH, bottom: top + HEIGHT };
    return { text: TEXTS[index % TEXTS.length] ?? '', box };
  });
}

test.each(Object.entries(SHAPES))('the time for a page grows with its words: %s', async (_name, shape) => {
  const pages = new Map([900, 3600].map((count) => [count, page(shape, count)]));
  const work = (count: number): unknown => layOut(pages.get(count) ?? []);
  expect(await growth(work, { small: 900, large: 3600 })).toBeLessThan(LIMIT);
});

test('the time for text columns beside tables grows with their number', async () => {
  const line = ['the', 'crews', 'were', 'punctual', '4,118', '4,302', '2,907'];
  const pages = new Map(
    [3500, 14_000].map((count) => [
      count,
      Array.from({ length: count }, (_, index): LayoutWord => {
        const at = index % line.length;
        const left = at < 4 ? at * 33 : at * 90;
        const top = Math.floor(index / line.length) * 14;
        return {
          text: line[at] ?? '',
          box: { left, top, right: left + WIDTH, bottom: top + HEIGHT },
        };
      }),
    ]),
  );
  const work = (count: number): unknown => layOut(pages.get(count) ?? []);
  expect(layOut(pages.get(3500) ?? []).tables[0]?.headers).toHaveLength(3);
  expect(await growth(work, { small: 3500, large: 14_000 })).toBeLessThan(LIMIT);
});

test('the time for large values under small labels grows with their number', async () => {
  const pages = new Map(
    [3600, 14_400].map((count) => [
      count,
      Array.from({ length: count }, (_, index): LayoutWord => {
        const isLabel = index % 2 === 0;
        const top = index * 30 - (isLabel ? 0 : 18);
        const box = { left: 0, top, right: WIDTH, bottom: top + (isLabel ? HEIGHT : 2 * HEIGHT) };
        return { text: isLabel ? 'Revenue' : '518.9', box };
      }),
    ]),
  );
  const work = (count: number): unknown => layOut(pages.get(count) ?? []);
  expect(layOut(pages.get(3600) ?? []).pairs.length).toBeGreaterThan(1700);
  expect(await growth(work, { small: 3600, large: 14_400 })).toBeLessThan(LIMIT);
});

test('the time for texts without a beginning and an end grows with their number', async () => {
  const texts = (count: number): LayoutWord[] =>
    Array.from({ length: 4 * count }, (_, index): LayoutWord => {
      const [left, top] = [(index % 4) * (WIDTH + 3), (index >> 2) * 4 * HEIGHT];
      return { text: 'and', box: { left, top, right: left + WIDTH, bottom: top + HEIGHT } };
    });
  const pages = new Map([1000, 4000].map((count) => [count, texts(count)]));
  expect(layOut(texts(10)).paragraphs).toHaveLength(10);
  const work = (count: number): unknown => layOut(pages.get(count) ?? []);
  expect(await growth(work, { small: 1000, large: 4000 })).toBeLessThan(LIMIT);
});

test('words without a size are laid out', () => {
  const points = page((index) => [index, index], 100).map((word) => ({
    ...word,
    box: { ...word.box, right: word.box.left, bottom: word.box.top },
  }));
  const { lines, marks } = layOut(points);
  expect([...lines, ...marks].flatMap(({ words }) => words)).toHaveLength(100);
});

test('a page of more columns than a table has is not a table', () => {
  const wide = page((index) => [(index % 300) * 60, Math.floor(index / 300) * 14], 900);
  expect(layOut(wide).tables).toEqual([]);
});
