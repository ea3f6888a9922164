import { isSameStep, type ComparableStep } from './comparableSteps.ts';
import { Likeness } from './likeness.ts';

type Steps = readonly ComparableStep[];

/** The most pairs of steps that are compared with each other; this limits the work. */
const MOST_PAIRS = 40_000;
/** The most steps of a side that are aligned by what they say. */
const MOST_STEPS = 5_000;

/** A pair of steps, by their index on each side; null if the other side's step has no counterpart. */
export interface Pair {
  readonly before: number | null;
  readonly after: number | null;
}

/**
 * Aligns the steps of two sides so that matching ones are as similar as possible in total. Each step is in exactly one
 * pair, in the order of its side; between two matches, the steps of the first side come first.
 *
 * The best of all alignments is found up to `MOST_PAIRS` pairs of steps that differ at the beginning and the end; above
 * that, only steps in similar places are matched.
 */
export function alignPair(before: Steps, after: Steps): Pair[] {
  const start = equalLength(before, after, (index) => index);
  const rest = Math.min(before.length, after.length) - start;
  const end = Math.min(
    rest,
    equalLength(before, after, (index, { length }) => length - 1 - index),
  );
  const pairs: Pair[] = [];
  for (let index = 0; index < start; index++) pairs.push({ before: index, after: index });
  const [rows, columns] = [before.length - start - end, after.length - start - end];
  if (rows > 0 || columns > 0) {
    for (const pair of alignMiddle(before, after, { start, rows, columns }))
      pairs.push({ before: shifted(pair.before, start), after: shifted(pair.after, start) });
  }
  for (let index = end; index > 0; index--)
    pairs.push({ before: before.length - index, after: after.length - index });
  return pairs;
}

interface Middle {
  /** How many steps before it are the same on both sides. */
  readonly start: number;
  readonly rows: number;
  readonly columns: number;
}

function alignMiddle(before: Steps, after: Steps, { start, rows, columns }: Middle): readonly Pair[] {
  if (Math.max(rows, columns) > MOST_STEPS) return inTurn(rows, columns);
  // Terms are weighed in the whole trajectories, also in their steps that are the same.
  const likeness = new Likeness(before, after);
  return alignDifferent(rows, columns, (i, j) => likeness.of(start + i, start + j));
}

const shifted = (index: number | null, by: number): number | null => (index === null ? null : index + by);

/** How many steps are the same on both sides, in the order that `at` gives. */
function equalLength(before: Steps, after: Steps, at: (index: number, side: Steps) => number): number {
  const shorter = Math.min(before.length, after.length);
  let length = 0;
  while (length < shorter) {
    const [a, b] = [before[at(length, before)], after[at(length, after)]];
    if (!a || !b || !isSameStep(a, b)) break;
    length++;
  }
  return length;
}

/**
 * Aligns two numbers of steps by dynamic programming, within a band around the diagonal if there are more than
 * `MOST_PAIRS` pairs (Sakoe and Chiba 1978).
 */
function alignDifferent(
  rows: number,
  columns: number,
  likeness: (i: number, j: number) => number,
): readonly Pair[] {
  const isWhole = rows * columns <= MOST_PAIRS;
  const half = isWhole ? columns : Math.max(8, Math.ceil(MOST_PAIRS / rows / 2));
  const slope = rows === 0 ? 0 : columns / rows;
  const least = (i: number): number => Math.max(0, Math.floor(i * slope) - half);
  const most = (i: number): number => Math.min(columns, Math.ceil(i * slope) + half);
  const width = Math.min(columns, 2 * half + 2) + 1;
  // best, at i and j: the greatest total likeness of what follows step i before and step j after; -1 outside the band.
  const best = new Float64Array((rows + 1) * width);
  const at = (i: number, j: number): number => {
    if (i >= rows || j >= columns) return 0;
    return j < least(i) || j > most(i) ? -1 : (best[i * width + j - least(i)] ?? -1);
  };
  for (let i = rows - 1; i >= 0; i--) {
    const first = least(i);
    for (let j = Math.min(most(i), columns - 1); j >= first; j--) {
      const paired = likeness(i, j);
      best[i * width + j - first] = Math.max(
        at(i + 1, j),
        at(i, j + 1),
        paired === 0 ? -1 : paired + at(i + 1, j + 1),
      );
    }
  }
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < rows || j < columns) {
    const paired = i < rows && j < columns ? likeness(i, j) : 0;
    if (paired > 0 && at(i, j) === paired + at(i + 1, j + 1)) pairs.push({ before: i++, after: j++ });
    else if (j >= columns || (i < rows && at(i, j) === at(i + 1, j)))
      pairs.push({ before: i++, after: null });
    else pairs.push({ before: null, after: j++ });
  }
  return pairs;
}

/** Pairs steps one by one, if there are too many to compare them. */
function inTurn(before: number, after: number): Pair[] {
  return Array.from({ length: Math.max(before, after) }, (_, index) => ({
    before: index < before ? index : null,
    after: index < after ? index : null,
  }));
}
