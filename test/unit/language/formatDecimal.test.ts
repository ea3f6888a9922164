import { expect, it } from 'vitest';
import { formatDecimal } from '../../../src/language/trajectory/reward.ts';

it.each([
  ['-0.3214285714285716', '−0.3214'],
  ['-0.01', '−0.01'],
  ['2.742857142857143', '2.7429'],
  ['0.99999', '1'],
  ['0', '0'],
])('formats the decimal %s as %s', (decimal, shown) => {
  expect(formatDecimal(decimal)).toBe(shown);
});
