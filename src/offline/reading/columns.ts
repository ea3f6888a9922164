import type { PixelBox } from '../ocr/model.ts';
import { horizontalOverlap } from './geometry.ts';
import type { Cell, Row, Segment } from './model.ts';
import { hasNumber, isYear } from './values.ts';

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

function width({ left, right }: PixelBox): number {
  return right - left;
}

function overlap(box: PixelBox, { left, right }: Band): number {
  return horizontalOverlap(box, { left, right, top: 0, bottom: 0 });
}
