import type { GroundedClaim, Grounding } from './model.ts';

/** The claims of a grounding without numbers that are computed correctly, which need not be on a page. */
export function claimsAboutPages({ claims }: Pick<Grounding, 'claims'>): readonly GroundedClaim[] {
  return claims.filter(({ status, computed }) => status === 'found' || computed?.right !== true);
}
