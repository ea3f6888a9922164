import type { Computation } from '../model.ts';
import type { NamedLines } from './namedLines.ts';
import { areAlike, type Line, type ValueCell, type ValueTable, computedCell } from './valueTables.ts';

/** A comparison of what tables have, which a sentence says by labels. */
export interface TableComparison {
  readonly holds: boolean;
  readonly computation: Computation;
}

/** The rows and columns of some cells. */
export type Lines = Pick<NamedLines, 'rows' | 'columns'>;

/** The first of several comparisons if all have the same result. */
export function agreed(found: readonly TableComparison[]): TableComparison | null {
  const [first] = found;
  return first !== undefined && found.every(({ holds }) => holds === first.holds) ? first : null;
}

/** Whether all of several comparisons hold; null if one of them cannot be made. */
export function together(results: readonly (TableComparison | null)[]): TableComparison | null {
  const known = results.filter((one) => one !== null);
  return known.length === results.length ? (known.find(({ holds }) => !holds) ?? known[0] ?? null) : null;
}

/** Where no row or column is named, the sum is meant, or what is true of all of them. */
export function openLines(lines: readonly Line[]): readonly Line[] {
  const totals = lines.filter(({ isTotal }) => isTotal);
  return totals.length === 1 ? totals : lines;
}

/** A number with what names its place. */
export interface NamedCell {
  readonly cell: ValueCell;
  readonly row: Line;
  readonly column: Line;
}

/** The cells where rows and columns cross; null if one of them has no number. */
export function cellsOf({ rows, columns }: Lines, table: ValueTable): readonly NamedCell[] | null {
  const places = rows.flatMap((row) => columns.map((column) => ({ row, column })));
  const cells = places.flatMap((place) => {
    const cell = table.cellAt(place.row, place.column);
    return cell === null ? [] : [{ ...place, cell }];
  });
  return cells.length === places.length ? cells : null;
}

/** The most pairs of numbers that one comparison compares. */
const MOST_PAIRS = 400;

/** Whether each of some numbers is more (or less) than each of some others; null if that cannot be said. */
export function everyPair(
  subjects: readonly NamedCell[] | null,
  objects: readonly NamedCell[] | null,
  sign: '<' | '>',
): TableComparison | null {
  const pairs = (subjects ?? []).flatMap((one) => (objects ?? []).map((other) => [one, other] as const));
  if (pairs.length > MOST_PAIRS) return null;
  const isKnown = pairs.every(
    ([one, other]) =>
      (one.row !== other.row || one.column !== other.column) && areAlike([one.cell, other.cell]),
  );
  const failed = pairs.find(([one, other]) => !isInOrder(one.cell, other.cell, sign));
  // The other number that is nearest says most.
  const nearest = pairs.toSorted((one, other) => distanceOf(one) - distanceOf(other))[0];
  const shown = failed ?? nearest;
  if (!isKnown || shown === undefined) return null;
  return { holds: failed === undefined, computation: computationOf(shown) };
}

function isInOrder({ value }: ValueCell, other: ValueCell, sign: '<' | '>'): boolean {
  return sign === '>' ? value > other.value : value < other.value;
}

function distanceOf([one, other]: readonly [NamedCell, NamedCell]): number {
  return Math.abs(one.cell.value - other.cell.value);
}

/** How two numbers compare, as text: `112.6 (Asia) < 231.0 (Europe)`. */
function computationOf([one, other]: readonly [NamedCell, NamedCell]): Computation {
  const { value } = one.cell;
  const sign = value > other.cell.value ? '>' : value < other.cell.value ? '<' : '=';
  const shown = ({ cell, row, column }: NamedCell): string => {
    const names = [
      ...(one.row === other.row ? [] : [row.nameOf()]),
      ...(one.column === other.column ? [] : [column.nameOf()]),
    ];
    return `${cell.text} (${names.join(', ')})`;
  };
  return {
    kind: 'comparison',
    operands: [],
    cells: [computedCell(one.cell), computedCell(other.cell)],
    text: `${shown(one)} ${sign} ${shown(other)}`,
    value: 1,
    said: 1,
  };
}
