import type { RunViewOptions } from '../index/model.ts';
import type { Grouping } from './groupTable.ts';
import type { RowTable } from './rowTable.ts';
import { sortRows } from './sortRows.ts';

/** What the rows of the view are, in order: a row of the run, or the head of a group. */
export type ViewEntry =
  | { readonly kind: 'row'; readonly row: number }
  /** `matched`: the rows of the group that the filter leaves. */
  | { readonly kind: 'group'; readonly group: number; readonly matched: number };

/** The order of a view over the rows that there were when it was computed. */
export interface ViewOrder {
  /** Rows of the run that it takes into account. */
  readonly of: number;
  readonly matched: number;
  readonly groups: number;
  readonly count: number;
  entry(index: number): ViewEntry | null;
}

/** How a view is computed. */
export interface ViewInput {
  readonly rows: RowTable;
  readonly options: Pick<RunViewOptions, 'sort' | 'grouped' | 'acrossSteps' | 'collapsed'>;
  /** 1 for each row that the filter leaves; null for all. */
  readonly matches: Uint8Array | null;
  /** The number of a row that it is sorted by; null for the order of the files. */
  readonly sortedBy: ((row: number) => number | null) | null;
  /** The number of a group that it is sorted by; null for the mean of what its rows are sorted by. */
  readonly groupsSortedBy: ((group: number) => number | null) | null;
  /** Whether rows have the order of the files, because no file has grown after a later one was read. */
  readonly isInOrder: boolean;
}

/** Computes the order of a view. */
export function viewOrder(input: ViewInput): ViewOrder {
  const { rows, options, matches, sortedBy } = input;
  const of = rows.count;
  if (!options.grouped && matches === null && sortedBy === null && input.isInOrder) {
    return {
      of,
      matched: of,
      groups: rows.groups.of(options.acrossSteps).count,
      count: of,
      entry: (index) => (index >= 0 && index < of ? { kind: 'row', row: index } : null),
    };
  }
  const sorted = sortedOrder(input, matchedRows(of, matches));
  const grouping = rows.groups.of(options.acrossSteps);
  if (!options.grouped) {
    return {
      of,
      matched: sorted.length,
      groups: countGroups(sorted, grouping),
      count: sorted.length,
      entry: (index) => {
        const row = sorted[index];
        return row === undefined ? null : { kind: 'row', row };
      },
    };
  }
  return groupedOrder(of, sorted, grouping, input);
}

/** The rows that a filter leaves, or all, by their numbers. */
export function matchedRows(of: number, matches: Uint8Array | null): Uint32Array {
  const matched = new Uint32Array(of);
  let count = 0;
  for (let row = 0; row < of; row += 1) if (matches === null || matches[row] === 1) matched[count++] = row;
  return matched.subarray(0, count);
}

/** Rows in the order of the files and of their places in them. */
export function fileOrder(table: RowTable, rows: Uint32Array, isInOrder: boolean): Uint32Array {
  if (isInOrder) return rows;
  const { files, starts } = table.order;
  const sorted = sortRows(rows, (row) => Math.abs(starts[row] ?? 0), false);
  return sortRows(sorted, (row) => files[row] ?? 0, false);
}

function sortedOrder({ rows, options, sortedBy, isInOrder }: ViewInput, matched: Uint32Array): Uint32Array {
  const order = fileOrder(rows, matched, isInOrder);
  return sortedBy === null ? order : sortRows(order, sortedBy, options.sort?.descending === true);
}

function countGroups(rows: Uint32Array, { count, ofRow }: Grouping): number {
  const seen = new Uint8Array(count);
  let groups = 0;
  for (const row of rows) {
    const group = ofRow[row] ?? -1;
    if (group < 0 || seen[group] === 1) continue;
    seen[group] = 1;
    groups += 1;
  }
  return groups;
}

/** Groups with their rows below their heads; rows without a group come last. */
function groupedOrder(of: number, sorted: Uint32Array, grouping: Grouping, input: ViewInput): ViewOrder {
  const { ofRow, count } = grouping;
  const sizes = new Uint32Array(count);
  // Groups in the order of their first rows in the view.
  const heads = new Uint32Array(count);
  let groups = 0;
  for (const row of sorted) {
    const group = ofRow[row] ?? -1;
    if (group < 0) continue;
    if (sizes[group] === 0) heads[groups++] = group;
    sizes[group] = (sizes[group] ?? 0) + 1;
  }
  const order = sortGroups(heads.subarray(0, groups), sorted, grouping, input);
  const isOpen = openGroups(grouping, input);
  const next = new Uint32Array(count);
  let rows = 0;
  for (const group of order) {
    next[group] = rows + 1;
    rows += 1 + (isOpen(group) ? (sizes[group] ?? 0) : 0);
  }
  let without = rows;
  for (const row of sorted) if ((ofRow[row] ?? -1) < 0) rows += 1;
  // Heads are negative: -1 is the first group.
  const entries = new Int32Array(rows);
  for (const group of order) entries[(next[group] ?? 0) - 1] = -1 - group;
  for (const row of sorted) {
    const group = ofRow[row] ?? -1;
    if (group < 0) entries[without++] = row;
    else if (isOpen(group)) {
      const at = next[group] ?? 0;
      entries[at] = row;
      next[group] = at + 1;
    }
  }
  return {
    of,
    matched: sorted.length,
    groups,
    count: rows,
    entry: (index) => {
      const entry = entries[index];
      if (entry === undefined) return null;
      const group = -1 - entry;
      return entry >= 0 ? { kind: 'row', row: entry } : { kind: 'group', group, matched: sizes[group] ?? 0 };
    },
  };
}

function sortGroups(
  groups: Uint32Array,
  sorted: Uint32Array,
  { ofRow, count }: Grouping,
  { sortedBy, groupsSortedBy, options: { sort } }: ViewInput,
): Uint32Array {
  const descending = sort?.descending === true;
  if (groupsSortedBy !== null) return sortRows(groups, groupsSortedBy, descending);
  if (sortedBy === null) return groups;
  const sums = new Float64Array(count);
  const known = new Uint32Array(count);
  for (const row of sorted) {
    const group = ofRow[row] ?? -1;
    const value = group < 0 ? null : sortedBy(row);
    if (value === null) continue;
    sums[group] = (sums[group] ?? 0) + value;
    known[group] = (known[group] ?? 0) + 1;
  }
  return sortRows(
    groups,
    (group) => (known[group] === 0 ? null : (sums[group] ?? 0) / (known[group] ?? 1)),
    descending,
  );
}

function openGroups(grouping: Grouping, { options: { collapsed } }: ViewInput): (group: number) => boolean {
  const except = new Set(collapsed.except.map((key) => grouping.find(key)));
  return (group) => except.has(group) === collapsed.all;
}
