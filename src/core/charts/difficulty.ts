import { areEqual, countRight, knownNumbers } from '../summary/groupMembers.ts';
import { GroupRows } from '../summary/groupRows.ts';
import type { SampleTable } from '../summary/sampleTable.ts';
import type { ChartId, DifficultyChart } from './model.ts';

/** The bars of shares, if groups differ in size: none right, ten ranges, all right. */
const SHARES: readonly (readonly [least: number, most: number])[] = [
  [0, 0],
  ...Array.from({ length: 10 }, (_, index) => [index / 10, (index + 1) / 10] as const),
  [1, 1],
];

/**
 * The groups that have one of the rows, by how many of all their samples are right: difficulty is a property of the
 * question, whatever the filter leaves of its samples.
 * @param compared the column whose numbers are compared within groups
 */
export function difficultyChart(
  table: SampleTable,
  rows: Uint32Array,
  id: ChartId,
  { acrossSteps, compared }: { readonly acrossSteps: boolean; readonly compared: string },
): DifficultyChart {
  const { ofRow, count } = table.groups(acrossSteps);
  const isLooked = new Uint8Array(count);
  for (const row of rows) {
    const group = ofRow[row] ?? -1;
    if (group >= 0) isLooked[group] = 1;
  }
  const members = new GroupRows(ofRow, count);
  const scores = table.numbers(compared);
  /** How many groups have so many judged samples, of which so many are right: `judged` times 65,536 plus `right`. */
  const counts = new Map<number, number>();
  const totals = { groups: 0, unjudged: 0, compared: 0, zeroVariance: 0 };
  for (let group = 0; group < count; group += 1) {
    if (isLooked[group] !== 1) continue;
    const own = members.of(group);
    const { right, wrong } = countRight(table, own);
    if (right + wrong < own.length) totals.unjudged += 1;
    else {
      totals.groups += 1;
      const key = own.length * 65_536 + right;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const known = own.length < 2 ? null : knownNumbers(scores, own);
    if (known === null) continue;
    totals.compared += 1;
    if (areEqual(known)) totals.zeroVariance += 1;
  }
  const sizes = new Set([...counts.keys()].map((key) => Math.floor(key / 65_536)));
  const [size] = sizes;
  const of = sizes.size === 1 && size !== undefined && size <= 64 ? size : null;
  const ranges =
    of === null
      ? SHARES
      : Array.from({ length: of + 1 }, (_, right): readonly [number, number] => [right, right]);
  const groups = new Array<number>(ranges.length).fill(0);
  for (const [key, number] of counts) {
    const right = key % 65_536;
    const bar = of === null ? barOfShare(right / Math.floor(key / 65_536)) : right;
    groups[bar] = (groups[bar] ?? 0) + number;
  }
  return {
    kind: 'difficulty',
    id,
    of,
    bars:
      totals.groups === 0
        ? []
        : ranges.map(([least, most], bar) => ({ least, most, groups: groups[bar] ?? 0 })),
    ...totals,
  };
}

function barOfShare(share: number): number {
  return share === 0 ? 0 : share === 1 ? SHARES.length - 1 : Math.max(1, Math.ceil(share * 10));
}
