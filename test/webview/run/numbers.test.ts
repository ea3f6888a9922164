import { expect, it } from 'vitest';
import { advantage, anyNumber, reward } from '../../../webview/run/model/numbers.ts';

it.each([
  [0.25, '0.25', '0.250', '0.25'],
  [-1234.5, '-1,234.5', '-1,234.500', '-1,234.50'],
  [-0.0001, '-0.0001', '0.000', '0.00'],
  [1e-6, '1E-6', '0.000', '0.00'],
  [123_456_789_012_345, '123,456,789,012,345', '123,456,789,012,345.000', '123,456,789,012,345.00'],
  [-2.5e307, '-2.5E307', '-2.5E307', '-2.5E307'],
  [0, '0', '0.000', '0.00'],
])('writes %d as a number, a reward and an advantage', (value, asNumber, asReward, asAdvantage) => {
  expect([anyNumber(value), reward(value), advantage(value)]).toEqual([asNumber, asReward, asAdvantage]);
});
