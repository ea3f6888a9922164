import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { retrievalMetrics } from '../../../src/core/metrics/retrievalMetrics.ts';

const gain = (rank: number): number => 1 / Math.log2(rank + 1);

test.each([
  ['a b c', 'a', 1, { recall: 1, reciprocalRank: 1, ndcg: 1 }],
  ['b a c', 'a', 1, { recall: 0, reciprocalRank: 0, ndcg: 0 }],
  ['b a c', 'a', 3, { recall: 1, reciprocalRank: 1 / 2, ndcg: gain(2) }],
  ['b a c d', 'a d', 3, { recall: 1 / 2, reciprocalRank: 1 / 2, ndcg: gain(2) / (1 + gain(2)) }],
  ['a d', 'a d e', 5, { recall: 2 / 3, reciprocalRank: 1, ndcg: (1 + gain(2)) / (1 + gain(2) + gain(3)) }],
  // The ideal of the first page is that page alone, however many pages have the answer.
  ['a', 'a d e', 1, { recall: 1 / 3, reciprocalRank: 1, ndcg: 1 }],
  // A page that comes again takes a place and gains nothing.
  ['a a d', 'a d', 2, { recall: 1 / 2, reciprocalRank: 1, ndcg: 1 / (1 + gain(2)) }],
  ['', 'a', 5, { recall: 0, reciprocalRank: 0, ndcg: 0 }],
])('pages %j with the answer on %j, at %i', (retrieved, gold, cutoff, expected) => {
  const pages = retrieved.split(' ').filter((page) => page !== '');
  expect(retrievalMetrics(pages, new Set(gold.split(' ')), cutoff)).toEqual(expected);
});

test('more pages never hurt, and nothing exceeds 1', () => {
  const page = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  fc.assert(
    fc.property(
      fc.array(page, { maxLength: 9 }),
      fc.uniqueArray(page, { minLength: 1 }),
      (retrieved, gold) => {
        const at = (cutoff: number) => retrievalMetrics(retrieved, new Set(gold), cutoff);
        for (let cutoff = 1; cutoff < 9; cutoff += 1) {
          expect(at(cutoff + 1).recall).toBeGreaterThanOrEqual(at(cutoff).recall);
          expect(at(cutoff + 1).reciprocalRank).toBeGreaterThanOrEqual(at(cutoff).reciprocalRank);
          for (const value of Object.values(at(cutoff))) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1 + 1e-12);
          }
        }
      },
    ),
    propertyRuns(200),
  );
});
