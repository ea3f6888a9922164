import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { bootstrapInterval, type QuestionSums } from '../../../src/core/statistics/bootstrap.ts';
import { quantileOf } from '../../../src/core/statistics/quantile.ts';

const LEVEL = 0.95;

const questions = (pairs: readonly (readonly [sum: number, count: number])[]): QuestionSums => ({
  sums: Float64Array.from(pairs, ([sum]) => sum),
  counts: Float64Array.from(pairs, ([, count]) => count),
});

test.each([
  [0, 1],
  [0.025, 1.075],
  [0.25, 1.75],
  [0.5, 3],
  [0.9, 6.800000000000001],
  [0.975, 7.699999999999999],
  [1, 8],
])('the quantile %d is what NumPy says', (share, value) => {
  expect(quantileOf([1, 2, 4, 8], share)).toBe(value);
});

// The intervals are those of scipy.stats.bootstrap (percentile, at least 200,000 rounds).

test('the interval of one sample a question is that of SciPy', () => {
  const values = [
    0.32, 0.706, 2.761, 0.145, 2.127, 4.679, 2.168, 4.22, 1.231, 4.917, 2.841, 2.159, 0.832, 4.135, 1.009,
    1.974, 0.518, 1.661, 2.848, 1.29, 1.372, 0.837, 1.528, 1.974, 4.447, 0.177, 0.998, 3.458, 0.696, 1.723,
    5.955, 2.867, 5.128, 4.131, 1.431, 4.462, 1.303, 2.374, 0.731, 7.298,
  ];
  const interval = bootstrapInterval(questions(values.map((value) => [value, 1] as const)), {
    seed: 1,
    rounds: 20_000,
    level: LEVEL,
  });
  expect(interval?.low).toBeCloseTo(1.8703, 1);
  expect(interval?.high).toBeCloseTo(2.9331, 1);
});

test('the interval of several samples a question draws whole questions', () => {
  const sums = [
    1.047, 1.876, 6.048, 6.402, 3.704, 8.076, 10.89, 1.124, 3.816, 8.365, 23.624, 39.624, 3.036, 14.776,
    13.972, 3.75, 7.962, 2.926, 6.302, 50.784, 1.219, 11.224, 17.648, 14.232, 10.245, 2.836, 3.878, 20.304,
    7.83, 4.08,
  ];
  const counts = [1, 4, 2, 3, 2, 6, 6, 1, 3, 7, 8, 8, 1, 8, 4, 2, 6, 1, 1, 8, 1, 4, 8, 3, 3, 4, 7, 6, 3, 2];
  const interval = bootstrapInterval(
    { sums: Float64Array.from(sums), counts: Float64Array.from(counts) },
    { seed: 1, rounds: 20_000, level: LEVEL },
  );
  expect(interval?.low).toBeCloseTo(1.8715, 1);
  expect(interval?.high).toBeCloseTo(3.2778, 1);
});

test('the interval of right and wrong is that of the binomial distribution', () => {
  const pairs = Array.from({ length: 70 }, (_, at) => [at < 20 ? 1 : 0, 1] as const);
  const interval = bootstrapInterval(questions(pairs), { seed: 5, rounds: 20_000, level: LEVEL });

  expect(interval?.low).toBeCloseTo(13 / 70, 12);
  expect(interval?.high).toBeCloseTo(28 / 70, 12);
});

test('a single question says nothing about others', () => {
  expect(bootstrapInterval(questions([[3, 4]]), { seed: 1, rounds: 100, level: LEVEL })).toBeNull();
});

/** Few different questions, and many: they are drawn in two ways. */
const anyQuestions = fc.oneof(
  fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(1, 2)), { minLength: 60, maxLength: 80 }),
  fc.array(fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.integer({ min: 1, max: 9 })), {
    minLength: 2,
    maxLength: 40,
  }),
);

test('an interval contains the mean, and only depends on the seed', () => {
  fc.assert(
    fc.property(anyQuestions, fc.nat(), (pairs, seed) => {
      const each = questions(pairs);
      const options = { seed, rounds: 300, level: LEVEL };
      const interval = bootstrapInterval(each, options);
      expect(bootstrapInterval(each, options)).toEqual(interval);
      const sum = pairs.reduce((all, [own]) => all + own, 0);
      const mean = sum / pairs.reduce((all, [, count]) => all + count, 0);
      expect(interval?.low).toBeLessThanOrEqual(mean + 1e-9);
      expect(interval?.high).toBeGreaterThanOrEqual(mean - 1e-9);
    }),
    propertyRuns(100),
  );
});

test('questions that are all alike leave no doubt', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -5, max: 5, noNaN: true }),
      fc.integer({ min: 2, max: 50 }),
      (value, count) => {
        const pairs = Array.from({ length: count }, () => [value, 1] as const);
        const interval = bootstrapInterval(questions(pairs), { seed: 1, rounds: 50, level: LEVEL });
        expect(interval?.low).toBeCloseTo(value, 9);
        expect(interval?.high).toBeCloseTo(value, 9);
      },
    ),
    propertyRuns(50),
  );
});
