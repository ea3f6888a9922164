import type { ClaimStatus } from './model.ts';

/** The statuses from bad to good: the order in which claims are listed. */
const PROBLEMS_FIRST: readonly ClaimStatus[] = [
  'not-found',
  'near',
  'elsewhere',
  'other-page',
  'unknown',
  'found',
];

/** The position of a status from bad to good, from 0. */
export function severityRank(status: ClaimStatus): number {
  return PROBLEMS_FIRST.indexOf(status);
}

/** The worst of some statuses; `found` if there are none. */
export function worstStatus(statuses: readonly ClaimStatus[]): ClaimStatus {
  return statuses.reduce<ClaimStatus>(
    (worst, status) => (severityRank(status) < severityRank(worst) ? status : worst),
    'found',
  );
}
