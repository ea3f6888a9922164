import { boxHeight, verticalOverlap, type PageBox } from '../../../core/geometry/box.ts';
import type { Word } from '../../../core/geometry/word.ts';

/** A word that is not placed in a line yet. */
export interface UnplacedWord {
  readonly word: Omit<Word, 'line' | 'continues'>;
  /** Around the loose boxes of its characters, which are as high as their font. */
  readonly loose: PageBox;
  /** It ends with a hyphen that breaks it. */
  readonly isBroken: boolean;
  /** The text has a line feed before it. */
  readonly followsLineFeed: boolean;
}

/** Two words are on one line if the smaller one shares at least this part of its height with the other. */
const SHARED_HEIGHT = 0.5;
/** Words of one line overlap by at most this part of their height. */
const OVERLAP = 0.3;
/** The hyphen at the end of a line, and what it follows. */
const HYPHENATED = /\p{L}-$|[\p{L}\p{N}]‐$/u;

/**
 * Gives words the indexes of their lines, and finds the words that are broken over two lines. The line feeds of the text
 * alone do not divide lines, because they are also around raised numbers and between the cells of a row.
 * @param words in the order of the text
 */
export function placeInLines(words: readonly UnplacedWord[]): Word[] {
  let line = 0;
  const lines = words.map((word, index) => {
    const before = words[index - 1];
    if (before !== undefined && !continuesLine(before, word)) line += 1;
    return line;
  });
  return words.map(({ word, isBroken }, index): Word => {
    const placed = { ...word, line: lines[index] ?? 0 };
    const next = words[index + 1];
    if (next === undefined || lines[index + 1] === lines[index]) return placed;
    if (!isBroken && !isHyphenated(word.text, next.word.text)) return placed;
    return { ...placed, text: word.text.replace(/‐$/u, '-'), continues: true };
  });
}

/** Whether a word that ends with a hyphen is continued by the first word of the next line. */
function isHyphenated(text: string, next: string): boolean {
  return HYPHENATED.test(text) && (text.endsWith('-') ? /^\p{Ll}/u : /^[\p{L}\p{N}]/u).test(next);
}

function continuesLine(one: UnplacedWord, next: UnplacedWord): boolean {
  const { direction } = one.word;
  if (direction !== next.word.direction) return false;
  if (direction === 'slanted') return !next.followsLineFeed;
  const [before, after] =
    direction === 'vertical' ? [turn(one.loose), turn(next.loose)] : [one.loose, next.loose];
  const height = Math.min(boxHeight(before), boxHeight(after));
  if (verticalOverlap(before, after) < SHARED_HEIGHT * height) return false;
  if (!next.followsLineFeed) return true;
  const gap = isFalling(one.word) ? before.left - after.right : after.left - before.right;
  return gap >= -OVERLAP * height;
}

/** A box with its axes exchanged. */
function turn({ left, top, right, bottom }: PageBox): PageBox {
  return { left: top, top: left, right: bottom, bottom: right };
}

function isFalling({ edges }: UnplacedWord['word']): boolean {
  return (edges?.[0] ?? 0) > (edges?.at(-1) ?? 0);
}
