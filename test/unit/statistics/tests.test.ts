import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { chiSquareTail } from '../../../src/core/statistics/chiSquare.ts';
import { discordantOdds, mcnemarTest } from '../../../src/core/statistics/mcnemar.ts';
import { permutationTest } from '../../../src/core/statistics/permutationTest.ts';

// The expected numbers of this file are those of SciPy 1.17 and statsmodels 0.15.

test.each([
  [1e-6, 0.9992021155721779],
  [0.1, 0.7518296340458492],
  [0.5, 0.47950012218695337],
  [1, 0.31731050786291115],
  [2, 0.15729920705028105],
  [2.9999, 0.0832696561791932],
  [3.0001, 0.08325937749053092],
  [3.841458820694124, 0.04999999999999989],
  [10, 0.001565402258002549],
  [25, 5.733031437583875e-7],
  [50, 1.537459794428033e-12],
  [200, 2.0884875837625688e-45],
  [700, 2.990226975124623e-154],
])('chi-square of %d is exceeded with the probability %d', (value, tail) => {
  expect(chiSquareTail(value) / tail).toBeCloseTo(1, 12);
});

test('chi-square is at least 0', () => {
  expect(chiSquareTail(0)).toBe(1);
});

test.each([
  [1, 0, 'exact', 0, 1],
  [5, 0, 'exact', 0, 0.0625],
  [6, 2, 'exact', 2, 0.2890625],
  [3, 3, 'exact', 3, 1],
  [10, 2, 'exact', 2, 0.03857421875],
  [14, 10, 'exact', 10, 0.5412561893463135],
  [12, 12, 'exact', 12, 1],
  [24, 0, 'exact', 0, 1.1920928955078125e-7],
  [25, 0, 'chi-square', 23.04, 1.5866563039511885e-6],
  [16, 9, 'chi-square', 1.44, 0.23013934044341314],
  [20, 5, 'chi-square', 7.84, 0.005110260660855866],
  [59, 6, 'chi-square', 41.6, 1.1199327149542469e-10],
  [101, 121, 'chi-square', 1.6261261261261262, 0.20223969808664588],
  [1000, 900, 'chi-square', 5.158421052631579, 0.023133919510755163],
])('McNemar: %d against %d', (gained, lost, method, statistic, pValue) => {
  const result = mcnemarTest({ gained, lost });
  expect(result.method).toBe(method);
  expect(result.statistic).toBeCloseTo(statistic, 12);
  expect(result.pValue / pValue).toBeCloseTo(1, 11);
});

test('pairs that differ as often in both directions say nothing, however many there are', () => {
  for (const count of [0, 1, 12, 13, 40]) expect(mcnemarTest({ gained: count, lost: count }).pValue).toBe(1);
});

test('the odds ratio is that of the discordant pairs', () => {
  expect(discordantOdds({ gained: 20, lost: 5 })).toBe(4);
  expect(discordantOdds({ gained: 0, lost: 5 })).toBe(0);
  expect(discordantOdds({ gained: 20, lost: 0 })).toBeNull();
});

const OPTIONS = { seed: 7, rounds: 9_999 };

test.each([
  [[1, 2, 3], 0.25],
  [[0.5, -0.25, 0.125, 0.375], 0.375],
  [[0.1, 0.2, 0.3, -0.3, 0.7, -0.05, 0.4], 0.1875],
  [[1, 1, 1, -1, 0, 0, 1, 1, -1, 1], 0.2890625],
  [[-0.3, -0.2, -0.6, 0.1], 0.25],
  [[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, -0.1, -0.1, -0.1], 0.2265625],
  [
    [0.375, -0.5, 0.125, 0.25, 0.625, -0.25, 0.5, 0.125, -0.125, 0.25, 0.375, 0.125, 0.25, -0.375, 0.5, 0.25],
    0.087799072265625,
  ],
  [[], 1],
  [[0, 0], 1],
])('the permutation test of few differences is exact: %j', (differences, pValue) => {
  const nonZero = differences.filter((each) => each !== 0).length;
  expect(permutationTest(Float64Array.from(differences), OPTIONS)).toEqual({
    method: 'exact',
    rounds: 2 ** nonZero,
    pValue,
  });
});

/** Sixty differences, whose p-value in a million rounds of SciPy is 0.335. */
const SIXTY = [
  0.876, -0.962, 0.227, -0.167, -0.121, -0.026, -0.748, -0.033, -0.286, 1.389, 0.15, -0.081, -0.053, -0.207,
  -0.362, -0.096, 0.253, -0.035, 0.443, -0.02, 0.07, 0.678, 0.278, -0.142, -0.013, 0.276, 0.834, -0.048,
  -0.037, 0.461, -0.295, -0.057, 0.413, 0.292, 0.097, 0.328, -1.071, 0.469, -0.324, -0.607, 0.171, 0.34,
  -0.118, -0.371, 0.07, 0.039, 0.622, 0.359, 0.138, 0.505, -0.022, -0.31, 0.294, 0.293, -0.026, -0.253, 0.152,
  -0.938, 0.336, 0.257,
];

test('the permutation test of many differences draws their signs', () => {
  const result = permutationTest(Float64Array.from(SIXTY), { seed: 1, rounds: 99_999 });
  expect(result).toMatchObject({ method: 'random', rounds: 99_999 });
  expect(result.pValue).toBeCloseTo(0.335246, 2);
});

test('signs that are drawn say never that something is impossible', () => {
  const certain = permutationTest(new Float64Array(100).fill(1), { seed: 1, rounds: 999 });
  expect(certain.pValue).toBe(1 / 1000);
});

const differences = fc
  .array(fc.integer({ min: -8, max: 8 }), { maxLength: 40 })
  .map((numbers) => Float64Array.from(numbers, (each) => each / 8));

test('tests are the same if the runs change places', () => {
  fc.assert(
    fc.property(differences, fc.nat(200), fc.nat(200), (each, gained, lost) => {
      const options = { seed: 3, rounds: 199 };
      expect(permutationTest(each, options)).toEqual(
        permutationTest(
          each.map((difference) => -difference),
          options,
        ),
      );
      expect(mcnemarTest({ gained, lost })).toEqual(mcnemarTest({ gained: lost, lost: gained }));
    }),
    propertyRuns(200),
  );
});

test('if no question has another difference than 1, 0 or -1, the permutation test is the exact McNemar test', () => {
  fc.assert(
    fc.property(fc.nat(8), fc.nat(8), fc.nat(5), (gained, lost, ties) => {
      const each = [
        ...Array.from({ length: gained }, () => 1),
        ...Array.from({ length: lost }, () => -1),
        ...Array.from({ length: ties }, () => 0),
      ];
      expect(permutationTest(Float64Array.from(each), OPTIONS).pValue).toBeCloseTo(
        mcnemarTest({ gained, lost }).pValue,
        12,
      );
    }),
    propertyRuns(100),
  );
});
