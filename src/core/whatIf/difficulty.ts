import type { WholeGroups } from './wholeGroups.ts';

/** How hard questions are: how many of the samples of a group are right. */
export interface Difficulty {
  /** The samples of the groups that are counted: the most frequent number; 0 if none is judged. */
  readonly size: number;
  /** Groups by how many of their samples are right, from 0 to `size`: all of them, and those that are kept. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Groups that are not counted, because they have another size or a sample that is neither right nor wrong. */
  readonly others: number;
}

/**
 * The difficulty of groups before and after a filter.
 * @param right how many samples of each group are right
 * @param isKept 1 for the groups that the filter keeps
 */
export function difficultyOf(
  groups: WholeGroups,
  right: Uint32Array,
  wrong: Uint32Array,
  isKept: Uint8Array,
): Difficulty {
  const sizes = new Map<number, number>();
  const sizeOf = (group: number): number => {
    const size = groups.end(group) - groups.start(group);
    return (right[group] ?? 0) + (wrong[group] ?? 0) === size ? size : 0;
  };
  for (let group = 0; group < groups.count; group += 1) {
    const size = sizeOf(group);
    if (size > 0) sizes.set(size, (sizes.get(size) ?? 0) + 1);
  }
  const [size] = [...sizes].reduce((most, each) => (isMore(each, most) ? each : most), [0, 0]);
  if (size === 0) return { size, before: [], after: [], others: groups.count };
  const before = new Array<number>(size + 1).fill(0);
  const after = before.slice();
  for (let group = 0; group < groups.count; group += 1) {
    if (sizeOf(group) !== size) continue;
    const count = right[group] ?? 0;
    before[count] = (before[count] ?? 0) + 1;
    if (isKept[group] === 1) after[count] = (after[count] ?? 0) + 1;
  }
  return { size, before, after, others: groups.count - (sizes.get(size) ?? 0) };
}

/** Whether a size is more frequent than another one; of equally frequent ones, the larger. */
function isMore([size, count]: readonly number[], [other, most]: readonly number[]): boolean {
  return (count ?? 0) === (most ?? 0) ? (size ?? 0) > (other ?? 0) : (count ?? 0) > (most ?? 0);
}
