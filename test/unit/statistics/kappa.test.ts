import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { cohenKappa } from '../../../src/core/statistics/kappa.ts';

/** Kappa and its interval as statsmodels 0.15.0 (`cohens_kappa`) and scikit-learn 1.9.1 (`cohen_kappa_score`) compute them. */
const COMPUTED: readonly (readonly [readonly (readonly number[])[], number, number, number])[] = [
  [
    [
      [20, 5],
      [10, 15],
    ],
    0.3999999999999999,
    0.151092290476661,
    0.6489077095233389,
  ],
  [
    [
      [45, 15],
      [25, 15],
    ],
    0.13043478260869554,
    -0.06293827779258965,
    0.3238078430099807,
  ],
  [
    [
      [1, 0],
      [0, 1],
    ],
    1,
    1,
    1,
  ],
  [
    [
      [0, 7],
      [9, 0],
    ],
    -0.9692307692307692,
    -1.2048830386019773,
    -0.7335784998595611,
  ],
  [
    [
      [118, 5],
      [2, 1],
    ],
    0.19672131147541122,
    -0.16944117880169152,
    0.562883801752514,
  ],
  [
    [
      [9999, 1],
      [3, 20000],
    ],
    0.9997000299984999,
    0.9994060843995908,
    0.9999939755974091,
  ],
  [
    [
      [10, 2, 3],
      [1, 20, 4],
      [0, 5, 30],
    ],
    0.677650429799427,
    0.5319597429067683,
    0.8233411166920858,
  ],
];

describe("Cohen's kappa", () => {
  it.each(COMPUTED)('of %j is %d', (table, kappa, low, high) => {
    const computed = cohenKappa(table);
    expect(computed?.kappa).toBeCloseTo(kappa, 12);
    expect(computed?.low).toBeCloseTo(low, 12);
    expect(computed?.high).toBeCloseTo(high, 12);
  });

  it('is 0 where one of them always says the same, and unknown where both do', () => {
    expect(
      cohenKappa([
        [3, 0],
        [2, 0],
      ]),
    ).toMatchObject({
      kappa: 0,
      low: expect.closeTo(0, 7) as number,
      high: expect.closeTo(0, 7) as number,
      agreement: 0.6,
    });
    expect(
      cohenKappa([
        [5, 0],
        [0, 0],
      ]),
    ).toBeNull();
    expect(
      cohenKappa([
        [0, 0],
        [0, 0],
      ]),
    ).toBeNull();
  });

  it('does not depend on who is first, nor on the order of the categories', () => {
    const count = fc.nat(1000);
    fc.assert(
      fc.property(count, count, count, count, (a, b, c, d) => {
        const own = cohenKappa([
          [a, b],
          [c, d],
        ]);
        for (const table of [
          [
            [a, c],
            [b, d],
          ],
          [
            [d, c],
            [b, a],
          ],
        ]) {
          const other = cohenKappa(table);
          if (own === null || other === null) expect(own).toBe(other);
          else {
            expect(other.kappa).toBeCloseTo(own.kappa, 9);
            expect(other.high - other.low).toBeCloseTo(own.high - own.low, 6);
          }
        }
      }),
      propertyRuns(100),
    );
  });
});
