import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { CLAIM_STATUSES } from '../../../src/core/grounding/model.ts';
import { changeClaims, claimChanges } from '../../../src/protocol/claimChanges.ts';
import type { DocumentClaims, PageClaim } from '../../../src/protocol/document.ts';

const pageClaim = (claim: number, status: PageClaim['status']): PageClaim => ({
  claim,
  kind: 'quote',
  step: 0,
  action: 1,
  status,
  said: 'words',
  words: 'words',
  difference: null,
  source: 'text',
  page: 1,
  boxes: [],
  place: null,
});

/** Claims in text order, some of whose indices are left out. */
const claimsOf: fc.Arbitrary<DocumentClaims> = fc.record({
  title: fc.constantFrom('one', 'two'),
  running: fc.boolean(),
  notice: fc.constantFrom(null, 'It has changed.'),
  claims: fc
    .uniqueArray(fc.tuple(fc.nat(12), fc.constantFrom(...CLAIM_STATUSES)), { selector: ([claim]) => claim })
    .map((some) =>
      some.sort(([one], [other]) => one - other).map(([claim, status]) => pageClaim(claim, status)),
    ),
});

it('claims that are changed by what differs from others are the same as the others', () => {
  fc.assert(
    fc.property(claimsOf, claimsOf, (past, now) => {
      const changes = claimChanges(past, now);
      expect(changes === null ? past : changeClaims(past, changes)).toEqual(now);
    }),
    propertyRuns(100),
  );
});

it('only claims that are new or changed are named, and the others stay the same objects', () => {
  const rest = { title: '', running: true, notice: null };
  const past = { ...rest, claims: [pageClaim(0, 'found'), pageClaim(1, 'near')] };
  const now = { ...rest, claims: [pageClaim(0, 'found'), pageClaim(2, 'near')] };
  const changes = claimChanges(past, now);
  expect(changes).toMatchObject({ changed: [{ claim: 2 }], removed: [1] });
  if (changes !== null) expect(changeClaims(past, changes).claims[0]).toBe(past.claims[0]);
  expect(claimChanges(past, structuredClone(past))).toBeNull();
});
