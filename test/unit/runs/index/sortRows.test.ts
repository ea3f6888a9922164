import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortRows } from '../../../../src/runs/worker/sortRows.ts';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';

const numbers = fc.array(fc.oneof(fc.double(), fc.integer({ min: -3, max: 3 }), fc.constant(null)), {
  maxLength: 60,
});

/** Numbers, then NaN, then rows without a number; equal ones in the order that they had. */
function expectedOrder(values: readonly (number | null)[], descending: boolean): readonly number[] {
  const place = (value: number | null): number => (value === null ? 2 : Number(Number.isNaN(value)));
  return values
    .map((value, row) => ({ value, row }))
    .sort((a, b) => {
      const order = place(a.value) - place(b.value);
      if (order !== 0 || place(a.value) > 0) return order || a.row - b.row;
      const [left, right] = [a.value ?? 0, b.value ?? 0];
      const difference = left < right ? -1 : Number(left > right);
      return (descending ? -difference : difference) || a.row - b.row;
    })
    .map(({ row }) => row);
}

test.each([false, true])('rows have the order of their numbers, descending: %s', (descending) => {
  fc.assert(
    fc.property(numbers, (values) => {
      const rows = Uint32Array.from(values, (_, row) => row);
      const sorted = sortRows(rows, (row) => values[row] ?? null, descending);
      expect([...sorted]).toEqual(expectedOrder(values, descending));
    }),
    propertyRuns(),
  );
});
