import { boxHeight, type BoxUnit } from '../geometry/box.ts';
import { upperMedian } from '../median.ts';
import type { LayoutWord, Phrase } from './model.ts';

import { areBeside, toPhrase } from './phrases.ts';
import { Chains } from './wordChains.ts';

/** Gaps wider than this many word heights divide a line into cells; spaces between words are a third of a height. */
const CELL_GAP = 1.3;
/** A little more, so that rounding does not matter: a word that is further away follows none. */
const REACH = 1.4;
/** The same as `CELL_GAP` between two numbers, which rarely follow each other in a sentence. */
const FIGURE_GAP = 0.8;
/** Words of a line overlap by at most this many word heights. */
const OVERLAP = 0.5;
/** A raised or lowered sign is at most this many word heights from its word, ... */
const ATTACHED = 0.2;
/** ... and shares this part of its height with it. */
const RAISED = 0.3;
/** A word that is this many times as high as the one next to it belongs to a picture or a brace. */
const TOO_TALL = 4;
/** Short words with a confidence below this, of 100, at the ends of a line are marks. */
const NOISE_CONFIDENCE = 30;
/** Lines with a confidence below this, of 100, are marks and pictures. */
const MIN_CONFIDENCE = 35;
const CERTAIN = 100;
const CURRENCY = /^\p{Sc}$/u;
/** `%`, `(€)`. */
const UNIT_SIGN = /^[([]?(?:[%‰°#]|\p{Sc})[)\]]?[.,;:]?$/u;

/** The lines of a page. Each word is in exactly one line or mark. */
export interface Lines<Unit extends BoxUnit> {
  readonly lines: readonly Phrase<Unit>[];
  readonly marks: readonly Phrase<Unit>[];
  /** The median height of the words in lines; 0 if there are no lines. */
  readonly wordHeight: number;
}

/** Groups words, given in any order, into lines, each from left to right, and leaves out what is not text. */
export function findLines<Unit extends BoxUnit>(words: readonly LayoutWord<Unit>[]): Lines<Unit> {
  const lines: Phrase<Unit>[] = [];
  const marks: Phrase<Unit>[] = [];
  for (const chain of linkWords(words, medianHeight(words.filter((word) => !isNoise(word))))) {
    const first = chain.findIndex((word) => !isNoise(word));
    const last = chain.findLastIndex((word) => !isNoise(word));
    const text = first === -1 ? [] : chain.slice(first, last + 1);
    // The sign before a sum can stand in a column of its own, which no head names.
    if (!isLegible(text) || text.every((word) => CURRENCY.test(word.text))) {
      marks.push(toPhrase(chain));
      continue;
    }
    lines.push(toPhrase(text));
    if (first > 0) marks.push(toPhrase(chain.slice(0, first)));
    if (last + 1 < chain.length) marks.push(toPhrase(chain.slice(last + 1)));
  }
  return { lines, marks, wordHeight: medianHeight(lines.flatMap((line) => line.words)) };
}

function medianHeight(words: readonly LayoutWord[]): number {
  return upperMedian(words.map(({ box }) => boxHeight(box)));
}

/** Links each word to the nearest one on its left, unless a wide gap or a ruling line separates them. */
function linkWords<Unit extends BoxUnit>(
  words: readonly LayoutWord<Unit>[],
  wordHeight: number,
): LayoutWord<Unit>[][] {
  const chains = new Chains<Unit>(wordHeight, {
    follows: (last, next) => follows(last, next, wordHeight),
    reach: ({ box }) => box.right + REACH * Math.max(wordHeight, boxHeight(box)),
  });
  for (const word of [...words].sort(byPlace)) chains.add(word);
  return chains.words;
}

function byPlace(one: LayoutWord, other: LayoutWord): number {
  return (
    one.box.left - other.box.left ||
    one.box.top - other.box.top ||
    one.box.right - other.box.right ||
    one.box.bottom - other.box.bottom ||
    (one.text < other.text ? -1 : one.text > other.text ? 1 : 0) ||
    confidenceOf(one) - confidenceOf(other)
  );
}

/** Whether `next` follows `one` in the same line and cell. */
function follows(one: LayoutWord, next: LayoutWord, wordHeight: number): boolean {
  if (!areBeside(one.box, next.box) && !isAttached(one, next, wordHeight)) return false;
  const [height, nextHeight] = [boxHeight(one.box), boxHeight(next.box)];
  const lower = Math.min(height, nextHeight);
  if (Math.max(height, nextHeight) > TOO_TALL * Math.max(lower, wordHeight)) return false;
  // The spaces of a title in large letters are as wide as those between cells in small letters.
  const size = Math.max(wordHeight, lower);
  const gap = next.box.left - one.box.right;
  if (gap > CELL_GAP * size || gap < -OVERLAP * size || isRule(one) || isRule(next)) return false;
  return gap <= FIGURE_GAP * size || !isFigure(one) || !isFigure(next);
}

/** Whether one of two words is a raised or lowered sign directly after the other: `K⁻¹`, `H₂O`. */
function isAttached(one: LayoutWord, next: LayoutWord, wordHeight: number): boolean {
  return (
    Math.abs(next.box.left - one.box.right) <= ATTACHED * wordHeight && areBeside(one.box, next.box, RAISED)
  );
}

function isFigure({ text }: LayoutWord): boolean {
  return /\d/.test(text) && !/\p{L}{2}/u.test(text);
}

/** A vertical rule between cells, read as a bar. */
function isRule({ text }: LayoutWord): boolean {
  return /^[|¦]+$/.test(text);
}

/**
 * Text that was read from a bullet, a rule, or the patch of a legend: no letters at all, or two or three with low
 * confidence. A unit of a text layer, such as the end of `in thousand €` or `Share (%)`, is text.
 */
function isNoise(word: LayoutWord): boolean {
  const { text, confidence } = word;
  if (!/[\p{L}\p{N}]/u.test(text))
    return !/^[-–—]$/.test(text) && (confidence !== undefined || !UNIT_SIGN.test(text));
  return (
    confidenceOf(word) < NOISE_CONFIDENCE && text.length <= 3 && (!/\d/.test(text) || /^[[({|]/.test(text))
  );
}

/**
 * Whether a line is trusted; if it has few words and one of them is a number, which recognition often doubts in cells,
 * one trusted word is enough.
 */
function isLegible(words: readonly LayoutWord[]): boolean {
  if (words.length === 0) return false;
  const mean = words.reduce((sum, word) => sum + confidenceOf(word), 0) / words.length;
  return (
    mean >= MIN_CONFIDENCE ||
    (words.length <= 3 && words.some((word) => confidenceOf(word) >= 60 || /^\d/.test(word.text)))
  );
}

function confidenceOf({ confidence = CERTAIN }: LayoutWord): number {
  return confidence;
}
