import { upperMedian } from '../median.ts';
import { boxAround, type PageBox } from './box.ts';

/** A word of a page, or what stands of a broken word on one line. */
export interface Word {
  /** The word as the page has it, except that a word that is broken at the end of its line ends with `-`. */
  readonly text: string;
  /** Around its glyphs. */
  readonly box: PageBox;
  /** Height of the loose character box, in points, perpendicular to the direction of the text. */
  readonly height: number;
  /** Index of its line on the page, from 0, in the order of the text. */
  readonly line: number;
  /** The word is broken at the end of its line: its rest is the next word of the page. */
  readonly continues?: true;
  /** The direction of the text on the page as it is seen: down or up the page, or at an angle; across it if not set. */
  readonly direction?: 'vertical' | 'slanted';
  /**
   * Where its characters begin and end: `text.length + 1` positions, for UTF-16 units, in points. They are x
   * coordinates, or y coordinates of vertical text. They rise in text that runs to the right or down, and fall in text
   * that runs to the left or up. Not set for slanted text and where they are not known.
   */
  readonly edges?: readonly number[];
  /** Confidence of text recognition, 0 to 100. Not set for text of the document itself. */
  readonly confidence?: number;
}

/** Some of the characters of a word: UTF-16 offsets into its text. */
export interface WordPart {
  readonly word: Word;
  readonly start: number;
  readonly end: number;
}

/** From the lowest to the highest edge of a line's glyphs: y coordinates, or x coordinates of vertical text. */
export interface LineExtent {
  readonly from: number;
  readonly to: number;
}

/** A word that is this many times higher than the text of its line does not count for the height of the line. */
const TALL = 1.6;

/**
 * The box of the characters `start` to `end` of a word, as high as the word. If the edges of its characters are not
 * known, they are taken to be of equal width.
 */
export function partBox({ word, start, end }: WordPart): PageBox {
  const { box, text, direction } = word;
  if ((start <= 0 && end >= text.length) || direction === 'slanted') return box;
  const one = edgeAt(word, start);
  const other = edgeAt(word, end);
  const from = Math.min(one, other);
  const to = Math.max(one, other);
  return direction === 'vertical' ? { ...box, top: from, bottom: to } : { ...box, left: from, right: to };
}

function edgeAt({ edges, box, text, direction }: Word, offset: number): number {
  const at = Math.max(0, Math.min(text.length, offset));
  const edge = edges?.[at];
  if (edge !== undefined) return edge;
  const share = at / Math.max(1, text.length);
  return direction === 'vertical'
    ? box.top + share * (box.bottom - box.top)
    : box.left + share * (box.right - box.left);
}

/**
 * The extents of the lines of a page, by index of the line. Words that are much higher than the others of their line,
 * such as an initial or a sum sign, do not count. Lines of slanted text have no extent.
 * @param words all of the page
 */
export function lineExtents(words: readonly Word[]): ReadonlyMap<number, LineExtent> {
  const extents = new Map<number, LineExtent>();
  for (const [line, onLine] of byLine(words, (word) => word)) {
    const limit = TALL * upperMedian(onLine.map(({ height }) => height));
    let from = Infinity;
    let to = -Infinity;
    for (const word of onLine) {
      const { box, direction } = word;
      if (direction === 'slanted') continue;
      const start = direction === 'vertical' ? box.left : box.top;
      const end = direction === 'vertical' ? box.right : box.bottom;
      if (Math.max(word.height, end - start) > limit) continue;
      from = Math.min(from, start);
      to = Math.max(to, end);
    }
    if (from <= to) extents.set(line, { from, to });
  }
  return extents;
}

/**
 * The boxes of parts of words: one a line, as high as the glyphs of its line, so that all boxes over a line have the
 * same height.
 * @param parts of one page, in the order of the text
 * @param extents of the page's lines, from `lineExtents`
 */
export function lineBoxes(parts: readonly WordPart[], extents: ReadonlyMap<number, LineExtent>): PageBox[] {
  return [...byLine(parts, ({ word }) => word)].map(([line, onLine]) => {
    const box = boxAround(onLine.map(partBox));
    const extent = extents.get(line);
    if (extent === undefined) return box;
    return onLine[0]?.word.direction === 'vertical'
      ? { ...box, left: Math.min(box.left, extent.from), right: Math.max(box.right, extent.to) }
      : { ...box, top: Math.min(box.top, extent.from), bottom: Math.max(box.bottom, extent.to) };
  });
}

function byLine<Item>(items: readonly Item[], wordOf: (item: Item) => Word): ReadonlyMap<number, Item[]> {
  const lines = new Map<number, Item[]>();
  for (const item of items) {
    const { line } = wordOf(item);
    const onLine = lines.get(line);
    if (onLine === undefined) lines.set(line, [item]);
    else onLine.push(item);
  }
  return lines;
}
