import type { Span } from '../../span.ts';
import type { ClaimKind } from '../model.ts';
import { isGerman, Names } from './names.ts';
import { CODE, DATE, IMAGE, MIXED_CODE, NOT_CLAIMED, NUMBER, WORD } from './patterns.ts';
import { OPENING_MARKS, Quotes } from './quotes.ts';

/** Something that prose says of a page. */
export interface Mention {
  readonly span: Span;
  readonly kind: Extract<ClaimKind, 'quote' | 'name' | 'date' | 'code' | 'number'>;
  /** The images that the prose named last before it, as in `Images 1 and 3`; empty if it named none. */
  readonly images: readonly number[];
}

/** The first alternative that matches at a place wins. */
const ANYTHING = new RegExp(
  [
    `(?<image>${IMAGE})`,
    `(?<date>${DATE})`,
    `(?<skipped>${NOT_CLAIMED})`,
    `(?<code>${CODE})`,
    `(?<number>${NUMBER})`,
    `(?<mixed>${MIXED_CODE})`,
    `(?<word>${WORD})`,
    `(?<opening>[${OPENING_MARKS}])`,
    String.raw`(?<stop>[.!?。！？]["'”’)*_]{0,4}(?=\s)|\n)`,
  ].join('|'),
  'gimu',
);

/** A whole number that is a year. */
const YEAR = /^(?:19|20)\d{2}$/;
/** The letters of a unit directly behind a number, which are no name. */
const UNIT_LETTERS = /^[\p{Script=Latin}²³]{1,7}/u;
/** What stands before a quote of the question, which is no claim about a page. */
const OF_QUESTION =
  /(?:question|asks?|asked|asking|query|prompt|frage|fragt|gefragt)\P{L}{1,4}(?:\p{L}{1,8}\P{L}{1,3}){0,3}$|(?:问题|询问|问)\P{L}{0,4}.{0,4}$/iu;
const BEFORE_QUOTE = 48;
/** A line that is a heading or the label of a step. */
const HEADING =
  /^[ \t>]*(?:#{1,6}[ \t]|(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?(?:\*\*|__)[^*_\n]{1,120}(?:\*\*|__)(?:[ \t]*:)?$)/;
const LONGEST_HEADING = 160;

/** The images of `Image 2`, `Images 1 and 3`, `Images 2-4`. */
export function imageNumbers(mention: string): number[] {
  const numbers: number[] = [];
  for (const { 0: digits, index } of mention.matchAll(/\d{1,6}/g)) {
    const number = Number(digits);
    const last = numbers.at(-1);
    const isRange = /(?:[-–]|to|bis)\s?(?:image\s|bild\s)?$/i.test(
      mention.slice(Math.max(0, index - 10), index),
    );
    if (isRange && last !== undefined && number > last && number - last < 20) {
      for (let between = last + 1; between < number; between++) numbers.push(between);
    }
    if (!numbers.includes(number)) numbers.push(number);
  }
  return numbers;
}

/** `Figure 2`: a label on a page, or an image that was sent. */
const FIGURE = /^(?:图|figure|fig\.|abbildung|abb\.)\s{0,2}(\d{1,3})$/iu;

/**
 * The quotes, names, dates, codes, and numbers of a text, in order, with spans in that text.
 * @param isImage whether `Figure 2`, for its number, is an image and no label on a page
 */
export function readMentions(text: string, isImage: (figure: number) => boolean = () => false): Mention[] {
  const mentions: Mention[] = [];
  const quotes = new Quotes(text);
  const names = new Names(text, isGerman(text));
  let images: readonly number[] = [];
  let begins = true;
  let headingEnd = headingFrom(text, 0);
  const put = (kind: Mention['kind'], span: Span | null): void => {
    if (span !== null) mentions.push({ span, kind, images });
  };
  const putName = (span: Span | null): void => {
    if (span !== null && span.start >= headingEnd) put('name', span);
  };
  const pattern = new RegExp(ANYTHING);
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { index, 0: words } = found;
    const { image, date, skipped, code, mixed, number, word, opening, stop } = found.groups ?? {};
    const span = { start: index, end: index + words.length };
    if (word !== undefined) {
      putName(names.add({ text: words, start: index, begins }));
      begins = false;
      continue;
    }
    if (stop !== undefined) {
      if (words !== '.' || !endsInitial(text, index)) {
        putName(names.end());
        begins = true;
      }
      if (words === '\n') headingEnd = headingFrom(text, span.end);
      continue;
    }
    putName(names.end());
    const figure = FIGURE.exec(code ?? '')?.[1];
    if (image !== undefined) images = imageNumbers(words);
    else if (figure !== undefined && isImage(Number(figure))) {
      // A figure in English or German may also be one within an image.
      if (words.startsWith('图')) images = [Number(figure)];
    } else if (date !== undefined) put('date', span);
    else if (code !== undefined || mixed !== undefined) put('code', trimmedCode(span, words));
    else if (number !== undefined) {
      put(
        YEAR.test(words) ? 'date' : 'number',
        isNegative(text, index) ? { ...span, start: index - 1 } : span,
      );
      pattern.lastIndex += UNIT_LETTERS.exec(text.slice(span.end, span.end + 8))?.[0].length ?? 0;
    } else if (opening !== undefined) {
      const quote = quotes.at(index);
      if (quote === null) continue;
      if (!OF_QUESTION.test(text.slice(Math.max(0, index - BEFORE_QUOTE), index))) put('quote', quote);
      pattern.lastIndex = quote.end;
    }
    if (skipped === undefined) begins = false;
  }
  putName(names.end());
  return mentions;
}

/** Whether the period at `at` is behind an initial, as in `John F. Kennedy`. */
function endsInitial(text: string, at: number): boolean {
  return /(?<!\p{L})\p{Lu}$/u.test(text.slice(Math.max(0, at - 3), at));
}

/** Whether the number at `at` has a sign, and not a hyphen or a minus between two numbers, before it. */
function isNegative(text: string, at: number): boolean {
  return /(?:^|[^\p{L}\p{N}%)\]\s]|(?:^|[^\p{N}%)\]])\s{1,2})[-−]$/u.test(
    text.slice(Math.max(0, at - 4), at),
  );
}

function headingFrom(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  const line = text.slice(start, Math.min(end < 0 ? text.length : end, start + LONGEST_HEADING));
  return HEADING.test(line.trimEnd()) ? start + line.length : start;
}

function trimmedCode(span: Span, words: string): Span {
  return { start: span.start, end: span.start + words.replace(/[.,;:!?)\]]{1,8}$/u, '').length };
}
