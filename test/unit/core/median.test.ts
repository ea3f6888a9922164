import { expect, it } from 'vitest';
import { median, upperMedian } from '../../../src/core/median.ts';

it('the upper median is the value in the middle, of few values and of many', () => {
  for (let count = 1; count < 60; count += 1) {
    const values = Array.from({ length: count }, (_, index) => ((index * 37) % 23) - 11.5);
    const sorted = values.toSorted((one, other) => one - other);
    expect(upperMedian(values)).toBe(sorted[count >> 1]);
    if (count % 2 === 1) expect(median(values)).toBe(upperMedian(values));
  }
  expect(upperMedian([])).toBe(0);
});
