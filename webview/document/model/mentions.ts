import { holdsPoint, type PageBox } from '../../../src/core/geometry/box.ts';
import type { PageClaim, PageWord } from '../../../src/protocol/document.ts';

/** A point of a page, in points from its top left corner. */
export interface PagePoint {
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** How far outside of a box a point still belongs to it, in points of the page. */
const SLACK = 2;

/** The claims with a box, or a named place, around a point of a page; those with a box first. */
export function claimsAt(claims: readonly PageClaim[], page: number, x: number, y: number): PageClaim[] {
  const hasPoint = (box: PageBox): boolean =>
    holdsPoint(
      {
        left: box.left - SLACK,
        top: box.top - SLACK,
        right: box.right + SLACK,
        bottom: box.bottom + SLACK,
      },
      x,
      y,
    );
  const byWords = claims.filter((claim) => claim.page === page && claim.boxes.some(hasPoint));
  if (byWords.length > 0) return byWords;
  return claims.filter(({ place }) => place?.page === page && hasPoint(place.box));
}

/**
 * The claims that speak of what is at a point of a page, in text order: those framed there, and those that say the word
 * there, wherever that is, if nothing is framed, if the word has a digit, or if it is all that a framed claim speaks of.
 * Other words in a frame are part of a longer text, which is what the framed claims speak of.
 */
export function claimsAbout(
  claims: readonly PageClaim[],
  { page, x, y }: PagePoint,
  word: string | null,
): readonly PageClaim[] {
  const framed = claimsAt(claims, page, x, y);
  if (word === null) return framed;
  const wanted = bareWord(word);
  const isAlone = framed.some(({ words }) => bareWord(words) === wanted);
  if (framed.length > 0 && !isAlone && !/\p{N}/u.test(wanted)) return framed;
  const about = new Set([...framed, ...claimsSaying(claims, word)]);
  return claims.filter((claim) => about.has(claim));
}

/** A step, and those of its claims that speak of a word. */
export interface SpeakingStep {
  /** Its index in the trajectory. */
  readonly step: number;
  /** At least one, in text order. */
  readonly claims: readonly [PageClaim, ...PageClaim[]];
}

/** The steps of some claims, each once, in the order of their first claims. */
export function stepsOf(claims: readonly PageClaim[]): readonly SpeakingStep[] {
  const steps = new Map<number, [PageClaim, ...PageClaim[]]>();
  for (const claim of claims) {
    const known = steps.get(claim.step);
    if (known === undefined) steps.set(claim.step, [claim]);
    else known.push(claim);
  }
  return [...steps].map(([step, own]) => ({ step, claims: own }));
}

/** A text in pieces of which every other one, from the second on, is a word. */
export function splitAtWord(text: string, word: string): readonly string[] {
  const wanted = bareWord(word);
  if (wanted === '') return [text];
  const isLetter = (character: string | undefined): boolean =>
    character !== undefined && LETTER.test(character);
  const lower = text.toLowerCase();
  // Lower case that has another length cannot be split at the same places.
  if (lower.length !== text.length) return [text];
  const isUnspaced = UNSPACED.test(wanted);
  const pieces: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length;
    if (!isUnspaced && (isLetter(text[at - 1]) || isLetter(text[end]))) continue;
    pieces.push(text.slice(from, at), text.slice(at, end));
    from = end;
  }
  return [...pieces, text.slice(from)];
}

/** The word around a point of a page; undefined if there is none. */
export function wordAt(words: readonly PageWord[], x: number, y: number): PageWord | undefined {
  return words.find(({ box }) => holdsPoint(box, x, y));
}

/** The claims that say a word, or whose words on the page have it, wherever that is. Case and punctuation do not count. */
export function claimsSaying(claims: readonly PageClaim[], word: string): PageClaim[] {
  const wanted = bareWord(word);
  if (wanted === '') return [];
  const says = UNSPACED.test(wanted)
    ? (text: string) => text.toLowerCase().includes(wanted)
    : (text: string) => text.split(/\s/u).some((one) => bareWord(one) === wanted);
  return claims.filter(({ said, words }) => says(said) || says(words));
}

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const LETTER = /[\p{L}\p{N}%]/u;

/** The word in lower case, without the punctuation around it. */
function bareWord(word: string): string {
  const characters = Array.from(word.toLowerCase());
  const first = characters.findIndex((character) => LETTER.test(character));
  const last = characters.findLastIndex((character) => LETTER.test(character));
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}
