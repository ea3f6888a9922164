import { goldenClaims, type GoldenClaims, type GoldPlace } from './goldenClaims.ts';
import type { ClaimMark, GroundedClaim } from './model.ts';
import { claimMark } from './claimMark.ts';
import type { RewardGrounding } from './rewardGrounding.ts';

/** The claims of a grounding without numbers that are computed correctly, which need not be on a page. */
export function claimsAboutPages({ claims }: Pick<RewardGrounding, 'claims'>): RewardGrounding['claims'] {
  return claims.filter(({ status, computed }) => status === 'found' || computed?.right !== true);
}

/** The claims about pages that can be checked. */
export function checkedClaims(grounding: Pick<RewardGrounding, 'claims'>): RewardGrounding['claims'] {
  return claimsAboutPages(grounding).filter(
    ({ status, isUndecided }) => status !== 'unknown' && isUndecided !== true,
  );
}

/** What runs keep of the claims of a sample. */
export interface ClaimsFound {
  /** The mark of each claim, in text order. */
  readonly marks: readonly ClaimMark[];
  /** The share of the claims about pages that are found, among those that can be checked; null if there are none. */
  readonly share: number | null;
  /** Missing if it is not known which places show the answer. */
  readonly golden?: GoldenClaims | undefined;
}

/**
 * What runs keep of a grounding.
 * @param gold the places that show the answer; empty if they are not known
 */
export function claimsFound(
  { claims }: { readonly claims: readonly GroundedClaim[] },
  gold: readonly GoldPlace[],
): ClaimsFound {
  const checked = checkedClaims({ claims });
  const found = checked.filter(({ status }) => status === 'found').length;
  return {
    marks: claims.map(claimMark),
    share: checked.length === 0 ? null : found / checked.length,
    ...(gold.length === 0 ? {} : { golden: goldenClaims(claims, gold) }),
  };
}
