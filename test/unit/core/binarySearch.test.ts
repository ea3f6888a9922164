import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { lastNotAbove, partitionPoint } from '../../../src/core/binarySearch.ts';

const ascending = fc
  .array(fc.integer({ min: -5, max: 30 }))
  .map((numbers) => numbers.sort((one, other) => one - other));
const value = fc.integer({ min: -6, max: 31 });

test('the first index at which a condition ends is the one that looking at each in turn finds', () => {
  fc.assert(
    fc.property(ascending, value, (numbers, limit) => {
      const found = partitionPoint(numbers.length, (index) => (numbers[index] ?? NaN) < limit);
      expect(found).toBe(numbers.filter((number) => number < limit).length);
    }),
    propertyRuns(),
  );
});

test('the last number that is not above a value is the one that looking from the end finds', () => {
  fc.assert(
    fc.property(ascending, value, (numbers, limit) => {
      expect(lastNotAbove(numbers, limit)).toBe(numbers.findLastIndex((number) => number <= limit));
    }),
    propertyRuns(),
  );
});
