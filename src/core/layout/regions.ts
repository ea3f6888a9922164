import { boxHeight, horizontalOverlap, type BoxUnit } from '../geometry/box.ts';
import { upperMedian } from '../median.ts';
import { hasNumber, isYear } from './cellText.ts';
import type { LineGroup, Phrase } from './model.ts';
import { findColumns } from './columns.ts';
import { toGroup } from './phrases.ts';
import { isRunningText } from './runningText.ts';
import { continuesText, isColumnName, isHeaderRow } from './tableHeaders.ts';

/** Rows further apart than this many of their heights belong to different tables. */
const ROW_GAP = 3.2;
/** A separate line begins another table if it is this many times as far below a row as the table's rows are apart. */
const TITLE_GAP = 1.5;
/** The same for a row that could be a header, relative to the table's usual distance between rows. */
const HEADER_GAP = 1.2;
/** Lines of one cell are nearer to each other than this many of their heights. */
export const LINE_GAP = 0.75;
/** Columns of prose have more words per line than this; cells have fewer. */
const PROSE_WORDS = 4.5;
/** A row of two columns whose first one has more words than this consists of two columns of prose. */
const LABEL_WORDS = 9;

/** More than this share of the words of prose is in running text. */
const RUNNING = 0.6;

/** The rows below another one by which it is known as a header. */
const ROWS_BELOW = 3;

/** The rows of one table. */
export interface Region<Unit extends BoxUnit = BoxUnit> {
  readonly title: Phrase<Unit> | null;
  readonly rows: readonly LineGroup<Unit>[];
}

/** Finds the rows of a page that are in tables, and groups them by table. */
export function findRegions<Unit extends BoxUnit>(rows: readonly LineGroup<Unit>[]): Region<Unit>[] {
  return (
    gatherRows(rows)
      .filter((one) => !isProse(one))
      .flatMap(divide)
      // Prose above a table is in one region with it until a title divides them.
      .filter((one) => !isProse(one.rows))
      .flatMap(splitBeside)
  );
}

/** Sequences of rows with two lines or more. A row of one line between two of them is included, as a section title. */
function gatherRows<Unit extends BoxUnit>(rows: readonly LineGroup<Unit>[]): LineGroup<Unit>[][] {
  const found: LineGroup<Unit>[][] = [];
  let region: LineGroup<Unit>[] = [];
  let right = -Infinity;
  const close = (): void => {
    while (region.length > 0 && (region.at(-1)?.lines.length ?? 0) < 2) region.pop();
    if (region.length >= 2) found.push(region);
    region = [];
    right = -Infinity;
  };
  const add = (row: LineGroup<Unit>): void => {
    region.push(row);
    right = Math.max(right, row.box.right);
  };
  for (const [index, row] of rows.entries()) {
    const last = region.at(-1);
    const isFar =
      last !== undefined &&
      row.box.top - last.box.bottom > ROW_GAP * Math.max(boxHeight(row.box), boxHeight(last.box));
    if (isFar) close();
    const above = rows[index - 1];
    if (region.length === 0 && above !== undefined && isUpperHeadLine(above, row)) add(above);
    if (row.lines.length >= 2) add(row);
    else if (region.length > 0) {
      if (isSectionTitle(row, region, right)) add(row);
      else close();
    }
  }
  close();
  return found;
}

/**
 * Whether a row is only the upper line of one head of the row below it. A line above the first head is rather a title,
 * unless the head reads as the rest of it.
 */
function isUpperHeadLine({ lines, box }: LineGroup, below: LineGroup): boolean {
  const [only] = lines;
  if (only === undefined || lines.length > 1 || below.lines.length < 3 || hasNumber(only.text)) return false;
  const gap = below.box.top - box.bottom;
  const under = below.lines.filter((line) => horizontalOverlap(line.box, box) > 0);
  const [head] = under;
  if (gap >= LINE_GAP * boxHeight(box) || under.length !== 1 || head === undefined) return false;
  return head !== below.lines[0] || continuesText(only.text, head.text);
}

/** @param right the right edge of the region */
function isSectionTitle(row: LineGroup, region: readonly LineGroup[], right: number): boolean {
  const [only] = row.lines;
  const last = region.at(-1);
  if (only === undefined || last === undefined) return false;
  const before = region.at(-2);
  if (last.lines.length < 2 && (before === undefined || before.lines.length < 2)) return false;
  return only.words.length <= LABEL_WORDS && only.box.right <= right + boxHeight(row.box);
}

/** Whether the lines of a region read like columns of prose. */
function isProse(region: readonly LineGroup[]): boolean {
  const counts = region.flatMap((row) => row.lines.map(({ words }) => words.length));
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const full = region.filter(({ lines }) => lines.length > 1);
  const twoColumns = full.every(({ lines }) => lines.length <= 2);
  const long = full.filter(({ lines }) => (lines[0]?.words.length ?? 0) > LABEL_WORDS).length;
  return (
    mean > PROSE_WORDS ||
    (twoColumns && (upperMedian(counts) >= 5 || long > 0.2 * full.length)) ||
    (upperMedian(full.map(({ lines }) => lines.length)) === 2 && isMostlyRunning(region))
  );
}

/** Whether most words of a region are in running text; a column that the page's edge cuts off has few of them. */
function isMostlyRunning(region: readonly LineGroup[]): boolean {
  const lines = region.flatMap((row) => row.lines);
  const running = findColumns(lines)
    .filter((column) => isRunningText(column.lines))
    .flatMap((column) => column.lines);
  return countWords(running) > RUNNING * countWords(lines);
}

function countWords(lines: readonly Phrase[]): number {
  return lines.reduce((sum, { words }) => sum + words.length, 0);
}

