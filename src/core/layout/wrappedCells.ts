import { boxAround, boxHeight, horizontalOverlap, type BoxUnit } from '../geometry/box.ts';
import { cellKind } from './cellText.ts';
import type { LineGroup, Phrase } from './model.ts';
import { middleHeight, toRows } from './phrases.ts';
import { MIN_WORDS } from './runningText.ts';
import { continuesText } from './tableHeaders.ts';

/** A cell has at most this many lines above the middle of its row. */
const MOST_ABOVE = 3;
/** The lines of cells have at most this many words; more are prose. */
const MOST_WORDS = 9;
/** The other cells of a row stand at the middle of one over several lines, within this many line heights. */
const CENTERED = 0.2;
/** Lines are beside each other if the lower one shares this part of its height: one between two lines shares half. */
const SHARED = 0.6;
/** The lines of a cell are nearer to each other than this many line heights. */
const LINE_GAP = 1;
/** They begin or have their middles at the same place, within this many line heights. */
const ALIGNED = 0.6;
/** Rows are further apart than the lines of a cell by this many line heights. */
const APART = 0.25;

/** Rows of a page, and the lines of cells that take several. */
export interface JoinedRows<Unit extends BoxUnit> {
  /** From top to bottom. A row has the first line of such a cell, and its box is around all of them. */
  readonly rows: readonly LineGroup<Unit>[];
  /** The further lines of a cell by its first one. */
  readonly more: ReadonlyMap<Phrase<Unit>, readonly Phrase<Unit>[]>;
}

/**
 * The rows of some lines. If the cells of a row are centered, those of one line stand beside the middle of a cell over
 * several lines, and all of these lines are in that row.
 */
export function joinWrappedCells<Unit extends BoxUnit>(lines: readonly Phrase<Unit>[]): JoinedRows<Unit> {
  const rows = toRows(lines, SHARED);
  const joined: LineGroup<Unit>[] = [];
  const more = new Map<Phrase<Unit>, readonly Phrase<Unit>[]>();
  const taken = new Set<Phrase<Unit>>();
  for (let at = 0, free = 0; at < rows.length; at += 1) {
    const found = at < free ? null : wrappedCellAt(rows, at, free);
    if (found === null) continue;
    const { cell, beside, above } = found;
    const [first, ...others] = cell;
    const inRow = [first, ...beside].sort((one, other) => one.box.left - other.box.left);
    joined.push({ lines: inRow, box: boxAround([...beside, ...cell].map(({ box }) => box)) });
    more.set(first, others);
    for (const line of [...beside, ...cell]) taken.add(line);
    free = at + above + 1;
  }
  if (joined.length === 0) return { rows: toRows(lines), more };
  const rest = toRows(lines.filter((line) => !taken.has(line)));
  return { rows: [...rest, ...joined].sort((one, other) => middleHeight(one) - middleHeight(other)), more };
}

/** A cell over several lines in a row. */
interface WrappedCell<Unit extends BoxUnit> {
  /** From top to bottom. */
  readonly cell: readonly [Phrase<Unit>, ...Phrase<Unit>[]];
  /** The other cells of the row. */
  readonly beside: readonly Phrase<Unit>[];
  /** How many of its lines are above the other cells; as many are below them. */
  readonly above: number;
}

/**
 * The cell that begins above a row of lines and ends below it; null if there is none.
 * @param free the index of the first row that is part of no such cell
 */
function wrappedCellAt<Unit extends BoxUnit>(
  rows: readonly LineGroup<Unit>[],
  at: number,
  free: number,
): WrappedCell<Unit> | null {
  const [upper, lower] = [onlyLine(rows[at - 1]), onlyLine(rows[at + 1])];
  if (upper === undefined || lower === undefined) return null;
  const row = rows[at]?.lines ?? [];
  const inside = row.filter(({ box }) => horizontalOverlap(box, upper.box) > 0);
  const beside = row.filter((line) => !inside.includes(line));
  const [value] = beside;
  if (value === undefined || inside.length > 1) return null;
  if (beside.some(({ box }) => horizontalOverlap(box, lower.box) > 0)) return null;
  if ([...beside, upper, lower].some(({ words }) => words.length > MOST_WORDS)) return null;
  const hasNumbers = beside.some(({ text }) => !['text', 'year'].includes(cellKind(text)));
  const height = boxHeight(value.box);
  let lines = inside;
  let equal: WrappedCell<Unit> | null = null;
  for (let above = 1; above <= MOST_ABOVE && at - above >= free; above += 1) {
    const [first, last] = [onlyLine(rows[at - above]), onlyLine(rows[at + above])];
    if (first === undefined || last === undefined) break;
    lines = [first, ...lines, last];
    if (!isOneText(lines, height) || !isBetween(value, first, last)) break;
    const found = { cell: [first, ...lines.slice(1)] as const, beside, above };
    const isSentence = lines
      .slice(1)
      .every(({ text }, index) => continuesText(lines[index]?.text ?? '', text));
    // The heads of a table also stand between its title and its first section, and prose beside other prose.
    if (!hasNumbers && (!isSentence || isProse(lines))) continue;
    if (isApart(lines, rows[at - above - 1], rows[at + above + 1], height)) return found;
    // Where all lines are equally far apart, a sentence is one cell, and what is between two lines belongs to both.
    if (isSentence) equal = found;
    else if (inside.length === 0) equal ??= found;
  }
  return equal;
}

function onlyLine<Unit extends BoxUnit>(row: LineGroup<Unit> | undefined): Phrase<Unit> | undefined {
  return row?.lines.length === 1 ? row.lines[0] : undefined;
}

/** Whether a line is in the middle between two others, measured from their middles or from their upper edges. */
function isBetween(line: Phrase, first: Phrase, last: Phrase): boolean {
  const fromMiddle = (middleHeight(first) + middleHeight(last)) / 2 - middleHeight(line);
  const fromTop = (first.box.top + last.box.top) / 2 - line.box.top;
  return Math.min(Math.abs(fromMiddle), Math.abs(fromTop)) <= CENTERED * boxHeight(line.box);
}

/** Whether lines are aligned, and each is directly below the one before it. */
function isOneText(lines: readonly Phrase[], height: number): boolean {
  return lines.slice(1).every((line, index) => {
    const [upper, lower] = [(lines[index] ?? line).box, line.box];
    const isAligned =
      Math.abs(upper.left - lower.left) < ALIGNED * height ||
      Math.abs(upper.left + upper.right - lower.left - lower.right) < 2 * ALIGNED * height;
    return isAligned && lower.top - upper.bottom < LINE_GAP * height;
  });
}

function isProse(lines: readonly Phrase[]): boolean {
  return lines.reduce((sum, { words }) => sum + words.length, 0) >= MIN_WORDS * lines.length;
}

/** Whether the rows around the lines of a cell are further away than these lines from each other. */
function isApart(
  lines: readonly Phrase[],
  above: LineGroup | undefined,
  below: LineGroup | undefined,
  height: number,
): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return false;
  const least = APART * height + (middleHeight(last) - middleHeight(first)) / (lines.length - 1);
  return (
    (above === undefined || middleHeight(first) - middleHeight(above) > least) &&
    (below === undefined || middleHeight(below) - middleHeight(last) > least)
  );
}
