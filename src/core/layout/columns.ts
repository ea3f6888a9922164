import { boxAround, boxHeight, boxWidth, horizontalOverlap, type BoxUnit } from '../geometry/box.ts';
import type { LineGroup, Phrase } from './model.ts';
import { areBeside, toGroup, toRows } from './phrases.ts';

/** Lines further apart than this many of their heights belong to different paragraphs. */
const LINE_GAP = 1.2;
/** Lines of one paragraph differ in height at most by this factor. */
const ALIKE = 1.6;
/** A line that begins this many line heights from the left edge of another one is not aligned to it. */
const INDENT = 2;
/** A line that takes up more than this share of its column is full. */
const FULL = 0.75;
/** A line that consists of a label and a sum: `Subtotal 840.00`. */
const SUM = /^\p{Lu}[\p{L}\s&%().,\d-]{0,40}\s[€$£]?[\d.,]*[.,]\d{2}$/u;
/** A line that begins an item of a list. */
const ITEM = /^(?:[•+*◦▪-]|\d{1,2}[.)])\s/;

/** Gathers lines outside tables into stretches of text columns: each line is followed down its own column. */
export function findColumns<Unit extends BoxUnit>(lines: readonly Phrase<Unit>[]): LineGroup<Unit>[] {
  const columns: Phrase<Unit>[][] = [];
  for (const row of toRows(lines)) {
    const open = [...columns];
    for (const line of row.lines) {
      const fitting = open.filter((column) => follows(column, line));
      const [column] = fitting;
      // A line below two columns belongs to neither.
      if (column !== undefined && fitting.length === 1) column.push(line);
      else columns.push([line]);
    }
  }
  return columns.map(toGroup);
}

function follows(column: readonly Phrase[], line: Phrase): boolean {
  const last = column.at(-1);
  if (last === undefined) return false;
  if (areBeside(last.box, line.box)) {
    // The rest of a line that was set with wide gaps.
    const before = column.slice(0, -1);
    const right = boxAround(before.map(({ box }) => box)).right;
    return before.length > 0 && right >= line.box.right - 0.1 * boxHeight(line.box);
  }
  const narrower = Math.min(boxWidth(last.box), boxWidth(line.box));
  return (
    areAlike(last, line) &&
    line.box.top - last.box.bottom < LINE_GAP * Math.min(boxHeight(last.box), boxHeight(line.box)) &&
    horizontalOverlap(last.box, line.box) > 0.5 * narrower
  );
}

/**
 * Divides columns into paragraphs. A paragraph may begin at the bottom of a column and end at the top of the next one.
 */
export function findParagraphs<Unit extends BoxUnit>(columns: readonly LineGroup<Unit>[]): LineGroup<Unit>[] {
  return joinAcross(columns).flatMap(({ lines }) => divide(lines).map(toGroup));
}

/** Joins a column that begins in the middle of a sentence to the nearest one that ends in one. */
function joinAcross<Unit extends BoxUnit>(columns: readonly LineGroup<Unit>[]): LineGroup<Unit>[] {
  const next = new Map<LineGroup<Unit>, LineGroup<Unit>>();
  for (const column of columns) {
    const [first] = column.lines;
    if (first === undefined || !/^\p{Ll}/u.test(first.text)) continue;
    const before = columns.findLast(
      (other) => other !== column && !next.has(other) && endsOpen(other) && comesBefore(other, first),
    );
    if (before !== undefined) next.set(before, column);
  }
  const continued = new Set(next.values());
  return columns
    .filter((column) => !continued.has(column))
    .map((column) => {
      const lines: Phrase<Unit>[] = [];
      for (let at: LineGroup<Unit> | undefined = column; at !== undefined; at = next.get(at))
        lines.push(...at.lines);
      return toGroup(lines);
    });
}

function endsOpen({ lines }: LineGroup): boolean {
  const last = lines.at(-1);
  return last !== undefined && last.words.length > 3 && !/[.!?:;]["”’)]?$/.test(last.text);
}

/** Whether `next` is in a column to the right of `column`, or continues directly below it. */
function comesBefore({ lines, box }: LineGroup, next: Phrase): boolean {
  const last = lines.at(-1);
  if (last === undefined || !areAlike(last, next)) return false;
  const tall = Math.max(boxHeight(last.box), boxHeight(next.box));
  const gap = next.box.top - last.box.bottom;
  return (
    next.box.left > box.right ||
    (gap >= 0 && gap < 3 * tall && Math.abs(next.box.left - box.left) < INDENT * tall)
  );
}

function areAlike(one: Phrase, other: Phrase): boolean {
  const heights = [boxHeight(one.box), boxHeight(other.box)];
  return Math.max(...heights) <= ALIKE * Math.min(...heights);
}

/** Splits lines where a line that is not full ends without a period before one that begins a new paragraph. */
function divide<Unit extends BoxUnit>(lines: readonly Phrase<Unit>[]): Phrase<Unit>[][] {
  const { left, right } = boxAround(lines.map(({ box }) => box));
  const found: Phrase<Unit>[][] = [];
  for (const line of lines) {
    const group = found.at(-1);
    const last = group?.at(-1);
    const isSum = SUM.test(line.text) && SUM.test(last?.text ?? '');
    if (group === undefined || last === undefined || isSum || ITEM.test(line.text)) {
      found.push([line]);
      continue;
    }
    const isFull = last.box.right - left > FULL * (right - left);
    if (isFull || /[,;–-]$/.test(last.text) || /^\p{Ll}/u.test(line.text)) group.push(line);
    else found.push([line]);
  }
  return found;
}