/** Splits a region where a separate title, or a header row after rows of numbers, begins another table. */
function divide<Unit extends BoxUnit>(region: readonly LineGroup<Unit>[]): Region<Unit>[] {
  // The height of a row over several lines says nothing of the distance to the next one.
  const letter = upperMedian(region.flatMap(({ lines }) => lines.map(({ box }) => boxHeight(box))));
  const pitches = region
    .slice(1)
    .map((row, index) => row.box.top - (region[index]?.box.bottom ?? 0) + letter);
  const pitch = upperMedian(pitches);
  const found: OpenRegion<Unit>[] = [new OpenRegion<Unit>(null)];
  for (const [index, row] of region.entries()) {
    const current = found.at(-1);
    const below = fullRowsBelow(region, index);
    const next = region[index + 1];
    const [only] = row.lines;
    const last = region[index - 1];
    const step = pitches[index - 1] ?? 0;
    const isStarted = current?.isStarted === true;
    const isApart = last === undefined || row.box.top - last.box.bottom > LINE_GAP * boxHeight(row.box);
    const isTitle =
      row.lines.length === 1 &&
      isApart &&
      next !== undefined &&
      (isHeaderRow(next, fullRowsBelow(region, index + 1)) ||
        (step > TITLE_GAP * pitch && (pitches[index] ?? 0) > 0.8 * pitch));
    const isHeader =
      row.lines.length > 1 &&
      current?.hasFiguresBelowFirst === true &&
      (isHeaderRow(row, below) || (step > HEADER_GAP * pitch && beginsAnew(row, below)));
    if (isStarted && isTitle && only !== undefined) found.push(new OpenRegion(only));
    else if (isStarted && isHeader) found.push(new OpenRegion(null, row));
    else current?.add(row);
  }
  return found.filter(({ rows }) => rows.length > 0);
}

/** A region that rows are added to. */
class OpenRegion<Unit extends BoxUnit> implements Region<Unit> {
  readonly title: Phrase<Unit> | null;
  readonly rows: LineGroup<Unit>[] = [];
  hasFiguresBelowFirst = false;
  #hasFigures = false;
  #full = 0;

  constructor(title: Phrase<Unit> | null, first?: LineGroup<Unit>) {
    this.title = title;
    if (first !== undefined) this.add(first);
  }

  /** Whether it has rows of a table; its first row may be a header over two lines, with a label between both. */
  get isStarted(): boolean {
    return this.#full > 1 || this.#hasFigures;
  }

  add(row: LineGroup<Unit>): void {
    const isFigures = hasFigure(row);
    if (row.lines.length > 1) this.#full += 1;
    this.#hasFigures ||= isFigures;
    this.hasFiguresBelowFirst ||= isFigures && this.rows.length > 0;
    this.rows.push(row);
  }
}

/** The next rows below one that have two lines or more. */
function fullRowsBelow<Unit extends BoxUnit>(
  region: readonly LineGroup<Unit>[],
  index: number,
): LineGroup<Unit>[] {
  const full: LineGroup<Unit>[] = [];
  for (let at = index + 1; at < region.length && full.length < ROWS_BELOW; at += 1) {
    const row = region[at];
    if (row !== undefined && row.lines.length > 1) full.push(row);
  }
  return full;
}

/** Whether a row has a number beyond its first line that names no column, as a year or the end of a period does. */
function hasFigure({ lines }: LineGroup): boolean {
  return lines.slice(1).some(({ text }) => !isColumnName(text));
}

/** Whether a row without numbers, below a gap, is above rows with numbers or with twice as many cells. */
function beginsAnew({ lines }: LineGroup, next: readonly LineGroup[]): boolean {
  if (next.length === 0 || lines.some(({ text }) => hasNumber(text) && !isYear(text))) return false;
  return next.every(hasFigure) || next.every((row) => row.lines.length >= 2 * lines.length);
}

/** Divides tables that are side by side, each with labels of its own below its heading. */
function splitBeside<Unit extends BoxUnit>(region: Region<Unit>): Region<Unit>[] {
  const [top, ...below] = region.rows;
  const titles = top?.lines ?? [];
  const full = below.filter(({ lines }) => lines.length > 1);
  const fewest = Math.min(...full.map(({ lines }) => lines.length));
  if (titles.length < 2 || full.length < 2 || fewest < 2 * titles.length) return [region];
  if (titles.some(({ text }) => hasNumber(text))) return [region];
  const isAboveColumn = ({ box }: Phrase): boolean =>
    full.every(({ lines }) => lines.some((line) => Math.abs(line.box.left - box.left) < boxHeight(box)));
  if (!titles.every(isAboveColumn)) return [region];
  const parts = titles.map((title, index): Region<Unit> => {
    const left = title.box.left - boxHeight(title.box);
    const right = (titles[index + 1]?.box.left ?? Infinity) - boxHeight(title.box);
    const rows = below.flatMap((row): LineGroup<Unit>[] => {
      const lines = row.lines.filter(({ box }) => box.left >= left && box.left < right);
      return lines.length === 0 ? [] : [toGroup(lines)];
    });
    return { title, rows };
  });
  // Heads of groups of columns are not above the labels of the rows, or above labels or numbers alone.
  return countLines(parts.flatMap(({ rows }) => rows)) === countLines(below) && parts.every(isLabeled)
    ? parts
    : [region];
}

function countLines(rows: readonly LineGroup[]): number {
  return rows.reduce((sum, { lines }) => sum + lines.length, 0);
}

/** Whether rows begin with a label, which may be a year, and have values. */
function isLabeled({ rows }: Region): boolean {
  const labeled = rows.filter(({ lines: [first, value] }) => {
    return first !== undefined && value !== undefined && (!hasNumber(first.text) || isYear(first.text));
  });
  return 2 * labeled.length >= rows.length;
}
