import type { ClaimMark, ComputedNumber, GroundedClaim, NamedPlace } from './model.ts';

/** What a claim must have for its mark. */
export interface Marked extends Pick<GroundedClaim, 'status' | 'isUndecided'> {
  readonly computed?: Pick<ComputedNumber, 'right'>;
}

/** What is shown of a claim. */
export function claimMark({ status, computed, isUndecided }: Marked): ClaimMark {
  if (computed?.right === false) return 'computed-wrong';
  if (computed?.right === true && status !== 'found') return 'computed-right';
  return isUndecided === true ? 'unknown' : status;
}

/** Whether the words of a claim need not stand on a page: it is computed, and is not called wrong. */
export function needsNoPage(claim: Marked): boolean {
  const mark = claimMark(claim);
  return mark === 'computed-right' || (mark === 'unknown' && claim.isUndecided === true);
}

/** Marks of claims that are no problem. */
const FINE: ReadonlySet<ClaimMark> = new Set<ClaimMark>(['found', 'unknown', 'computed-right']);

/**
 * Whether a person should look at a claim: the pages do not have what it says where it says so, and it is not computed
 * correctly from what they have.
 */
export function isProblem(claim: Marked): boolean {
  return isProblemMark(claimMark(claim));
}

/** Whether a person should look at claims with a mark. */
export function isProblemMark(mark: ClaimMark): boolean {
  return !FINE.has(mark);
}

/** Marks, and statuses, of claims whose words are not in the place that they name. */
export const MISSES_PLACE: ReadonlySet<ClaimMark> = new Set<ClaimMark>([
  'elsewhere',
  'other-page',
  'not-found',
]);

/** The place that a claim names, if that does not have its words; null if it has them, or if that is not known. */
export function missedPlace(claim: Marked & Pick<GroundedClaim, 'namedPlace'>): NamedPlace | null {
  return MISSES_PLACE.has(claimMark(claim)) ? claim.namedPlace : null;
}
