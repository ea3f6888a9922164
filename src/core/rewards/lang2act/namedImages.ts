import { partitionPoint } from '../../binarySearch.ts';
import { skipDigits } from '../../python/digits.ts';
import { lowerUnit } from '../../python/ignoreCase.ts';
import { skipSpace } from '../../python/strip.ts';
import { MOST_DIGITS, readIntAt } from '../../python/integers.ts';
import type { PythonInt } from '../../python/integers.ts';
import type { Span } from '../../span.ts';
import { findImageWord } from '../../trajectory/imageScan.ts';

/** An image number in the form `Image k`, and where it first occurs. */
export interface NamedImage {
  readonly image: PythonInt;
  readonly span: Span;
}

/** What is found while images are read, in addition to the numbers that count. */
export interface UncountedImages {
  /** Numbers with more digits than CPython reads. */
  readonly tooLong: Span[];
  /** References that only a person would read: `Image1`, `Images 2`. */
  readonly unread: Span[];
  /** `Image 1 and 2`: lists of which only the first number is read. */
  readonly lists: Span[];
}

const WORD_LENGTH = 'Image'.length;

/** A response, and where the word Image stands in it: found once for all parts that are read. */
export interface ImageWords {
  readonly response: string;
  readonly starts: readonly number[];
}

/** Finds the word Image in a response, ignoring case. */
export function findImageWords(response: string): ImageWords {
  const starts: number[] = [];
  for (let at = findImageWord(response, 0); at !== -1; at = findImageWord(response, at + WORD_LENGTH))
    starts.push(at);
  return { response, starts };
}

/** Whether a number is that of an image of the request. */
export const isInRange = (image: PythonInt, numImages: number): boolean => image >= 1 && image <= numImages;

/** Characters that people write between `Image` and its number instead of white space; some of them are invisible. */
const JOINTS: ReadonlySet<string> = new Set('-#:_([\u00ad\u200b\u2060\ufeff');
/** The most white space that a person would overlook in a form that the reward does not read. */
const MOST_SPACE = 8;

/**
 * The distinct numbers that follow `Image` and white space in a part of a response, ignoring case, in order of first
 * appearance. Other findings are added to `uncounted`.
 */
export function namedImages(
  { response, starts }: ImageWords,
  part: Span,
  numImages: number,
  uncounted: UncountedImages,
): NamedImage[] {
  let named: NamedImage[] = [];
  const { end } = part;
  for (
    let next = partitionPoint(starts.length, (index) => (starts[index] ?? 0) < part.start);
    next < starts.length;
    next += 1
  ) {
    const start = starts[next] ?? end;
    const wordEnd = start + WORD_LENGTH;
    if (wordEnd >= end) break;
    const digitsStart = skipSpace(response, wordEnd, end);
    const digitsEnd = digitsStart === wordEnd ? wordEnd : skipDigits(response, digitsStart, end);
    if (digitsStart === digitsEnd) {
      const stop = unreadEnd(response, wordEnd, end);
      if (stop > wordEnd) uncounted.unread.push({ start, end: stop });
      continue;
    }
    const image = readIntAt(response, digitsStart, digitsEnd);
    const span = { start, end: digitsEnd };
    if (isTooLong(response, digitsStart, digitsEnd)) uncounted.tooLong.push(span);
    const listStop = listEnd(response, digitsEnd, end, numImages);
    if (listStop > digitsEnd) uncounted.lists.push({ start, end: listStop });
    // Most texts name one image, and a list that is created with its first item reserves no memory for more.
    if (named.length === 0) named = [{ image, span }];
    else named.push({ image, span });
  }
  if (named.length < 2) return named;
  const known = new Set<PythonInt>();
  return named.filter(({ image }) => !known.has(image) && known.add(image));
}

/** Whether CPython's `int` would reject the digits, counted in code points; a digit takes at most two UTF-16 units. */
function isTooLong(response: string, start: number, end: number): boolean {
  return end - start > MOST_DIGITS && Array.from(response.slice(start, end)).length > MOST_DIGITS;
}

/**
 * The end of a number that is joined to the word Image in a form that the reward does not read; `at` if there is none.
 */
function unreadEnd(response: string, at: number, end: number): number {
  const plural = lowerUnit(response.charCodeAt(at)) === 0x73 ? at + 1 : at;
  let digits = skipSomeSpace(response, plural, end);
  if (digits < end && JOINTS.has(response.charAt(digits))) digits = skipSomeSpace(response, digits + 1, end);
  const stop = skipDigits(response, digits, end);
  return stop > digits ? stop : at;
}

/** The end of the second number of a list, if it names an image of the request; `at` if there is none. */
function listEnd(response: string, at: number, end: number, numImages: number): number {
  const word = skipSomeSpace(response, at, end);
  const next = word + listWordLength(response, word);
  if (next === word) return at;
  const digits = skipSomeSpace(response, next, end);
  if (digits === next) return at;
  const stop = skipDigits(response, digits, end);
  if (stop === digits || stop - digits > 15) return at;
  return isInRange(readIntAt(response, digits, stop), numImages) ? stop : at;
}

/** The length of the word that joins a list at `at`; 0 if there is none. */
function listWordLength(response: string, at: number): number {
  // This is nearly always a colon, or a letter that begins no such word, so checking one character is faster than
  // comparing four words.
  switch (response.charAt(at)) {
    case ',':
    case '&':
      return 1;
    case 'a':
      return response.startsWith('and', at) ? 3 : 0;
    case 'o':
      return response.startsWith('or', at) ? 2 : 0;
    default:
      return 0;
  }
}

function skipSomeSpace(response: string, at: number, end: number): number {
  return skipSpace(response, at, Math.min(end, at + MOST_SPACE));
}

/** Whether args begin with `Image`, white space, digits, optional white space, and `:`, here case-sensitive. */
export function beginsWithImage(response: string, { start, end }: Span): boolean {
  if (!response.startsWith('Image', start)) return false;
  const wordEnd = start + 'Image'.length;
  const digits = skipSpace(response, wordEnd, end);
  const digitsEnd = skipDigits(response, digits, end);
  if (digits === wordEnd || digitsEnd === digits) return false;
  const colon = skipSpace(response, digitsEnd, end);
  return colon < end && response.charAt(colon) === ':';
}
