import type { ClaimChanges, DocumentClaims } from './document.ts';

/** What changes `past` to `now`; null if they are the same. */
export function claimChanges(past: DocumentClaims, now: DocumentClaims): ClaimChanges | null {
  const before = new Map(past.claims.map((one) => [one.claim, JSON.stringify(one)]));
  const changed = now.claims.filter((one) => before.get(one.claim) !== JSON.stringify(one));
  const left = new Set(now.claims.map(({ claim }) => claim));
  const removed = [...before.keys()].filter((claim) => !left.has(claim));
  const { title, running, notice } = now;
  const isSame = changed.length === 0 && removed.length === 0;
  return isSame && title === past.title && running === past.running && notice === past.notice
    ? null
    : { title, running, notice, changed, removed };
}

/** The claims after some changes; those that have not changed stay the same objects. */
export function changeClaims(
  past: DocumentClaims,
  { title, running, notice, changed, removed }: ClaimChanges,
): DocumentClaims {
  const claims = new Map(past.claims.map((one) => [one.claim, one]));
  for (const claim of removed) claims.delete(claim);
  for (const one of changed) claims.set(one.claim, one);
  return {
    title,
    running,
    notice,
    claims: [...claims.values()].sort((one, other) => one.claim - other.claim),
  };
}
