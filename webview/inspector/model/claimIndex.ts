import { partitionPoint } from '../../../src/core/binarySearch.ts';
import { compareListed, countClaims, type ClaimCounts } from '../../../src/core/grounding/claimCounts.ts';
import { claimMark } from '../../../src/core/grounding/claimMark.ts';
import type { GroundedClaim, Grounding } from '../../../src/core/grounding/model.ts';
import { severityRank } from '../../../src/core/grounding/severity.ts';
import type { Span } from '../../../src/core/span.ts';

/** A claim and its index in the grounding. */
export interface IndexedClaim {
  readonly index: number;
  readonly claim: GroundedClaim;
}

let nextSerial = 1;

/** The claims of a sample, for lookup by place in the text. */
export class ClaimIndex {
  /** In text order. */
  readonly claims: readonly IndexedClaim[];
  readonly counts: ClaimCounts;
  /** Different for each index, for views that are drawn again when it changes. */
  readonly serial = nextSerial++;
  readonly #reach: readonly number[];

  constructor(claims: readonly GroundedClaim[]) {
    this.claims = claims
      .map((claim, index) => ({ claim, index }))
      .sort((one, other) => one.claim.span.start - other.claim.span.start);
    let reach = 0;
    this.#reach = this.claims.map(({ claim }) => (reach = Math.max(reach, claim.span.end)));
    this.counts = countClaims(claims);
  }

  /** The claims that share a character with `span`. */
  within(span: Span): readonly IndexedClaim[] {
    const found: IndexedClaim[] = [];
    const first = partitionPoint(this.#reach.length, (index) => (this.#reach[index] ?? 0) <= span.start);
    for (let index = first; index < this.claims.length; index++) {
      const one = this.claims[index];
      if (one === undefined || one.claim.span.start >= span.end) break;
      if (one.claim.span.end > span.start) found.push(one);
    }
    return found;
  }

  /** The claim that a selected span means: the one with that span, otherwise the worst one in it; null if none is. */
  meant(span: Span): IndexedClaim | null {
    const touched = this.within(span);
    const exact = touched.find(({ claim }) => claim.span.start === span.start && claim.span.end === span.end);
    return exact ?? worstFirst(touched)[0] ?? null;
  }

  /** All claims as they are listed: problems first, then the others, each in reading order. */
  problemsFirst(): readonly IndexedClaim[] {
    return this.claims.toSorted((one, other) => compareListed(one.claim, other.claim));
  }
}

export const NO_CLAIMS = new ClaimIndex([]);

function worstFirst(claims: readonly IndexedClaim[]): readonly IndexedClaim[] {
  return claims.toSorted(
    (one, other) => severityRank(claimMark(one.claim)) - severityRank(claimMark(other.claim)),
  );
}

/**
 * The claims after an edit of the text: those behind it are moved, and those that it touches have no place until they
 * are looked for again.
 * @param span what was replaced
 * @param length of the new text
 */
export function moveClaims(grounding: Grounding, span: Span, length: number): Grounding {
  const shift = length - (span.end - span.start);
  return {
    ...grounding,
    answer: grounding.answer && { ...grounding.answer, span: movedSpan(grounding.answer.span, span, shift) },
    claims: grounding.claims.map((claim): GroundedClaim => {
      const { place } = claim;
      if (claim.span.end <= span.start) return claim;
      return {
        ...claim,
        span: movedSpan(claim.span, span, shift),
        place: place && movedSpan(place, span, shift),
      };
    }),
  };
}

/** Where a span is after an edit of `edited` that made the text longer by `shift`; empty if the edit touches it. */
function movedSpan(span: Span, edited: Span, shift: number): Span {
  if (span.end <= edited.start) return span;
  if (span.start < edited.end) return { start: edited.start, end: edited.start };
  return { start: span.start + shift, end: span.end + shift };
}
