import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { passAtK, reportedKs } from '../../../src/core/groups/passAtK.ts';

/** The share of all choices of `k` samples that have a right one, counted one by one. */
function counted(n: number, right: number, k: number): number {
  let choices = 0;
  let passing = 0;
  for (let chosen = 0; chosen < 2 ** n; chosen += 1) {
    const members = Array.from({ length: n }, (_, sample) => sample).filter(
      (sample) => (chosen >> sample) & 1,
    );
    if (members.length !== k) continue;
    choices += 1;
    if (members.some((sample) => sample < right)) passing += 1;
  }
  return passing / choices;
}

describe('pass@k', () => {
  it('is the share of choices with a right sample', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(9), fc.nat(8), (n, some, more) => {
        const right = some % (n + 1);
        const k = (more % n) + 1;
        expect(passAtK(n, right, k)).toBeCloseTo(counted(n, right, k), 12);
      }),
      propertyRuns(200),
    );
  });

  it.each([
    [8, 3, 1, 0.375],
    [8, 0, 8, 0],
    [8, 8, 1, 1],
    [8, 1, 8, 1],
    [10, 5, 2, 7 / 9],
  ])('of %i samples with %i right is for k = %i', (n, right, k, expected) => {
    expect(passAtK(n, right, k)).toBeCloseTo(expected, 12);
  });

  it('is exactly the share of right samples for one, and 0 or 1 for all of them', () => {
    for (let n = 1; n <= 64; n += 1)
      for (let right = 0; right <= n; right += 1) {
        expect(passAtK(n, right, 1)).toBe(right / n);
        expect(passAtK(n, right, n)).toBe(right > 0 ? 1 : 0);
      }
  });

  it('does not overflow', () => {
    expect(passAtK(10_000, 1, 5000)).toBeCloseTo(0.5, 9);
  });

  it.each([
    [0, 0, 1],
    [2, 3, 1],
    [2, 1, 3],
    [2, 1, 0],
    [2, 0.5, 1],
  ])('does not exist of %d samples with %d right for k = %d', (n, right, k) => {
    expect(() => passAtK(n, right, k)).toThrow(RangeError);
  });

  it('is reported for powers of two and all samples', () => {
    expect([0, 1, 2, 6, 8].map(reportedKs)).toEqual([[], [1], [1, 2], [1, 2, 4, 6], [1, 2, 4, 8]]);
  });
});
