import type { RewardGrounding } from './rewardGrounding.ts';

/** The claims of a grounding without numbers that are computed correctly, which need not be on a page. */
export function claimsAboutPages({ claims }: Pick<RewardGrounding, 'claims'>): RewardGrounding['claims'] {
  return claims.filter(({ status, computed }) => status === 'found' || computed?.right !== true);
}
