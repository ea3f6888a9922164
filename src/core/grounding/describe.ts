import { claimsPhrase } from '../countPhrases.ts';
import { wholeNumber } from '../displayLocale.ts';
import { joinList } from '../joinList.ts';
import { oneLine } from '../oneLine.ts';
import { t } from '../t.ts';
import { countClaims, markCountPhrase } from './claimCounts.ts';
import { isProblemMark } from './claimMark.ts';
import type { AnswerGrounding, ClaimMark, GroundedClaim, Grounding, PageReference } from './model.ts';

/** The words of an answer that is not quoted. */
const MOST_WORDS = 3;
/** The most UTF-16 units that are shown of an answer or of a description of a place. */
const LONGEST = 60;

/**
 * What the answer of a response rests on and how many claims are problems, in one sentence: `Answer 518.9 stands on page
 * 7, row Total revenue; 6 of 27 claims are not on the pages sent, 4 differ.`
 * @param response the text that the spans of the grounding are in
 * @param partial whether text may still come
 */
export function describeGrounding(grounding: Grounding, response: string, partial: boolean): string {
  const { answer, claims } = grounding;
  const count = countClause(claims, partial);
  if (answer === null) {
    if (partial) return sentence([count ?? t('No claims so far')]);
    return sentence([t('There is no answer'), ...(count === null ? [] : [count])]);
  }
  return sentence([
    answerClause(answer, nameAnswer(response, answer), claims),
    ...(count === null ? [] : [count]),
  ]);
}

/** The words of an answer in a clause: a sentence in quotation marks, without its end. */
function nameAnswer(response: string, { span }: AnswerGrounding): string {
  const words = oneLine(response.slice(span.start, span.end), LONGEST).replace(/(?<![.。])[.。]$/u, '');
  return words.split(' ').length > MOST_WORDS ? t('“{0}”', words) : words;
}

function sentence(clauses: readonly string[]): string {
  return `${clauses.join('; ')}.`;
}

function answerClause(
  { verdict, computation, restsOn, onCitedPage, span }: AnswerGrounding,
  words: string,
  claims: readonly GroundedClaim[],
): string {
  const based = restsOn.flatMap((index) => claims[index] ?? []);
  const parts = based.filter((claim) => span.start <= claim.span.start && claim.span.end <= span.end);
  switch (verdict) {
    case 'found':
      return foundClause(words, parts, based, claims, onCitedPage);
    case 'computed-right':
      return computation === null
        ? t('Answer {0} is computed correctly', words)
        : t('Answer {0} is computed correctly: {1}', words, computation.text);
    case 'computed-wrong':
      return computation === null
        ? t('Answer {0} is computed incorrectly', words)
        : t('Answer {0} is computed incorrectly: {1}', words, computation.text);
    case 'near': {
      const near = parts.find(({ status, on }) => status === 'near' && on !== null);
      if (near?.on == null) return t('Answer {0} differs from the pages sent', words);
      const has = oneLine(near.difference?.pageHas ?? near.words, LONGEST);
      return t('Answer {0} differs from page {1}, which has {2}', words, wholeNumber(near.on.page), has);
    }
    case 'not-found':
      return parts.some(({ status }) => status === 'found')
        ? t('Part of answer {0} is not on the pages sent', words)
        : t('Answer {0} is not on the pages sent', words);
    case 'not-checkable':
      return t('Answer {0} cannot be checked', words);
  }
}

