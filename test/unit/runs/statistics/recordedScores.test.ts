import { expect, test } from 'vitest';
import { areSameScores } from '../../../../src/runs/statistics/recordedScores.ts';

test.each([
  [0.7, 0.699999988079071],
  [0, -0],
  [Number.NaN, Number.NaN],
  [Infinity, Infinity],
])('%d and %d are the same score', (one, other) => {
  expect(areSameScores(one, other)).toBe(true);
});

test.each([
  [0.7, 0.70001],
  [Infinity, 1],
  [Infinity, -Infinity],
  [Number.NaN, 0],
])('%d and %d are different scores', (one, other) => {
  expect(areSameScores(one, other)).toBe(false);
});
