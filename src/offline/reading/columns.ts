import type { ImageBox } from '../../core/geometry/box.ts';
import { around, height, horizontalOverlap } from './geometry.ts';
import type { Cell, Row, Segment } from './model.ts';
import { hasNumber, isYear } from './values.ts';

/** No space between words of one header is wider than so many of its heights. */
const WORD_SPACE = 0.6;

/** The extent of a column from left to right. */
export interface Band {
  readonly left: number;
  readonly right: number;
}

/**
 * The columns of a table, from left to right. Narrow cells come first: one that stands over two columns, a title or a
 * heading of both, joins none. Rows with numbers decide, because headers are often centred over what they head.
 */
export function findBands(rows: readonly Row[]): Band[] {
  const body = rows.length > 2 ? rows.slice(1) : rows;
  const counted = body.filter(({ segments }) =>
    segments.slice(1).some(({ text }) => hasNumber(text) && !isYear(text)),
  );
  const deciding = counted.length >= 0.4 * body.length && counted.length > 0 ? counted : body;
  const most = Math.max(...deciding.map(({ segments }) => segments.length));
  const fullest = deciding.filter(({ segments }) => segments.length >= Math.max(2, 0.6 * most));
  const boxes = fullest
    .flatMap(({ segments }) => segments.map(({ box }) => box))
    .sort((a, b) => width(a) - width(b));
  let bands: Band[] = [];
  for (const box of boxes) {
    const met = bands.filter((band) => overlap(box, band) > 0);
    if (met.length > 1) continue;
    const [own] = met;
    const band = {
      left: Math.min(box.left, own?.left ?? box.left),
      right: Math.max(box.right, own?.right ?? box.right),
    };
    bands = [...bands.filter((other) => other !== own), band];
  }
  return bands.sort((a, b) => a.left - b.left);
}

/** The column that a segment stands in: the one it shares most with, or the nearest one. */
export function place(segment: Segment, bands: readonly Band[]): Cell {
  let column = 0;
  let most = -Infinity;
  for (const [index, band] of bands.entries()) {
    const shared = overlap(segment.box, band);
    if (shared > most) {
      most = shared;
      column = index;
    }
  }
  return { segment, column };
}

/**
 * The cells of the lowest header row, which names each column by itself. Headers that stand where their columns have
 * no values, as flush left above numbers flush right, go by their order; those read as one are cut at wide spaces.
 */
export function placeHeader(segments: readonly Segment[], bands: readonly Band[]): Cell[] {
  const whole =
    segments.length < bands.length ? segments.flatMap((one) => cutAtColumns(one, bands)) : segments;
  if (whole.length === bands.length) return whole.map((segment, column) => ({ segment, column }));
  const cells = whole.map((segment) => place(segment, bands));
  const taken = new Set(cells.map(({ column }) => column));
  return cells.map((cell, index) => {
    const next = cell.column + 1;
    if (cells[index - 1]?.column !== cell.column || taken.has(next) || next >= bands.length) return cell;
    taken.add(next);
    return { segment: cell.segment, column: next };
  });
}

/** A segment over several columns, cut at its widest spaces where these part its words by column. */
function cutAtColumns(segment: Segment, bands: readonly Band[]): Segment[] {
  const { words } = segment;
  const under = bands.filter((band) => overlap(segment.box, band) > 0).length;
  if (under < 2 || words.length < 2) return [segment];
  const columns = words.map((word) => place({ ...segment, box: word.box }, bands).column);
  const gaps = words.slice(1).map(({ box }, index) => box.left - (words[index]?.box.right ?? box.left));
  const cuts = gaps.flatMap((_gap, index) => (columns[index] === columns[index + 1] ? [] : [index + 1]));
  const within = Math.max(0, ...gaps.filter((_gap, index) => !cuts.includes(index + 1)));
  const least = Math.max(within, WORD_SPACE * height(segment.box));
  const isClear = cuts.every((cut) => (gaps[cut - 1] ?? 0) > least);
  if (cuts.length !== under - 1 || !isClear) return [segment];
  return [0, ...cuts].map((from, index) => {
    const own = words.slice(from, cuts[index]);
    const start = own[0]?.start ?? segment.start;
    const end = own.at(-1)?.end ?? start;
    const text = segment.text.slice(start - segment.start, end - segment.start);
    return { words: own, box: around(own.map(({ box }) => box)), text, start, end };
  });
}

/**
 * The columns that each cell names of a header row that stands above another one: as many on both sides of its middle
 * as no other cell of the row is nearer to, or else its own.
 */
export function spans(cells: readonly Cell[], bands: readonly Band[]): readonly (readonly number[])[] {
  const centres = bands.map(({ left, right }) => (left + right) / 2);
  const middle = ({ segment: { box } }: Cell): number => (box.left + box.right) / 2;
  const nearest = centres.map((centre) =>
    cells.reduce((best, cell, index) => {
      const other = cells[best];
      return other !== undefined && Math.abs(middle(other) - centre) <= Math.abs(middle(cell) - centre)
        ? best
        : index;
    }, 0),
  );
  return cells.map((cell, index) => {
    if (cell.column === 0) return [0];
    const covered = bands.flatMap((band, column) =>
      column > 0 && overlap(cell.segment.box, band) > 0.5 * (band.right - band.left) ? [column] : [],
    );
    if (covered.length > 1) return covered;
    const at = middle(cell);
    const free = centres.flatMap((_centre, column) =>
      column > 0 && nearest[column] === index ? [column] : [],
    );
    return balanced(free, centres, at) ?? [cell.column];
  });
}

/** The most columns of a row of neighbours that stand evenly around `at`. */
function balanced(columns: readonly number[], centres: readonly number[], at: number): number[] | null {
  let best: number[] | null = null;
  for (let from = 0; from < columns.length; from += 1) {
    for (let to = from + 1; to < columns.length; to += 1) {
      const group = columns.slice(from, to + 1);
      const first = centres[group[0] ?? 0] ?? 0;
      const last = centres[group.at(-1) ?? 0] ?? 0;
      const pitch = (last - first) / (group.length - 1);
      if (Math.abs((first + last) / 2 - at) < 0.35 * pitch && group.length > (best?.length ?? 0))
        best = group;
    }
  }
  return best;
}

function width({ left, right }: ImageBox): number {
  return right - left;
}

function overlap(box: ImageBox, { left, right }: Band): number {
  return horizontalOverlap(box, { left, right, top: 0, bottom: 0 });
}
