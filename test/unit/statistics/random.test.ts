import { describe, expect, test } from 'vitest';
import { logFactorial } from '../../../src/core/statistics/logFactorial.ts';
import { Random } from '../../../src/core/statistics/random.ts';

test('a seed always gives the same numbers, and another seed others', () => {
  const draw = (seed: number): readonly number[] => {
    const random = new Random(seed);
    const indices = new Uint32Array(3);
    random.fillIndices(indices, 1000);
    return [random.bits(), random.fraction(), random.binomial(1000, 0.3), ...indices];
  };
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
});

test.each([
  [0, 0],
  [10, 15.104412573075516],
  [29, 71.257038967168],
  [30, 74.65823634883016],
  [170, 706.5730622457874],
  [1e6, 12815518.384658169],
])('the logarithm of %d!', (number, logarithm) => {
  expect(logFactorial(number)).toBeCloseTo(logarithm, 7);
});

/** The sum of (seen - expected)² / expected, over the expected numbers that are not small. */
function chiSquare(seen: readonly number[], expected: readonly number[]): { value: number; cells: number } {
  let value = 0;
  let cells = 0;
  expected.forEach((mean, at) => {
    if (mean < 5) return;
    value += ((seen[at] ?? 0) - mean) ** 2 / mean;
    cells += 1;
  });
  return { value, cells };
}

const DRAWS = 20_000;

/** What chi-square exceeds once in some ten thousand times: its mean and four deviations. */
const limit = (cells: number): number => cells + 4 * Math.sqrt(2 * cells);

test('every index is as likely as the others', () => {
  const random = new Random(11);
  const seen = Array.from({ length: 37 }, () => 0);
  const indices = new Uint32Array(DRAWS);
  random.fillIndices(indices, 37);
  for (const index of indices) seen[index] = (seen[index] ?? Number.NaN) + 1;
  const { value, cells } = chiSquare(
    seen,
    seen.map(() => DRAWS / 37),
  );
  expect(cells).toBe(37);
  expect(value).toBeLessThan(limit(cells));
});

test('an index of many is drawn again where 2^32 has a rest', () => {
  const random = new Random(3);
  // Three quarters of 2^32: without drawing again, a third of the numbers would be twice as likely.
  const count = 3 * 2 ** 30;
  const indices = new Uint32Array(DRAWS);
  random.fillIndices(indices, count);
  const below = indices.filter((index) => index < 2 ** 30).length;
  expect(Math.max(...indices)).toBeLessThan(count);
  expect(Math.abs(below - DRAWS / 3)).toBeLessThan(4 * Math.sqrt((DRAWS * 2) / 9));
});

describe('binomial numbers', () => {
  test.each([
    [5, 0.3],
    [40, 0.1],
    [40, 0.4],
    [300, 0.5],
    [300, 0.93],
    [2000, 0.02],
  ])('%d trials with the probability %d', (trials, probability) => {
    const random = new Random(17);
    const seen = Array.from({ length: trials + 1 }, () => 0);
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const successes = random.binomial(trials, probability);
      seen[successes] = (seen[successes] ?? Number.NaN) + 1;
    }
    const expected = seen.map((_, successes) => {
      const ways = logFactorial(trials) - logFactorial(successes) - logFactorial(trials - successes);
      const share = successes * Math.log(probability) + (trials - successes) * Math.log(1 - probability);
      return DRAWS * Math.exp(ways + share);
    });
    const { value, cells } = chiSquare(seen, expected);
    expect(cells).toBeGreaterThan(3);
    expect(value).toBeLessThan(limit(cells));
  });

  test('nothing and everything is certain', () => {
    const random = new Random(1);
    expect(random.binomial(0, 0.5)).toBe(0);
    expect(random.binomial(9, 0)).toBe(0);
    expect(random.binomial(9, 1)).toBe(9);
  });
});
