import { boxHeight, boxWidth, type Box, type BoxUnit } from '../geometry/box.ts';
import { hasNumber, isPeriod, isYear } from './cellText.ts';
import type { LineGroup, Phrase } from './model.ts';
import { toPhrase } from './phrases.ts';

/** The widest space between words of one header, in header heights. */
const WORD_SPACE = 0.6;
/** Rows with more columns than this are a picture. */
const MAX_COLUMNS = 200;

/** The left and right bounds of a column. */
export interface Band {
  readonly left: number;
  readonly right: number;
}

/** A line of a table with the position of its column. */
export interface PlacedLine<Unit extends BoxUnit = BoxUnit> {
  readonly line: Phrase<Unit>;
  readonly column: number;
}

/**
 * The columns of a table, from left to right. Narrow cells come first: a cell over two columns, such as a title or a
 * common heading, joins none. Rows with numbers decide, because headers are often centered over their columns. Empty
 * if there are more columns than a table has.
 */
export function findBands(rows: readonly LineGroup[]): Band[] {
  const body = rows.length > 2 ? rows.slice(1) : rows;
  const counted = body.filter(({ lines }) =>
    lines.slice(1).some(({ text }) => hasNumber(text) && !isYear(text) && !isPeriod(text)),
  );
  const deciding = counted.length >= 0.4 * body.length && counted.length > 0 ? counted : body;
  const most = Math.max(...deciding.map(({ lines }) => lines.length));
  const fullest = deciding.filter(({ lines }) => lines.length >= Math.max(2, 0.6 * most));
  const boxes = fullest
    .flatMap(({ lines }) => lines.map(({ box }) => box))
    .sort((a, b) => boxWidth(a) - boxWidth(b));
  const bands: { left: number; right: number }[] = [];
  for (const box of boxes) {
    const own = bands.findIndex((band) => overlap(box, band) > 0);
    const band = bands[own];
    if (band === undefined) bands.push({ left: box.left, right: box.right });
    else if (bands.findLastIndex((other) => overlap(box, other) > 0) === own) {
      band.left = Math.min(box.left, band.left);
      band.right = Math.max(box.right, band.right);
    }
    if (bands.length > MAX_COLUMNS) return [];
  }
  return bands.sort((a, b) => a.left - b.left);
}

/** The index of the column that contains a box: the one that it overlaps most, or the nearest one. */
export function columnOf(box: Box<BoxUnit>, bands: readonly Band[]): number {
  const shared = bands.map((band) => overlap(box, band));
  return shared.reduce((best, one, index) => (one > (shared[best] ?? -Infinity) ? index : best), 0);
}

/**
 * The cells of the lowest header row, which names each column separately. Headers at places where their columns have no
 * values, such as flush-left headers above flush-right numbers, are assigned by their order; those that were read as
 * one are cut at wide spaces.
 */
export function placeHeader<Unit extends BoxUnit>(
  lines: readonly Phrase<Unit>[],
  bands: readonly Band[],
): PlacedLine<Unit>[] {
  const whole = lines.length < bands.length ? lines.flatMap((one) => cutAtColumns(one, bands)) : lines;
  if (whole.length === bands.length) return whole.map((line, column) => ({ line, column }));
  const columns = whole.map(({ box }) => columnOf(box, bands));
  const taken = new Set(columns);
  return whole.map((line, index) => {
    const column = columns[index] ?? 0;
    const next = column + 1;
    if (columns[index - 1] !== column || taken.has(next) || next >= bands.length) return { line, column };
    taken.add(next);
    return { line, column: next };
  });
}

/** A line over several columns, cut at its widest spaces if these divide its words by column. */
function cutAtColumns<Unit extends BoxUnit>(line: Phrase<Unit>, bands: readonly Band[]): Phrase<Unit>[] {
  const { words } = line;
  const under = bands.filter((band) => overlap(line.box, band) > 0).length;
  if (under < 2 || words.length < 2) return [line];
  const columns = words.map(({ box }) => columnOf(box, bands));
  const gaps = words.slice(1).map(({ box }, index) => box.left - (words[index]?.box.right ?? box.left));
  const cuts = gaps.flatMap((_gap, index) => (columns[index] === columns[index + 1] ? [] : [index + 1]));
  const within = Math.max(0, ...gaps.filter((_gap, index) => !cuts.includes(index + 1)));
  const least = Math.max(within, WORD_SPACE * boxHeight(line.box));
  const isClear = cuts.every((cut) => (gaps[cut - 1] ?? 0) > least);
  if (cuts.length !== under - 1 || !isClear) return [line];
  return [0, ...cuts].map((from, index) => toPhrase(words.slice(from, cuts[index])));
}

/** The length that a box and a column share; negative if there is a gap between them. */
export function overlap(box: Box<BoxUnit>, { left, right }: Band): number {
  return Math.min(box.right, right) - Math.max(box.left, left);
}
