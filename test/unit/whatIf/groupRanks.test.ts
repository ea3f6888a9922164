import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { GroupRanks } from '../../../src/core/whatIf/groupRanks.ts';

/** Ranks one group. */
function ranked(
  before: readonly number[],
  after: readonly number[],
): { readonly tau: number | null; readonly before: readonly number[]; readonly after: readonly number[] } {
  const ranks = new GroupRanks(before.length);
  const tau = ranks.rank(Float64Array.from(before), Float64Array.from(after), 0, before.length);
  return { tau, before: [...ranks.before], after: [...ranks.after] };
}

/** Kendall's τ-b as its definition says, pair by pair. */
function definedTau(before: readonly number[], after: readonly number[]): number | null {
  let [agreed, untiedBefore, untiedAfter] = [0, 0, 0];
  before.forEach((one, at) => {
    for (let other = 0; other < at; other += 1) {
      const was = Math.sign(one - (before[other] ?? 0));
      const is = Math.sign((after[at] ?? 0) - (after[other] ?? 0));
      agreed += was * is;
      untiedBefore += Math.abs(was);
      untiedAfter += Math.abs(is);
    }
  });
  return untiedBefore * untiedAfter === 0 ? null : agreed / Math.sqrt(untiedBefore * untiedAfter);
}

test('samples that are paid the same share a place, and the next one counts them', () => {
  expect(ranked([0.9, 0.1, 0.9, 0.5], [0, 1, 1, 1])).toMatchObject({
    before: [1, 4, 1, 3],
    after: [4, 1, 1, 1],
  });
});

test('the same order has a τ of 1, the reverse one -1, and one without differences none', () => {
  expect(ranked([1, 2, 3], [10, 20, 30]).tau).toBeCloseTo(1, 12);
  expect(ranked([1, 2, 3], [3, 2, 1]).tau).toBeCloseTo(-1, 12);
  expect([ranked([1, 2, 3], [1, 1, 1]).tau, ranked([4], [5]).tau]).toEqual([null, null]);
});

test('large groups are ranked as small ones are', () => {
  const values = fc.constantFrom(0, 0.1, 0.2, 0.5, 1, 2, 3);
  const pairs = fc.array(fc.tuple(values, values), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(pairs, (list) => {
      const before = list.map(([was]) => was);
      const after = list.map(([, is]) => is);
      const found = ranked(before, after);
      const place = (all: readonly number[], value: number): number =>
        1 + all.filter((each) => each > value).length;
      expect(found.before).toEqual(before.map((value) => place(before, value)));
      expect(found.after).toEqual(after.map((value) => place(after, value)));
      const tau = definedTau(before, after);
      if (tau === null) expect(found.tau).toBeNull();
      else expect(found.tau).toBeCloseTo(tau, 10);
    }),
    propertyRuns(),
  );
});
