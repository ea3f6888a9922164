import type { Span } from '../span.ts';
import { needsNoPage, type Marked } from './claimMark.ts';
import type { GroundedClaim } from './model.ts';

/** An edit that writes what the pages have. */
export interface ClaimRepair {
  /** In the response. */
  readonly span: Span;
  readonly text: string;
}

/** What could end the tag, the attribute, the quotation or the JSON string that a claim stands in. */
const ENDS_TEXT = /["<>\\]/u;
const DIGIT_FIRST = /^\p{Nd}/u;
const DIGIT_LAST = /\p{Nd}$/u;
const MORE_DIGITS_BEFORE = /\p{Nd}[.,'’]?$/u;
const MORE_DIGITS_AFTER = /^[.,'’]?\p{Nd}/u;
const LETTER_FIRST = /^(?!\p{Script=Han})\p{L}/u;
const LETTER_LAST = /(?!\p{Script=Han})\p{L}$/u;

/**
 * The edit that writes what the page, or the cell that a claim names, has instead of what the claim says. Null if the
 * pages have nothing else, or if it is not certain which part of the claim is meant or that the edit changes only that.
 */
export function claimRepair(
  claim: Marked & Pick<GroundedClaim, 'span' | 'text' | 'difference'>,
): ClaimRepair | null {
  const { span, text, difference } = claim;
  if (difference === null || needsNoPage(claim)) return null;
  const { said, pageHas } = difference;
  if (said === '' || pageHas === '' || ENDS_TEXT.test(pageHas)) return null;
  const [at, ...others] = placesOf(said, text);
  if (at === undefined || others.length > 0) return null;
  const start = span.start + at;
  return { span: { start, end: start + said.length }, text: pageHas };
}

/** Where a text has some words, or a number, that are not a part of longer ones. */
function placesOf(words: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + words.length);
    const isPart =
      (DIGIT_FIRST.test(words) && MORE_DIGITS_BEFORE.test(before)) ||
      (DIGIT_LAST.test(words) && MORE_DIGITS_AFTER.test(after)) ||
      (LETTER_FIRST.test(words) && LETTER_LAST.test(before)) ||
      (LETTER_LAST.test(words) && LETTER_FIRST.test(after));
    if (!isPart) places.push(at);
  }
  return places;
}
