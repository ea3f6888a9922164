import { moveBox, type BoxUnit } from '../geometry/box.ts';
import { upperMedian } from '../median.ts';
import type { LayoutWord, Phrase } from './model.ts';

/** Lines with fewer words than this say too little about the slope of a page. */
const MIN_WORDS = 5;
/** The fewest lines from which a page's slope can be measured. */
const MIN_LINES = 4;
/** Slopes below this, one unit in five hundred, move no word to another line. */
const LEAST_SLOPE = 0.002;

/**
 * The slope of the lines of a page, as the drop in height per width from left to right: the median over its longer
 * lines. 0 if it is too small to matter, or if the page has few long lines.
 */
export function findSlope(lines: readonly Phrase[]): number {
  const slopes = lines.flatMap(slopeOf);
  const slope = upperMedian(slopes);
  return slopes.length < MIN_LINES || Math.abs(slope) < LEAST_SLOPE ? 0 : slope;
}

/**
 * A copy of a word at the place that it would have if the page had been scanned upright; its box is moved, not rotated.
 */
export function straighten<Unit extends BoxUnit>(word: LayoutWord<Unit>, slope: number): LayoutWord<Unit> {
  const middle = boxCenter(word);
  return { ...word, box: moveBox(word.box, slope * middle.y, -slope * middle.x) };
}

function slopeOf({ words }: Phrase): number[] {
  if (words.length < MIN_WORDS) return [];
  const third = Math.floor(words.length / 3);
  const start = middleOfAll(words.slice(0, third));
  const end = middleOfAll(words.slice(-third));
  return end.x <= start.x ? [] : [(end.y - start.y) / (end.x - start.x)];
}

function middleOfAll(words: readonly LayoutWord[]): { x: number; y: number } {
  const middles = words.map(boxCenter);
  return { x: upperMedian(middles.map(({ x }) => x)), y: upperMedian(middles.map(({ y }) => y)) };
}

function boxCenter({ box }: LayoutWord): { x: number; y: number } {
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}
