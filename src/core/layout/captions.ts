import { boxHeight, horizontalOverlap, type Box, type BoxUnit } from '../geometry/box.ts';
import type { Phrase, Table } from './model.ts';

/** The beginning of a caption that says that it names a table: `Table 3`, `Tabelle 2.1`, `表 4`. */
const TABLE_NAME = /^(?:(?:Table|Tabelle|Tab\.)\s?[\dIVX]|表\s?[\d一二三四五六七八九十])/iu;
/** The largest distance of a caption above its table, in line heights, and of one that says what it names. */
const FAR_ABOVE = 8;
/** The same for a caption below its table. */
const BELOW = 4;
/** How far the boxes of a caption and its table overlap at most, in line heights. */
const OVERLAP = 0.2;
const MAX_WORDS = 14;
/** The most characters of a caption in Chinese, Japanese, or Korean, which has no spaces. */
const MAX_CHARACTERS = 100;

/**
 * The line that names a table: its own title; or the nearest line above it, or below it, that says so; or else the
 * nearest short line above it that is not part of a sentence. Null if there is none.
 * @param free the lines of the page that are in no table, from top to bottom
 * @param tables all of the page
 */
export function findCaption<Unit extends BoxUnit>(
  table: Table<Unit>,
  free: readonly Phrase<Unit>[],
  tables: readonly Table<Unit>[],
): Phrase<Unit> | null {
  if (table.title !== null) return table.title;
  const others = tables.filter((other) => other !== table);
  const isNear = (line: Phrase<Unit>, from: number, to: number, most: number): boolean => {
    const height = boxHeight(line.box);
    if (to - from < -OVERLAP * height || to - from > most * height) return false;
    if (horizontalOverlap(line.box, table.box) <= 0) return false;
    return !others.some(
      ({ box }) => box.top < to && box.bottom > from && horizontalOverlap(box, table.box) > 0,
    );
  };
  const above = free.filter((line) => isNear(line, line.box.bottom, table.box.top, FAR_ABOVE)).toReversed();
  const below = free.filter((line) => isNear(line, table.box.bottom, line.box.top, BELOW));
  return (
    above.find(isTableName) ??
    below.find((line) => isTableName(line) && !namesNext(line.box, others)) ??
    above.find(isName) ??
    null
  );
}

function isTableName({ text }: Phrase): boolean {
  return TABLE_NAME.test(text);
}

function isName({ text, words }: Phrase): boolean {
  return (
    words.length <= MAX_WORDS &&
    text.length <= MAX_CHARACTERS &&
    /^[\p{Lu}\p{Lo}\d]/u.test(text) &&
    /\p{L}{2}/u.test(text) &&
    !/[.,;。，；]$/u.test(text)
  );
}

/** Whether a line is directly above another table, which it then names. */
function namesNext(line: Box<BoxUnit>, others: readonly Table[]): boolean {
  return others.some(({ box }) => {
    const gap = box.top - line.bottom;
    return gap >= 0 && gap < BELOW * boxHeight(line) && horizontalOverlap(box, line) > 0;
  });
}
