import { boxAround, boxHeight, verticalOverlap, type Box, type BoxUnit } from '../geometry/box.ts';
import type { LayoutWord, Phrase, LineGroup } from './model.ts';

/** The part of its height that the lower one of two boxes shares with the other if they are at the same height. */
const BESIDE = 0.5;

/** The phrase of words that are side by side, from left to right. */
export function toPhrase<Unit extends BoxUnit>(words: readonly LayoutWord<Unit>[]): Phrase<Unit> {
  return {
    text: words.map(({ text }) => text).join(' '),
    words,
    box: boxAround(words.map(({ box }) => box)),
  };
}

/**
 * A part of a phrase.
 * @param start offset into the phrase's text
 * @param end offset into the phrase's text
 */
export function slicePhrase<Unit extends BoxUnit>(
  phrase: Phrase<Unit>,
  start: number,
  end: number,
): Phrase<Unit> {
  let at = 0;
  const words = phrase.words.filter(({ text }) => {
    const from = at;
    at += text.length + 1;
    return from < end && from + text.length > start;
  });
  return { ...toPhrase(words), text: phrase.text.slice(start, end) };
}

/** Lines as one group. */
export function toGroup<Unit extends BoxUnit>(lines: readonly Phrase<Unit>[]): LineGroup<Unit> {
  return { lines, box: boxAround(lines.map(({ box }) => box)) };
}

/**
 * Groups lines at the same height into rows, from top to bottom.
 * @param shared the part of its height that the lower one of two lines must share with the other
 */
export function toRows<Unit extends BoxUnit>(
  lines: readonly Phrase<Unit>[],
  shared = BESIDE,
): LineGroup<Unit>[] {
  const rows: Phrase<Unit>[][] = [];
  for (const line of [...lines].sort((a, b) => middleHeight(a) - middleHeight(b))) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row !== undefined && first !== undefined && areBeside(first.box, line.box, shared)) row.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => toGroup(row.sort((a, b) => a.box.left - b.box.left)));
}

/** Whether two boxes are at the same height: the lower one shares at least half of its height with the other. */
export function areBeside(one: Box<BoxUnit>, other: Box<BoxUnit>, shared = BESIDE): boolean {
  return verticalOverlap(one, other) >= shared * Math.min(boxHeight(one), boxHeight(other));
}

/** The height of the middle of a line, or of lines together. */
export function middleHeight({ box }: { readonly box: Box<BoxUnit> }): number {
  return (box.top + box.bottom) / 2;
}
