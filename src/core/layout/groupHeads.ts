import { boxHeight } from '../geometry/box.ts';
import { isPeriod, isYear } from './cellText.ts';
import type { Phrase } from './model.ts';
import { overlap, type Band, type PlacedLine } from './tableColumns.ts';

/** Edges and middles that differ by less than this many letter heights are aligned. */
const ALIGNED = 0.5;
/** The middle of a head differs from that of its columns by at most this share of the distance between columns. */
const CENTERED = 0.35;
/** The middles of heads beside each other differ by less than this many letter heights; those of lines, by more. */
const BESIDE = 0.9;

/**
 * For a header row above another one, the columns that each cell names. A cell names several columns if it is above
 * most of each; or if it is centered over them, or begins where the first begins, and is not just the upper line of the
 * head of one of them. Otherwise it names its own column.
 * @param cells of the header row, from left to right
 * @param below the cells of the next header row
 */
export function columnsByCell(
  cells: readonly PlacedLine[],
  below: readonly PlacedLine[],
  bands: readonly Band[],
): readonly (readonly number[])[] {
  const centers = bands.map(({ left, right }) => (left + right) / 2);
  const nearest = centers.map((center) =>
    cells.reduce((best, cell, index) => {
      const other = cells[best];
      return other !== undefined &&
        Math.abs(middle(other.line) - center) <= Math.abs(middle(cell.line) - center)
        ? best
        : index;
    }, 0),
  );
  return cells.map((cell, index) => {
    if (cell.column === 0 || standsBeside(cell, below)) return [cell.column];
    const covered = bands.flatMap((band, column) =>
      column > 0 && overlap(cell.line.box, band) > 0.5 * (band.right - band.left) ? [column] : [],
    );
    if (covered.length > 1) return covered;
    const upToNext = below.filter(
      ({ column }) => column >= cell.column && column < (cells[index + 1]?.column ?? Infinity),
    );
    const [first] = upToNext;
    const isAtFirst = first?.column === cell.column && areLeftAligned(first.line, cell.line);
    if (isAtFirst && areMembers(upToNext, below)) return upToNext.map(({ column }) => column);
    const free = centers.flatMap((_center, column) =>
      column > 0 && nearest[column] === index ? [column] : [],
    );
    const around = columnsAround(free, centers, middle(cell.line));
    if (around === null || isUpperLine(cell.line, around, below)) return [cell.column];
    return around;
  });
}

/**
 * Whether a head stands beside heads of the next row, and not above them: heads of one, two and three lines that are
 * centered over each other. It names its own column.
 */
export function standsBeside({ line }: PlacedLine, next: readonly PlacedLine[]): boolean {
  const { box } = line;
  return next.some(({ line: { box: other } }) => {
    const height = Math.max(boxHeight(box), boxHeight(other));
    return Math.abs(box.top + box.bottom - other.top - other.bottom) / 2 < BESIDE * height;
  });
}

/** Whether heads divide what a group head names: they are periods, or other groups have heads of the same names. */
function areMembers(heads: readonly PlacedLine[], all: readonly PlacedLine[]): boolean {
  if (heads.length < 2) return false;
  const others = new Set(all.filter((head) => !heads.includes(head)).map(({ line }) => line.text));
  return (
    heads.every(({ line }) => isYear(line.text) || isPeriod(line.text)) ||
    heads.every(({ line }) => others.has(line.text))
  );
}

/** Whether a line is aligned to the head of a single one of some columns better than to all of these. */
function isUpperLine(line: Phrase, columns: readonly number[], below: readonly PlacedLine[]): boolean {
  const heads = below.filter(({ column }) => columns.includes(column));
  const [first, last] = [heads[0]?.line.box, heads.at(-1)?.line.box];
  if (first === undefined || last === undefined || areMembers(heads, below)) return false;
  const off = Math.abs((first.left + last.right) / 2 - middle(line));
  return heads.some(
    (head) =>
      areLeftAligned(head.line, line) ||
      Math.abs(middle(head.line) - middle(line)) < Math.min(off, reach(line)),
  );
}

function areLeftAligned(one: Phrase, other: Phrase): boolean {
  return Math.abs(one.box.left - other.box.left) < reach(other);
}

function reach({ box }: Phrase): number {
  return ALIGNED * boxHeight(box);
}

function middle({ box }: Phrase): number {
  return (box.left + box.right) / 2;
}

/** The largest symmetric range of adjacent columns around `at`. */
function columnsAround(columns: readonly number[], centers: readonly number[], at: number): number[] | null {
  let best: number[] | null = null;
  for (let from = 0; from < columns.length; from += 1) {
    for (let to = from + 1; to < columns.length; to += 1) {
      const group = columns.slice(from, to + 1);
      const first = centers[group[0] ?? 0] ?? 0;
      const last = centers[group.at(-1) ?? 0] ?? 0;
      const pitch = (last - first) / (group.length - 1);
      if (Math.abs((first + last) / 2 - at) < CENTERED * pitch && group.length > (best?.length ?? 0))
        best = group;
    }
  }
  return best;
}
