import type { ClaimMark } from './model.ts';

/** The marks from bad to good: the order in which claims are listed. */
const PROBLEMS_FIRST: readonly ClaimMark[] = [
  'computed-wrong',
  'not-found',
  'near',
  'elsewhere',
  'other-page',
  'unknown',
  'computed-right',
  'found',
];

/** The position of a mark from bad to good, from 0. */
export function severityRank(mark: ClaimMark): number {
  return PROBLEMS_FIRST.indexOf(mark);
}

/** The worst of some marks; `found` if there are none. */
export function worstMark<Mark extends ClaimMark>(marks: readonly Mark[]): Mark | 'found' {
  return marks.reduce<Mark | 'found'>(
    (worst, mark) => (severityRank(mark) < severityRank(worst) ? mark : worst),
    'found',
  );
}
