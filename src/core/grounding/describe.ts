import { claimsPhrase } from '../countPhrases.ts';
import { wholeNumber } from '../displayLocale.ts';
import { joinList } from '../joinList.ts';
import { oneLine } from '../oneLine.ts';
import { t } from '../t.ts';
import { claimsAboutPages } from './shares.ts';
import type { AnswerGrounding, GroundedClaim, Grounding, PageReference } from './model.ts';

/** The words of an answer that is not quoted. */
const MOST_WORDS = 3;
/** The most UTF-16 units that are shown of an answer or of a description of a place. */
const LONGEST = 60;

/**
 * What the answer of a response rests on and how many claims are not on the pages, in one sentence: `Answer 518.9
 * stands on page 7, row Total revenue; 2 of 6 claims are not on the pages sent.`
 * @param response the text that the spans of the grounding are in
 * @param partial whether text may still come
 */
export function describeGrounding(grounding: Grounding, response: string, partial: boolean): string {
  const { answer, claims } = grounding;
  const counts = countClauses(grounding, partial);
  if (answer === null) {
    if (partial) return sentence(counts.length > 0 ? counts : [t('No claims so far')]);
    return sentence([t('There is no answer'), ...counts]);
  }
  return sentence([answerClause(answer, nameAnswer(response, answer), claims), ...counts]);
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

/** How many claims are not on the pages, and how many cannot be checked. */
function countClauses(grounding: Grounding, partial: boolean): string[] {
  const claims = claimsAboutPages(grounding);
  if (claims.length === 0) return [];
  const missing = claims.filter(({ status }) => status === 'not-found' || status === 'near').length;
  const unknown = claims.filter(({ status }) => status === 'unknown').length;
  const total = claimsPhrase(claims.length);
  const clauses: string[] = [];
  if (missing > 0) clauses.push(missingClause(missing, total, partial));
  if (unknown > 0) {
    clauses.push(
      unknown === 1
        ? t('1 of {0} cannot be checked', total)
        : t('{0} of {1} cannot be checked', wholeNumber(unknown), total),
    );
  }
  if (clauses.length > 0) return clauses;
  const number = wholeNumber(claims.length);
  if (claims.length === 1)
    return [
      partial ? t('1 of {0} so far is on the pages sent', total) : t('1 of {0} is on the pages sent', total),
    ];
  if (partial) return [t('{0} of {1} so far are on the pages sent', number, total)];
  return [t('{0} of {1} are on the pages sent', number, total)];
}

function missingClause(missing: number, total: string, partial: boolean): string {
  if (missing === 1) {
    return partial
      ? t('1 of {0} so far is not on the pages sent', total)
      : t('1 of {0} is not on the pages sent', total);
  }
  const number = wholeNumber(missing);
  return partial
    ? t('{0} of {1} so far are not on the pages sent', number, total)
    : t('{0} of {1} are not on the pages sent', number, total);
}
