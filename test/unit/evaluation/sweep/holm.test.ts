import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { holmAdjusted } from '../../../../src/core/statistics/holm.ts';

describe('the correction of Holm', () => {
  it.each([
    [[], []],
    [[0.03], [0.03]],
    // As p.adjust(p, "holm") of R.
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [
      [0.5, 0.9, 0.001],
      [1, 1, 0.003],
    ],
  ])('of %j', (pValues, expected) => {
    const adjusted = holmAdjusted(pValues);
    expect(adjusted).toHaveLength(expected.length);
    adjusted.forEach((each, at) => {
      expect(each).toBeCloseTo(expected[at] ?? NaN, 12);
    });
  });

  it('rejects what the step-down procedure rejects', () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(p, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        (pValues, level) => {
          const order = [...pValues.keys()].sort((one, other) => (pValues[one] ?? 0) - (pValues[other] ?? 0));
          const rejected = new Set<number>();
          for (const [rank, at] of order.entries()) {
            if ((pValues[at] ?? 1) * (pValues.length - rank) > level) break;
            rejected.add(at);
          }
          holmAdjusted(pValues).forEach((each, at) => {
            expect(each <= level).toBe(rejected.has(at));
          });
        },
      ),
      propertyRuns(300),
    );
  });
});
