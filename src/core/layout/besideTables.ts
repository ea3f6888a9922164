import { partitionPoint } from '../binarySearch.ts';
import { boxHeight, boxWidth, horizontalOverlap, verticalOverlap, type BoxUnit } from '../geometry/box.ts';
import { findColumns } from './columns.ts';
import type { LineGroup, Phrase } from './model.ts';
import { middleHeight, toRows } from './phrases.ts';
import { isRunningText, MIN_WORDS } from './runningText.ts';

/** A table beside prose has at least this many rows of several cells next to it. */
const MIN_ROWS = 3;
/** The space between two text columns is at least this many line heights wide. */
const GUTTER = 0.8;
/** The cells of a row may be this share of the distance to the next row higher or lower than the prose in it begins. */
const SLACK = 0.25;
/** A heading above or below prose is nearer to it than this many line heights. */
const HEADING_GAP = 2;
/** It begins at the left edge of the prose, within this many line heights. */
const ALIGNED = 0.5;

/**
 * The lines of text columns of prose that stand beside a table, with a space between them over their whole height, and
 * of headings next to the prose. A column of a table can be prose too, but there a text begins with each row.
 */
export function findProseBesideTables<Unit extends BoxUnit>(
  lines: readonly Phrase<Unit>[],
): Set<Phrase<Unit>> {
  const rows = toRows(lines);
  if (rows.filter((_row, at) => hasTextBesideCells(rows, at)).length < MIN_ROWS) return new Set();
  return new Set(
    findColumns(lines)
      .filter((column) => isRunningText(column.lines) && isBesideTable(column, rows))
      .flatMap((column) => [
        ...column.lines,
        ...headingsNextTo(column, rows, firstBelow(rows, column.box.top) - 1, -1),
        ...headingsNextTo(column, rows, firstBelow(rows, column.box.bottom), 1),
      ]),
  );
}

/** Whether a row has a line of a sentence, and at least two other lines are at its height. */
function hasTextBesideCells(rows: readonly LineGroup[], at: number): boolean {
  const { lines = [], box } = rows[at] ?? {};
  if (box === undefined || !lines.some(({ words }) => words.length >= MIN_WORDS)) return false;
  return (
    lines.length > 2 ||
    [rows[at - 1], rows[at + 1]].some(
      (next) => next !== undefined && next.lines.length > 1 && verticalOverlap(next.box, box) > 0,
    )
  );
}

/** The index of the first row whose middle is below a height. */
function firstBelow(rows: readonly LineGroup[], height: number): number {
  return partitionPoint(rows.length, (at) => {
    const row = rows[at];
    return row !== undefined && middleHeight(row) < height;
  });
}

function isBesideTable({ lines: own, box }: LineGroup, rows: readonly LineGroup[]): boolean {
  const prose = new Set(own);
  const gutter = GUTTER * Math.min(...own.map((line) => boxHeight(line.box)));
  const beside = rows
    .slice(firstBelow(rows, box.top), firstBelow(rows, box.bottom))
    .map(({ lines }) => lines.filter((line) => !prose.has(line)));
  const isLeft = (line: Phrase): boolean => line.box.right + gutter <= box.left;
  const isRight = (line: Phrase): boolean => line.box.left - gutter >= box.right;
  if (!beside.flat().every((line) => isLeft(line) || isRight(line))) return false;
  const starts = own.filter((line, at) => beginsAnew(own[at - 1], line, box.right));
  return [isLeft, isRight].some((isOnSide) => {
    const cells = beside.map((row) => row.filter(isOnSide)).filter((row) => row.length > 1);
    const middles = cells.flatMap(([first]) => (first === undefined ? [] : [middleHeight(first)]));
    return cells.length >= MIN_ROWS && goesOn(starts.map(middleHeight), middles);
  });
}

/** Whether prose goes on from most rows to the next ones, instead of beginning anew. */
function goesOn(starts: readonly number[], rows: readonly number[]): boolean {
  const continued = rows.slice(1).filter((row, at) => {
    const above = rows[at] ?? row;
    const slack = SLACK * (row - above);
    return !starts.some((start) => start > above + slack && start < row + slack);
  });
  return 2 * continued.length > rows.length - 1;
}

/** Whether a line begins a text: its first word had fitted in the line above, or a sentence ends there. */
function beginsAnew(above: Phrase | undefined, line: Phrase, right: number): boolean {
  const [first] = line.words;
  if (above === undefined || first === undefined) return true;
  const isShort = above.box.right + boxHeight(above.box) / 2 + boxWidth(first.box) < right;
  return isShort || (/[.!?]$/.test(above.text) && !/^\p{Ll}/u.test(line.text));
}

/**
 * Lines that are alone in a text column, begin at its left edge, and follow each other from a stretch of prose.
 * @param from the index of the row next to the stretch of prose
 * @param step 1 to go downward, -1 to go upward
 */
function headingsNextTo<Unit extends BoxUnit>(
  { lines: [line], box }: LineGroup<Unit>,
  rows: readonly LineGroup<Unit>[],
  from: number,
  step: 1 | -1,
): Phrase<Unit>[] {
  const height = line === undefined ? 0 : boxHeight(line.box);
  const found: Phrase<Unit>[] = [];
  let last = box;
  for (let row = rows[from], at = from; row !== undefined; at += step, row = rows[at]) {
    if (Math.max(row.box.top - last.bottom, last.top - row.box.bottom) > HEADING_GAP * height) break;
    const [only, ...others] = row.lines.filter((one) => horizontalOverlap(one.box, box) > 0);
    if (only === undefined) continue;
    const isAligned =
      Math.abs(only.box.left - box.left) < ALIGNED * height && only.box.right <= box.right + height;
    if (others.length > 0 || !isAligned || !/\p{L}/u.test(only.text)) break;
    found.push(only);
    last = only.box;
  }
  return found;
}
