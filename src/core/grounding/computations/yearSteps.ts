import type { Line, ValueTable } from './valueTables.ts';

/** A year and an earlier one. */
export type YearStep = readonly [later: Line, earlier: Line];

/** The years that a change is said of; null if they are not known. */
export function stepsOf(
  named: readonly Line[],
  table: ValueTable,
  isEvery: boolean,
): readonly YearStep[] | null {
  const years = table.columns
    .filter(({ year }) => year !== null)
    .sort((one, other) => (one.year ?? 0) - (other.year ?? 0));
  if (named.length > 2 || named.some(({ year }) => year === null)) return null;
  const indices = named.map((column) => years.indexOf(column));
  const last = named.length === 0 ? years.length - 1 : Math.max(...indices);
  const before = years.findIndex(({ year }) => year === (years[last]?.year ?? 0) - 1);
  const first = named.length === 0 ? 0 : named.length === 1 ? before : Math.min(...indices);
  if (first < 0 || (named.length === 0 && !isEvery)) return null;
  const span = years.slice(first, last + 1);
  const ends = isEvery ? span : [...span.slice(0, 1), ...span.slice(1).slice(-1)];
  const steps = ends.slice(1).flatMap((later, at): YearStep[] => {
    const earlier = ends[at];
    return earlier === undefined ? [] : [[later, earlier]];
  });
  return steps.length === 0 ? null : steps;
}

/** The steps between two years that are named, to one that is named from the year before it, or between any two. */
export function yearPairs(named: readonly Line[], table: ValueTable): readonly YearStep[] {
  if (named.length > 0) return stepsOf(named, table, false) ?? [];
  const years = table.columns
    .filter(({ year }) => year !== null)
    .toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0));
  return years.flatMap((later, at) => years.slice(0, at).map((earlier): YearStep => [later, earlier]));
}
