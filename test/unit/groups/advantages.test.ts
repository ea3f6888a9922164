import { expect, test } from 'vitest';
import {
  EASYR1_FILTER,
  groupStatistics,
  keepsGroup,
  LANG2ACT_FILTER,
} from '../../../src/core/groups/advantages.ts';
import { pairwiseMean, pairwiseSum } from '../../../src/core/python/pairwiseSum.ts';

test('eight equal scores have a standard deviation of zero', () => {
  const { mean, deviation, grpo, rloo } = groupStatistics(new Array<number>(8).fill(0.9));
  expect([mean, deviation]).toEqual([0.9, 0]);
  expect(grpo).toEqual(new Array(8).fill(0));
  expect(rloo.every((advantage) => Math.abs(advantage) < 1e-15)).toBe(true);
});

test('a sum of many numbers is made in NumPy’s order', () => {
  const tenths = new Array<number>(1000).fill(0.1);
  expect(pairwiseSum(tenths)).toBe(100.00000000000001);
  expect(tenths.reduce((sum, tenth) => sum + tenth, 0)).toBe(99.9999999999986);
  expect([pairwiseSum([]), Object.is(pairwiseSum([-0]), 0), pairwiseMean([1, 2])]).toEqual([0, true, 1.5]);
});

test('a group with a single score differs from a group without one', () => {
  expect(groupStatistics([0.4])).toEqual({ mean: 0.4, deviation: 0, grpo: [0], rloo: [0.4] });
  expect(() => groupStatistics([])).toThrow(RangeError);
});

test('a filter keeps the values that lie strictly between its limits', () => {
  expect(keepsGroup({ mean: 0.05 }, EASYR1_FILTER)).toBe(true);
  expect(keepsGroup({ mean: 0.05 }, LANG2ACT_FILTER)).toBe(false);
  expect(keepsGroup({ mean: 0.9 }, LANG2ACT_FILTER)).toBe(false);
});
