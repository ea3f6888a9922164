import { expect, test } from 'vitest';
import { log2 } from '../../../../src/core/rewards/vragRl/log2.ts';

test.each([
  [1, 0],
  [2, 1],
  [3, 1.584962500721156],
  [1375, 10.425215903299383],
  [2750, 11.425215903299383],
  [3393, 11.728345714710978],
  [5755, 12.490600213019592],
  [6131, 12.581906689308768],
  [6351, 12.632768054728745],
  [11219, 13.453656467320046],
  [18817, 14.199749016642558],
  [2 ** 52, 52],
])('rounds the binary logarithm of %d correctly, as mpmath does with 300 bits', (number, logarithm) => {
  expect(log2(number)).toBe(logarithm);
});

test('agrees with Math.log2 up to 2,000, except at the first number that it does not round correctly', () => {
  const differing = Array.from({ length: 2000 }, (_, index) => index + 1).filter(
    (number) => log2(number) !== Math.log2(number),
  );
  expect(differing).toEqual([1375]);
});
