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
/** A row of more lines than this belongs to a picture: text columns side by side are a few. */
const MAX_BESIDE = 200;
/** The most columns that a column may continue; a page has a few dozen. */
const MAX_OPEN = 500;
/** A line that consists of a label and a sum: `Subtotal 840.00`. */
const SUM = /^\p{Lu}[\p{L}\s&%().,\d-]{0,40}\s[€$£]?[\d.,]*[.,]\d{2}$/u;
/** A line that begins an item of a list. */
const ITEM = /^(?:[•+*◦▪-]|\d{1,2}[.)])\s/;

/** Gathers lines outside tables into stretches of text columns: each line is followed down its own column. */
export function findColumns<Unit extends BoxUnit>(lines: readonly Phrase<Unit>[]): LineGroup<Unit>[] {
  const columns: OpenColumn<Unit>[] = [];
  let open: OpenColumn<Unit>[] = [];
  for (const { row, top } of withTopsBelow(toRows(lines))) {
    open = open.filter(({ last: { box } }) => box.bottom + LINE_GAP * boxHeight(box) >= top);
    const begun: OpenColumn<Unit>[] = [];
    const above = row.lines.length > MAX_BESIDE ? [] : open;
    for (const line of row.lines) {
      const fitting = above.filter((column) => follows(column, line));
      const [column] = fitting;
      // A line below two columns belongs to neither.
      if (column !== undefined && fitting.length === 1) append(column, line);
      else begun.push({ lines: [line], last: line, rightBefore: -Infinity });
    }
    columns.push(...begun);
    if (begun.length <= MAX_BESIDE) open.push(...begun);
  }
  return columns.map((column) => toGroup(column.lines));
}

/** A column that lines are added to. */
interface OpenColumn<Unit extends BoxUnit> {
  readonly lines: Phrase<Unit>[];
  last: Phrase<Unit>;
  /** The right edge of the lines before the last one; -Infinity if there are none. */
  rightBefore: number;
}

function append<Unit extends BoxUnit>(column: OpenColumn<Unit>, line: Phrase<Unit>): void {
  column.rightBefore = Math.max(column.rightBefore, column.last.box.right);
  column.lines.push(line);
  column.last = line;
}

/** Rows, each with the highest top edge of it and of all rows after it. */
function withTopsBelow<Unit extends BoxUnit>(
  rows: readonly LineGroup<Unit>[],
): { readonly row: LineGroup<Unit>; readonly top: number }[] {
  let top = Infinity;
  return rows
    .toReversed()
    .map((row) => {
      top = Math.min(top, row.box.top);
      return { row, top };
    })
    .reverse();
}

function follows({ last, rightBefore }: OpenColumn<BoxUnit>, line: Phrase): boolean {
  // The rest of a line that was set with wide gaps.
  if (areBeside(last.box, line.box)) return rightBefore >= line.box.right - 0.1 * boxHeight(line.box);
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
  const open = columns.filter(endsOpen);
  for (const column of columns) {
    const [first] = column.lines;
    if (first === undefined || !/^\p{Ll}/u.test(first.text)) continue;
    const least = Math.max(0, open.length - MAX_OPEN);
    for (let at = open.length - 1; at >= least; at -= 1) {
      const before = open[at];
      if (before === undefined || before === column || !comesBefore(before, first)) continue;
      next.set(before, column);
      open.splice(at, 1);
      break;
    }
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
