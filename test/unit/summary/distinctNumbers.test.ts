import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { DistinctNumbers } from '../../../src/core/summary/distinctNumbers.ts';

test('a row has the number that it was last given', () => {
  const cell = fc.tuple(fc.nat(300), fc.option(fc.double({ noNaN: true })));
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 60 }), (cells) => {
      const column = new DistinctNumbers();
      const expected = new Map<number, number | null>();
      for (const [row, value] of cells) {
        column.set(row, value);
        expected.set(row, value);
      }
      for (let row = 0; row <= 300; row += 1) expect(column.at(row)).toBe(expected.get(row) ?? null);
    }),
    propertyRuns(100),
  );
});

test('there may be more different numbers than two bytes can tell apart', () => {
  const column = new DistinctNumbers();
  for (let row = 0; row < 70_000; row += 1) column.set(row, row / 7);
  column.set(3, null);
  expect([column.at(0), column.at(3), column.at(65_535), column.at(65_536), column.at(69_999)]).toEqual([
    0,
    null,
    65_535 / 7,
    65_536 / 7,
    69_999 / 7,
  ]);
});
