import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { groundingJson } from '../../../src/cli/verbs/ground/groundingJson.ts';
import { groundingText } from '../../../src/cli/verbs/ground/groundingText.ts';
import {
  compareListed,
  countClaims,
  countsPhrase,
  problemsPhrase,
} from '../../../src/core/grounding/claimCounts.ts';
import { claimMark, isProblem } from '../../../src/core/grounding/claimMark.ts';
import { describeGrounding } from '../../../src/core/grounding/describe.ts';
import { CLAIM_STATUSES, type GroundedClaim, type Grounding } from '../../../src/core/grounding/model.ts';
import { sampleOf } from '../../../src/core/records/sample.ts';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import { pageClaims } from '../../../src/protocol/pageClaims.ts';
import { groundedClaim } from '../../support/groundedClaims.ts';

const computation = { kind: 'sum', operands: [], text: '1 + 1 = 2', value: 2, said: 2 } as const;

/** Claims with any status and check, in any order. */
const anyClaims = fc.array(
  fc
    .record({
      status: fc.constantFrom(...CLAIM_STATUSES),
      right: fc.constantFrom(null, true, false),
      start: fc.nat(99),
    })
    .map(({ status, right, start }): GroundedClaim =>
      groundedClaim({
        status,
        span: { start, end: start + 1 },
        ...(right !== null && { computed: { right, computation } }),
      }),
    ),
  { maxLength: 40 },
);

function groundingOf(claims: readonly GroundedClaim[]): Grounding {
  return { claims, pages: [], answer: null, computations: [], unread: null };
}

const SAMPLE = sampleOf(parseTrajectoryFile(''));

/** The sum of the numbers in a text. */
const sumOf = (text: string): number =>
  [...text.matchAll(/\d+/gu)].reduce((sum, [number]) => sum + Number(number), 0);

describe('the counts of claims', () => {
  it('add up to the total, and those of problems to the number of problems', () => {
    fc.assert(
      fc.property(anyClaims, (claims) => {
        const counts = countClaims(claims);
        expect(counts.total).toBe(claims.length);
        expect(counts.problems).toBe(claims.filter(isProblem).length);
        expect(sumOf(countsPhrase(counts))).toBe(claims.length);
        expect(sumOf(problemsPhrase(counts))).toBe(counts.problems);
      }),
      propertyRuns(100),
    );
  });

  it('are the same in the sentence about the answer, over the pages, and on the command line', () => {
    fc.assert(
      fc.property(anyClaims, fc.boolean(), (claims, partial) => {
        const grounding = groundingOf(claims);
        const { total, problems, byMark } = countClaims(claims);
        const said = describeGrounding(grounding, '', partial);
        const open = problems + (byMark.get('unknown') ?? 0);
        const rest = said.replace(/^There is no answer(?:; )?/u, '');
        if (total > 0) expect(rest).toMatch(new RegExp(` of ${total} claims?(?: so far)? `, 'u'));
        expect(sumOf(rest)).toBe((open > 0 ? open : total) + total);
        expect(countClaims(pageClaims(grounding, () => true)).byMark).toEqual(byMark);
        const grounded = {
          grounding,
          dialect: 'lang2act',
          images: [],
          documents: [],
          withoutText: [],
          unrecognized: [],
          unsent: null,
          notices: [],
        } as const;
        const [head = ''] = groundingText('-', grounded).split('\n');
        expect(sumOf(head)).toBe(2 * total);
        expect(groundingJson(grounded, SAMPLE)['counts']).toEqual(Object.fromEntries(byMark));
      }),
      propertyRuns(100),
    );
  });

  it('names problems before what is fine', () => {
    const claims = CLAIM_STATUSES.map((status) => groundedClaim({ status }));
    const computed = [true, false].map((right) =>
      groundedClaim({ status: 'near', computed: { right, computation } }),
    );
    expect(countsPhrase(countClaims([...claims, ...computed]))).toBe(
      '1 not found, 1 differs, 1 computed incorrectly, 1 elsewhere on the page, 1 on another page, ' +
        '1 cannot be checked, 1 computed correctly, 1 found',
    );
  });
});

describe('the list of claims', () => {
  it('has problems first, and these and the others in reading order', () => {
    fc.assert(
      fc.property(anyClaims, (claims) => {
        const listed = claims.toSorted(compareListed);
        const problems = listed.filter(isProblem);
        expect(listed.slice(0, problems.length)).toEqual(problems);
        for (const part of [problems, listed.slice(problems.length)]) {
          const starts = part.map(({ span }) => span.start);
          expect(starts).toEqual(starts.toSorted((one, other) => one - other));
        }
      }),
      propertyRuns(100),
    );
  });

  it('mixes problems of different kinds in reading order', () => {
    const at = (start: number, status: GroundedClaim['status']): GroundedClaim =>
      groundedClaim({ status, span: { start, end: start + 1 } });
    const claims = [at(1, 'found'), at(2, 'other-page'), at(3, 'unknown'), at(4, 'not-found'), at(5, 'near')];
    expect(claims.toSorted(compareListed).map(claimMark)).toEqual([
      'other-page',
      'not-found',
      'near',
      'found',
      'unknown',
    ]);
  });
});
