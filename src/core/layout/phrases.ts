import { boxAround, boxHeight, verticalOverlap, type Box, type BoxUnit } from '../geometry/box.ts';
import type { LayoutWord, Phrase, LineGroup } from './model.ts';

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

/** Groups lines at the same height into rows, from top to bottom. */
export function toRows<Unit extends BoxUnit>(lines: readonly Phrase<Unit>[]): LineGroup<Unit>[] {
  const rows: Phrase<Unit>[][] = [];
  for (const line of [...lines].sort((a, b) => middleHeight(a) - middleHeight(b))) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row !== undefined && first !== undefined && areBeside(first.box, line.box)) row.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => toGroup(row.sort((a, b) => a.box.left - b.box.left)));
}

/** Whether two boxes are at the same height: the lower one shares at least half of its height with the other. */
export function areBeside(one: Box<BoxUnit>, other: Box<BoxUnit>): boolean {
  return verticalOverlap(one, other) >= 0.5 * Math.min(boxHeight(one), boxHeight(other));
}

function middleHeight({ box }: Phrase): number {
  return (box.top + box.bottom) / 2;
}
