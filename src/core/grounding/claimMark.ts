import type { ClaimMark, ComputedNumber, GroundedClaim } from './model.ts';

/** What a claim must have for its mark. */
export interface Marked extends Pick<GroundedClaim, 'status'> {
  readonly computed?: Pick<ComputedNumber, 'right'>;
}

/** What is shown of a claim. */
export function claimMark({ status, computed }: Marked): ClaimMark {
  if (computed?.right === false) return 'computed-wrong';
  return computed?.right === true && status !== 'found' ? 'computed-right' : status;
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
