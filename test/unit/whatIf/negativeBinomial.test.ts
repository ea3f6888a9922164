import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { chanceOfFilling, drawsToFill } from '../../../src/core/whatIf/negativeBinomial.ts';
import { promptDraws } from '../../../src/core/whatIf/promptDraws.ts';

/** The same probability, added up term by term: the first success comes first, and so on. */
function summedChance(draws: number, wanted: number, rate: number): number {
  let term = rate ** wanted;
  let sum = 0;
  for (let at = wanted; at <= draws; at += 1) {
    sum += term;
    term *= (at / (at + 1 - wanted)) * (1 - rate);
  }
  return sum;
}

test('the probability that draws fill a batch is that of the sum', () => {
  const asked = fc.record({
    wanted: fc.integer({ min: 1, max: 60 }),
    more: fc.integer({ min: 0, max: 400 }),
    rate: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
  });
  fc.assert(
    fc.property(asked, ({ wanted, more, rate }) => {
      expect(chanceOfFilling(wanted + more, wanted, rate)).toBeCloseTo(
        summedChance(wanted + more, wanted, rate),
        9,
      );
    }),
    propertyRuns(),
  );
});

test('a quantile is the fewest draws that reach the probability', () => {
  const asked = fc.record({
    wanted: fc.integer({ min: 1, max: 300 }),
    rate: fc.double({ min: 0.001, max: 1, noNaN: true }),
    level: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  });
  fc.assert(
    fc.property(asked, ({ wanted, rate, level }) => {
      const draws = drawsToFill(wanted, rate, level);
      expect(chanceOfFilling(draws, wanted, rate)).toBeGreaterThanOrEqual(level);
      expect(chanceOfFilling(draws - 1, wanted, rate)).toBeLessThan(level);
    }),
    propertyRuns(),
  );
});

test('what cannot be filled, and what is filled at once', () => {
  expect(drawsToFill(128, 0, 0.5)).toBe(Infinity);
  expect([drawsToFill(0, 0.5, 0.5), drawsToFill(128, 1, 0.975)]).toEqual([0, 128]);
  expect(promptDraws(128, 0, 128)).toEqual({ batch: 128, expected: null, least: null, most: null });
  expect(promptDraws(128, 128, 128)).toEqual({ batch: 128, expected: 128, least: 128, most: 128 });
});

test('the draws of a run of 15,360 groups of which 10,598 are kept', () => {
  const { expected, least, most } = promptDraws(128, 10_598, 15_360);
  expect(expected).toBeCloseTo(185.51, 2);
  expect([least, most]).toEqual([169, 204]);
});

test('a rare success takes as many draws as its rate says', () => {
  const draws = drawsToFill(128, 1e-5, 0.5);
  expect(draws / 12_800_000).toBeCloseTo(0.9974, 3);
});
