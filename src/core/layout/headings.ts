import { boxHeight, boxWidth, type BoxUnit } from '../geometry/box.ts';
import { upperMedian } from '../median.ts';
import type { LineGroup, Phrase } from './model.ts';

const MAX_WORDS = 16;
/** The most words of a heading in letters of the page's usual size. */
const MAX_SHORT_WORDS = 9;
/** Letters that are this many times as high as the page's are those of a heading. */
const TALL = 1.4;
/** A heading in its column takes up less than this share of the width. */
const NARROW = 0.6;

/**
 * Lines in larger letters than the page's, and short ones that begin like a title, end without punctuation, and are
 * alone or do not fill the first line of their column.
 */
export function findHeadings<Unit extends BoxUnit>(
  columns: readonly LineGroup<Unit>[],
  wordHeight: number,
): Phrase<Unit>[] {
  return columns.flatMap((column) =>
    column.lines.filter((line, index) => {
      const { words, text, box } = line;
      const isNarrow = boxWidth(box) < NARROW * boxWidth(column.box);
      const isFirst = column.lines.length === 1 || (index === 0 && isNarrow);
      // No word is higher than its line.
      if (words.length > MAX_WORDS || (!isFirst && boxHeight(box) <= TALL * wordHeight)) return false;
      const letters = text.replace(/[^\p{L}]/gu, '').length;
      if (letters < 3 || /[.,;]$|\p{L}:\s/u.test(text)) return false;
      const isTall = upperMedian(words.map((word) => boxHeight(word.box))) > TALL * wordHeight;
      const isTitle = words.length <= MAX_SHORT_WORDS && !/[:!?%]$/.test(text) && /^[\p{Lu}\d]/u.test(text);
      return isTall || (isFirst && isTitle);
    }),
  );
}
