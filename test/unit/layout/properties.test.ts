import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { Box, BoxUnit } from '../../../src/core/geometry/box.ts';
import type { LayoutWord, PageLayout, Phrase } from '../../../src/core/layout/model.ts';
import { layOut } from '../../../src/core/layout/pageLayout.ts';
import { wordsOf } from './build.ts';

const text = fc.oneof(
  fc.constantFrom(
    'Revenue',
    'of',
    '2023',
    '12.5',
    '(3.1)',
    '18%',
    '|',
    '•',
    '-',
    'Total:',
    'due',
    '€40',
    'a',
  ),
  fc.string({ minLength: 1, maxLength: 8 }),
);
const word = fc
  .record({
    text,
    left: fc.integer({ min: -50, max: 1000 }),
    top: fc.integer({ min: -50, max: 1400 }),
    width: fc.integer({ min: 0, max: 300 }),
    height: fc.integer({ min: 0, max: 60 }),
    confidence: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  })
  .map(({ text: said, left, top, width, height, confidence }): LayoutWord<'pixel'> => ({
    text: said,
    box: { left, top, right: left + width, bottom: top + height },
    ...(confidence === undefined ? {} : { confidence }),
  }));
/** Words anywhere, which may overlap. */
const scattered = fc.array(word, { maxLength: 60 });
/** Words in rows and columns, on a page that may be skewed. */
const gridded = fc
  .record({
    rows: fc.array(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), {
      maxLength: 12,
    }),
    pitch: fc.constantFrom(22, 30, 60),
    slope: fc.constantFrom(0, 0, 0.01, -0.02),
  })
  .map(({ rows, pitch, slope }) =>
    wordsOf(
      ...rows.map((cells, index) =>
        cells.map((words, column) => ({
          text: words.map((one) => one.replace(/\s/g, '_')).join(' '),
          left: 40 + column * 260,
          top: 40 + index * pitch,
        })),
      ),
    ).map((one): LayoutWord<'pixel'> => {
      const down = slope * one.box.left;
      return { ...one, box: { ...one.box, top: one.box.top + down, bottom: one.box.bottom + down } };
    }),
  );
const page = fc.oneof(scattered, gridded);
function allPhrases({ lines, marks, tables, pairs, columns, paragraphs, headings }: PageLayout): Phrase[] {
  return [
    ...lines,
    ...marks,
    ...headings,
    ...[...columns, ...paragraphs].flatMap((group) => group.lines),
    ...pairs.flatMap(({ label, value }) => [label, value]),
    ...tables.flatMap(({ headerLines, rows }) => [
      ...headerLines,
      ...rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.lines)),
    ]),
  ];
}

function holds(outer: Box<BoxUnit>, inner: Box<BoxUnit>): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.right >= inner.right &&
    outer.bottom >= inner.bottom
  );
}

describe('the layout of any words', () => {
  it('the layout of any words has every word in exactly one line or mark', () => {
    fc.assert(
      fc.property(page, (words) => {
        const { lines, marks } = layOut(words);
        const placed = [...lines, ...marks].flatMap((line) => line.words);
        expect(placed).toHaveLength(words.length);
        expect(new Set(placed)).toEqual(new Set(words));
      }),
      propertyRuns(1000),
    );
  });

  it('every element of a layout has a box around what it holds', () => {
    fc.assert(
      fc.property(page, (words) => {
        const layout = layOut(words);
        for (const phrase of allPhrases(layout)) {
          expect(phrase.words.length).toBeGreaterThan(0);
          for (const { box } of phrase.words) expect(holds(phrase.box, box)).toBe(true);
        }
        for (const table of layout.tables) {
          for (const row of table.rows) {
            expect(holds(table.box, row.box)).toBe(true);
            for (const cell of row.cells) {
              expect(holds(row.box, cell.box)).toBe(true);
              for (const line of cell.lines) expect(holds(cell.box, line.box)).toBe(true);
            }
          }
        }
        for (const group of [...layout.columns, ...layout.paragraphs])
          for (const line of group.lines) expect(holds(group.box, line.box)).toBe(true);
        for (const { box, label, value } of layout.pairs)
          expect(holds(box, label.box) && holds(box, value.box)).toBe(true);
      }),
      propertyRuns(1000),
    );
  });

  it('the tables of a layout have no word twice, and have labels among their cells', () => {
    fc.assert(
      fc.property(page, (words) => {
        const { tables } = layOut(words);
        const used = tables.flatMap(({ headerLines, rows }) =>
          [...headerLines, ...rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.lines))].flatMap(
            (line) => line.words,
          ),
        );
        expect(new Set(used).size).toBe(used.length);
        for (const { headers, rows } of tables) {
          for (const { cells, label } of rows) {
            if (label !== null) expect(cells).toContain(label);
            for (const { column } of cells) expect(column).toBeLessThan(headers.length);
          }
        }
      }),
      propertyRuns(1000),
    );
  });

  it('the layout does not depend on the order of the words', () => {
    fc.assert(
      fc.property(
        page.chain((words) =>
          fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })),
        ),
        ([words, shuffled]) => {
          expect(layOut(shuffled)).toEqual(layOut(words));
        },
      ),
      propertyRuns(1000),
    );
  });

  it('the layout does not depend on the unit of the boxes', () => {
    fc.assert(
      fc.property(page, (words) => {
        const half = words.map((one) => ({
          ...one,
          box: {
            left: one.box.left / 2,
            top: one.box.top / 2,
            right: one.box.right / 2,
            bottom: one.box.bottom / 2,
          },
        }));
        const textOf = (layout: PageLayout): unknown => ({
          lines: layout.lines.map((line) => line.text),
          tables: layout.tables.map(({ headers, rows }) => [
            headers,
            rows.map(({ cells }) => cells.map((cell) => cell.text)),
          ]),
          pairs: layout.pairs.map(({ label, value }) => [label.text, value.text]),
        });
        expect(textOf(layOut(half))).toEqual(textOf(layOut(words)));
      }),
      propertyRuns(1000),
    );
  });
});