function foundClause(
  words: string,
  parts: readonly GroundedClaim[],
  based: readonly GroundedClaim[],
  claims: readonly GroundedClaim[],
  onCitedPage: boolean | null,
): string {
  // A tool call that read it on the page that it cites says where it is better than the first place with these words.
  const read = based.find(
    ({ kind, status, on }) => kind === 'observation' && status === 'found' && on !== null,
  );
  const pages = distinctPages(parts.length > 1 || read === undefined ? parts : [read]);
  const [page] = pages;
  if (page === undefined) return t('Answer {0} stands on the pages sent', words);
  if (pages.length > 1) {
    return t('Answer {0} stands on pages {1}', words, joinList(pages.map((one) => wholeNumber(one.page))));
  }
  const number = wholeNumber(page.page);
  if (onCitedPage === false)
    return t('Answer {0} stands on page {1}, which the response does not cite', words, number);
  const region =
    parts.length > 1 ? undefined : claims.find(({ kind, step }) => kind === 'region' && step === read?.step);
  return region === undefined
    ? t('Answer {0} stands on page {1}', words, number)
    : t('Answer {0} stands on page {1}, {2}', words, number, oneLine(region.text, LONGEST));
}

function distinctPages(claims: readonly GroundedClaim[]): PageReference[] {
  const pages = new Map<string, PageReference>();
  for (const { on } of claims) if (on !== null) pages.set(`${on.page} ${on.document}`, on);
  return [...pages.values()].sort((one, other) => one.page - other.page);
}

/**
 * How many claims are problems or cannot be checked, in a clause: `6 of 27 claims are not on the pages sent, 4 differ`;
 * if there are none, what all of them are. Null without claims.
 */
function countClause(claims: readonly GroundedClaim[], partial: boolean): string | null {
  const { byMark, total } = countClaims(claims);
  const open = [...byMark].filter(([mark]) => isProblemMark(mark) || mark === 'unknown');
  const [first, ...others] = open.length > 0 ? open : [...byMark].reverse();
  if (first === undefined) return null;
  const all = partial ? soFarPhrase(total) : claimsPhrase(total);
  return [partClause(...first, all), ...others.map(([mark, count]) => furtherClause(mark, count))].join(', ');
}

const soFarPhrase = (count: number): string =>
  count === 1 ? t('1 claim so far') : t('{0} claims so far', wholeNumber(count));

/** How many of all claims have a mark: `6 of 27 claims are not on the pages sent`. */
function partClause(mark: ClaimMark, count: number, all: string): string {
  const number = wholeNumber(count);
  const one = count === 1;
  switch (mark) {
    case 'found':
      return one
        ? t('1 of {0} is on the pages sent', all)
        : t('{0} of {1} are on the pages sent', number, all);
    case 'computed-right':
      return one
        ? t('1 of {0} is computed correctly', all)
        : t('{0} of {1} are computed correctly', number, all);
    case 'elsewhere':
      return one
        ? t('1 of {0} is elsewhere on the page', all)
        : t('{0} of {1} are elsewhere on the page', number, all);
    case 'other-page':
      return one ? t('1 of {0} is on another page', all) : t('{0} of {1} are on another page', number, all);
    case 'near':
      return one
        ? t('1 of {0} differs from the pages sent', all)
        : t('{0} of {1} differ from the pages sent', number, all);
    case 'computed-wrong':
      return one
        ? t('1 of {0} is computed incorrectly', all)
        : t('{0} of {1} are computed incorrectly', number, all);
    case 'not-found':
      return one
        ? t('1 of {0} is not on the pages sent', all)
        : t('{0} of {1} are not on the pages sent', number, all);
    case 'unknown':
      return one ? t('1 of {0} cannot be checked', all) : t('{0} of {1} cannot be checked', number, all);
  }
}

/** How many more claims have a mark, after a clause that names all of them: `4 differ`. */
function furtherClause(mark: ClaimMark, count: number): string {
  const number = wholeNumber(count);
  const one = count === 1;
  switch (mark) {
    case 'computed-right':
      return one ? t('1 is computed correctly') : t('{0} are computed correctly', number);
    case 'elsewhere':
      return one ? t('1 is elsewhere on the page') : t('{0} are elsewhere on the page', number);
    case 'other-page':
      return one ? t('1 is on another page') : t('{0} are on another page', number);
    case 'computed-wrong':
      return one ? t('1 is computed incorrectly') : t('{0} are computed incorrectly', number);
    case 'found':
    case 'near':
    case 'not-found':
    case 'unknown':
      return markCountPhrase(mark, count);
  }
}
