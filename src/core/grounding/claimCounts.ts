import { wholeNumber } from '../displayLocale.ts';
import { t } from '../t.ts';
import { claimMark, isProblem, isProblemMark, type Marked } from './claimMark.ts';
import type { Claim, ClaimMark } from './model.ts';

/** The marks in the order in which counts are said: problems first. */
export const COUNTED_MARKS = [
  'not-found',
  'near',
  'computed-wrong',
  'elsewhere',
  'other-page',
  'unknown',
  'computed-right',
  'found',
] as const satisfies readonly ClaimMark[];

/** How many claims there are. Every claim has one mark, so the counts by mark add up to the total. */
export interface ClaimCounts {
  readonly total: number;
  /** How many are problems. */
  readonly problems: number;
  /** Problems first, without marks that no claim has. */
  readonly byMark: ReadonlyMap<ClaimMark, number>;
}

/** How often a mark occurs among some claims. */
export interface MarkCount {
  readonly mark: ClaimMark;
  readonly count: number;
}

/** How often each mark occurs, problems first, without marks that do not occur. */
export function countClaimMarks(marks: Iterable<ClaimMark>): readonly MarkCount[] {
  const counts = new Map<ClaimMark, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return COUNTED_MARKS.flatMap((mark) => {
    const count = counts.get(mark);
    return count === undefined ? [] : [{ mark, count }];
  });
}

/** Counts claims, for every place that says how many there are. */
export function countClaims(claims: readonly Marked[]): ClaimCounts {
  return {
    total: claims.length,
    problems: claims.filter(isProblem).length,
    byMark: new Map(countClaimMarks(claims.map(claimMark)).map(({ mark, count }) => [mark, count])),
  };
}

/** How many claims there are by mark: `6 not found, 4 differ, 13 found`. */
export function countsPhrase({ byMark }: ClaimCounts): string {
  return [...byMark].map(([mark, count]) => markCountPhrase(mark, count)).join(', ');
}

/** How many problems there are by mark: `6 not found, 4 differ`; empty if there are none. */
export function problemsPhrase({ byMark }: ClaimCounts): string {
  return [...byMark]
    .filter(([mark]) => isProblemMark(mark))
    .map(([mark, count]) => markCountPhrase(mark, count))
    .join(', ');
}

/** How many claims have a mark: `5 found`, `1 differs`. */
export function markCountPhrase(mark: ClaimMark, count: number): string {
  const number = wholeNumber(count);
  switch (mark) {
    case 'found':
      return t('{0} found', number);
    case 'elsewhere':
      return t('{0} elsewhere on the page', number);
    case 'other-page':
      return t('{0} on another page', number);
    case 'near':
      return count === 1 ? t('1 differs') : t('{0} differ', number);
    case 'not-found':
      return t('{0} not found', number);
    case 'unknown':
      return t('{0} cannot be checked', number);
    case 'computed-right':
      return t('{0} computed correctly', number);
    case 'computed-wrong':
      return t('{0} computed incorrectly', number);
  }
}

/** Compares two claims by their places in a list of claims: problems first, then the others, each in reading order. */
export function compareListed(
  one: Marked & Pick<Claim, 'span'>,
  other: Marked & Pick<Claim, 'span'>,
): number {
  return Number(isProblem(other)) - Number(isProblem(one)) || one.span.start - other.span.start;
}
