import type { ClaimStatus, GroundedClaim } from '../../../src/core/grounding/model.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';

/** A response with claims. */
export const TEXT =
  '<think>Image 1 has the totals.<description><tool name="read" args="Image 1: row Total">518.9</tool>' +
  '<tool name="read" args="Image 1: margin">12.1%</tool></description></think><answer>518.9</answer>';

/** A claim about the words `said` of TEXT. */
export function claim(said: string, status: ClaimStatus, change: Partial<GroundedClaim> = {}): GroundedClaim {
  const start = TEXT.indexOf(said);
  return {
    span: { start, end: start + said.length },
    text: said,
    kind: 'observation',
    step: 2,
    action: 1,
    place: null,
    box: null,
    cited: { image: 1, document: 'report.pdf', page: 3 },
    status,
    on: status === 'not-found' ? null : { document: 'report.pdf', page: 4 },
    sent: true,
    boxes: status === 'not-found' ? [] : [{ left: 10, top: 20, right: 60, bottom: 30 }],
    namedPlace: null,
    words: said,
    difference: null,
    source: 'text',
    confidence: 1,
    occurrences: 1,
    ...change,
  };
}

type Grounded = Extract<GroundingShown, { kind: 'grounded' }>;

/** What an inspector shows of claims, all of them on page 4 of `report.pdf`, of 600 by 800 points. */
export function grounded(claims: readonly GroundedClaim[], change: Partial<Grounded> = {}): Grounded {
  return {
    kind: 'grounded',
    grounding: {
      claims,
      pages: [{ document: 'report.pdf', page: 4, size: { width: 600, height: 800 } }],
      answer: null,
      computations: [],
      unread: null,
    },
    withoutText: 0,
    notices: [],
    missing: null,
    partial: false,
    ...change,
  };
}
