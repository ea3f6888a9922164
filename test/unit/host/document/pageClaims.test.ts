import { describe, expect, it } from 'vitest';
import { compareListed } from '../../../../src/core/grounding/claimCounts.ts';
import { claimMark, isProblem } from '../../../../src/core/grounding/claimMark.ts';
import type { ClaimStatus, GroundedClaim } from '../../../../src/core/grounding/model.ts';
import { groundedClaim } from '../../../support/groundedClaims.ts';
import { claimAfter, pageClaims } from '../../../../src/protocol/pageClaims.ts';
import { MAX_CLAIM_TEXT } from '../../../../src/protocol/document.ts';

const box = { left: 1, top: 2, right: 3, bottom: 4 };

const grounded = (changes: Partial<GroundedClaim> = {}): GroundedClaim =>
  groundedClaim({
    boxes: [box],
    namedPlace: { on: { document: 'report.pdf', page: 4 }, box },
    ...changes,
  });

const isReport = (document: string): boolean => document === 'report.pdf';
const claimsOf = (...claims: GroundedClaim[]) => pageClaims({ claims }, isReport);

describe('the claims that a view of a document shows', () => {
  it('shows the boxes and the named place of a claim on their pages', () => {
    const [claim] = claimsOf(grounded({ on: { document: 'report.pdf', page: 7 } }));
    expect(claim).toMatchObject({ claim: 0, page: 7, boxes: [box], place: { page: 4, box } });
  });

  it('keeps a claim on another document without its boxes, so that the numbers of claims stay the same', () => {
    const elsewhere = {
      on: { document: 'other.pdf', page: 1 },
      namedPlace: { on: { document: 'other.pdf', page: 1 }, box },
    };
    const claims = claimsOf(grounded(elsewhere), grounded());
    expect(claims.map(({ claim, page }) => [claim, page])).toEqual([
      [0, null],
      [1, 4],
    ]);
    expect(claims[0]).toMatchObject({ boxes: [], place: null });
  });

  it('keeps a number that is computed correctly without what a page has like it', () => {
    const computation = { kind: 'sum', operands: [], text: '1 + 1 = 2', value: 2, said: 2 } as const;
    const difference = { said: '518.9', pageHas: '518.8' };
    const computed = { right: true, computation };
    const claims = claimsOf(
      grounded({ status: 'near', difference, computed }),
      grounded({ status: 'found', computed }),
    );
    expect(claims[0]).toMatchObject({ page: null, boxes: [], place: null, difference: null, words: '' });
    expect(claims[1]).toMatchObject({ page: 4, boxes: [box] });
  });

  it('says what a named cell has only for a claim that is not in it', () => {
    const cell = { row: 'Europe', column: '2024', text: 'x'.repeat(1000) };
    const namedPlace = { on: { document: 'report.pdf', page: 4 }, box, cell };
    const claims = claimsOf(
      grounded({ status: 'elsewhere', namedPlace }),
      grounded({ status: 'found', namedPlace }),
    );
    expect(claims[0]?.place?.cell).toMatchObject({ row: 'Europe', column: '2024' });
    expect(claims[0]?.place?.cell?.text).toHaveLength(MAX_CLAIM_TEXT);
    expect(claims[1]?.place).toEqual({ page: 4, box });
  });

  it('shortens long texts', () => {
    const long = 'x'.repeat(100_000);
    const difference = { said: long, pageHas: long };
    const [claim] = claimsOf(grounded({ text: long, words: long, difference }));
    for (const text of [claim?.said, claim?.words, claim?.difference?.said, claim?.difference?.pageHas]) {
      expect(text).toHaveLength(MAX_CLAIM_TEXT);
    }
  });
});

describe('moving from one claim to another', () => {
  const statuses: readonly ClaimStatus[] = ['found', 'near', 'found', 'not-found'];
  const claims = claimsOf(...statuses.map((status) => grounded({ status })));

  it('goes through all claims in text order, and from the last one to the first', () => {
    expect(claimAfter(claims, null, 'next')).toBe(0);
    expect(claimAfter(claims, 0, 'next')).toBe(1);
    expect(claimAfter(claims, 3, 'next')).toBe(0);
    expect(claimAfter(claims, 2, 'previous')).toBe(1);
    expect(claimAfter(claims, 0, 'previous')).toBe(3);
    expect(claimAfter(claims, null, 'previous')).toBe(3);
  });

  it('goes to a number that is computed incorrectly, also if a page has it', () => {
    const computation = { kind: 'sum', operands: [], text: '1 + 1 = 2', value: 2, said: 3 } as const;
    const wrong = grounded({ computed: { right: false, computation } });
    const some = claimsOf(grounded(), wrong, grounded());
    expect(claimAfter(some, null, 'next-bad')).toBe(1);
    expect(some.map(claimMark)).toEqual(['found', 'computed-wrong', 'found']);
  });

  it('goes to the next or previous claim with a problem, past the others', () => {
    expect(claimAfter(claims, null, 'next-bad')).toBe(1);
    expect(claimAfter(claims, 1, 'next-bad')).toBe(3);
    expect(claimAfter(claims, 3, 'next-bad')).toBe(1);
    expect(claimAfter(claims, 3, 'previous-bad')).toBe(1);
    expect(claimAfter(claims, 1, 'previous-bad')).toBe(3);
    expect(claimAfter(claims, null, 'previous-bad')).toBe(3);
  });

  it('goes through problems in the order in which they are listed', () => {
    const all: readonly ClaimStatus[] = ['other-page', 'found', 'not-found', 'unknown', 'near', 'elsewhere'];
    const listed = all
      .map((status, index) => ({
        claim: grounded({ status, span: { start: index, end: index + 1 } }),
        index,
      }))
      .sort((one, other) => compareListed(one.claim, other.claim))
      .filter(({ claim }) => isProblem(claim))
      .map(({ index }) => index);
    const some = claimsOf(...all.map((status) => grounded({ status })));
    const followed = listed.map((_, at) =>
      claimAfter(some, at === 0 ? null : (listed[at - 1] ?? null), 'next-bad'),
    );
    expect(followed).toEqual(listed);
  });

  it('goes nowhere when there is no such claim', () => {
    expect(claimAfter([], null, 'next')).toBeNull();
    expect(claimAfter(claimsOf(grounded()), null, 'next-bad')).toBeNull();
  });
});
