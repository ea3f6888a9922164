import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { assignLeast } from '../../../src/core/metrics/assignment.ts';

/** The lowest total cost, found by trying all assignments. */
function leastTotal(
  costs: readonly (readonly number[])[],
  row = 0,
  taken: ReadonlySet<number> = new Set(),
): number {
  const [first = []] = costs;
  if (costs.length > first.length)
    return leastTotal(first.map((_, column) => costs.map((line) => line[column] ?? 0)));
  if (row === costs.length) return 0;
  return Math.min(
    ...first.flatMap((_, column) =>
      taken.has(column)
        ? []
        : [(costs[row]?.[column] ?? 0) + leastTotal(costs, row + 1, new Set([...taken, column]))],
    ),
  );
}

test('no other assignment costs less, whether or not costs are equal', () => {
  const matrix = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), fc.boolean())
    .chain(([rows, columns, coarse]) => {
      const cost = coarse ? fc.constantFrom(0, 0.25, 0.5, 1) : fc.double({ min: -2, max: 2, noNaN: true });
      const line = fc.array(cost, { minLength: columns, maxLength: columns });
      return fc.array(line, { minLength: rows, maxLength: rows });
    });
  fc.assert(
    fc.property(matrix, (costs) => {
      const pairs = assignLeast(costs) ?? [];
      const [first = []] = costs;
      expect(pairs).toHaveLength(Math.min(costs.length, first.length));
      expect(new Set(pairs.map(({ column }) => column)).size).toBe(pairs.length);
      expect(pairs.map(({ row }) => row)).toEqual(
        [...new Set(pairs.map(({ row }) => row))].toSorted((a, b) => a - b),
      );
      const total = pairs.reduce((sum, { row, column }) => sum + (costs[row]?.[column] ?? NaN), 0);
      expect(total).toBeCloseTo(leastTotal(costs), 9);
    }),
    propertyRuns(400),
  );
});

test('among equal assignments, the result is that of SciPy: the first with the first', () => {
  const equal = Array.from({ length: 4 }, () => [1, 1, 1, 1]);
  expect(assignLeast(equal)?.map(({ column }) => column)).toEqual([0, 1, 2, 3]);
});

test('there is no assignment for costs that SciPy refuses', () => {
  expect(assignLeast([[NaN]])).toBeNull();
  expect(assignLeast([[-Infinity, 0]])).toBeNull();
  expect(assignLeast([[Infinity]])).toBeNull();
  expect(
    assignLeast([
      [Infinity, 1],
      [1, Infinity],
    ]),
  ).toEqual([
    { row: 0, column: 1 },
    { row: 1, column: 0 },
  ]);
});
