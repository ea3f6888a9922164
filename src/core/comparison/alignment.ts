import type { ComparableStep } from './comparableSteps.ts';

/** Matching steps by their index on each side; null for a side that has no such step. */
export type AlignedSteps = readonly (number | null)[];

/** How the steps of a row differ: a side has none, or another tool, other args or another text than the others. */
export type StepDifference = 'missing' | 'name' | 'args' | 'text';

/** The most pairs of steps that are compared with each other for one side; this limits the work. */
const MOST_PAIRS = 40_000;
/** The most steps of a side that are aligned by what they say. */
const MOST_STEPS = 5_000;

/**
 * Aligns the steps of several trajectories. Matching steps are in one row, each step is in exactly one row, and every
 * side keeps its order.
 *
 * The sides are aligned one after the other, each with the rows of those before it: a row is compared by its step of the
 * first side that has one. The best of all alignments is found up to `MOST_PAIRS` pairs of steps that differ at the
 * beginning and the end; above that, only steps in similar places are matched.
 *
 * @param sides the first one is the one that the others are compared with
 */
export function alignSteps(sides: readonly (readonly ComparableStep[])[]): AlignedSteps[] {
  let rows: Row[] = [];
  for (const [side, steps] of sides.entries()) {
    const pairs = alignPair(
      rows.map(({ step }) => step),
      steps,
    );
    rows = pairs.map(({ before, after }): Row => {
      const row = before === null ? undefined : rows[before];
      const cells = row?.cells ?? sides.map(() => null);
      if (after !== null) cells[side] = after;
      const step = row?.step ?? (after === null ? undefined : steps[after]);
      if (step === undefined) throw new Error('A row without a step.');
      return { cells, step };
    });
  }
  return rows.map(({ cells }) => cells);
}

/** The first difference between the steps of a row; null if all are the same. */
export function stepDifference(row: readonly (ComparableStep | null)[]): StepDifference | null {
  const steps = row.filter((step) => step !== null);
  if (steps.length < row.length) return 'missing';
  const differs = (key: 'name' | 'args' | 'text'): boolean =>
    steps.some((step) => step[key] !== steps[0]?.[key]);
  if (differs('name')) return 'name';
  if (differs('args')) return 'args';
  return differs('text') ? 'text' : null;
}

interface Row {
  readonly cells: (number | null)[];
  readonly step: ComparableStep;
}

/** A pair of steps, by their index on each side; null if the other side's step has no counterpart. */
interface Pair {
  readonly before: number | null;
  readonly after: number | null;
}

/** Aligns the steps of two sides with the greatest total likeness. */
function alignPair(before: readonly ComparableStep[], after: readonly ComparableStep[]): Pair[] {
  const start = equalLength(before, after, (index) => index);
  const rest = Math.min(before.length, after.length) - start;
  const end = Math.min(
    rest,
    equalLength(before, after, (index, { length }) => length - 1 - index),
  );
  const pairs: Pair[] = [];
  for (let index = 0; index < start; index++) pairs.push({ before: index, after: index });
  const middle = alignDifferent(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
  for (const pair of middle)
    pairs.push({ before: shifted(pair.before, start), after: shifted(pair.after, start) });
  for (let index = end; index > 0; index--)
    pairs.push({ before: before.length - index, after: after.length - index });
  return pairs;
}

const shifted = (index: number | null, by: number): number | null => (index === null ? null : index + by);

/** How many steps are the same on both sides, in the order that `at` gives. */
function equalLength(
  before: readonly ComparableStep[],
  after: readonly ComparableStep[],
  at: (index: number, side: readonly ComparableStep[]) => number,
): number {
  const shorter = Math.min(before.length, after.length);
  let length = 0;
  while (length < shorter) {
    const [a, b] = [before[at(length, before)], after[at(length, after)]];
    if (!a || b?.kind !== a.kind || stepDifference([a, b]) !== null) break;
    length++;
  }
  return length;
}

/**
 * Aligns two lists of steps by dynamic programming, within a band around the diagonal if there are more than
 * `MOST_PAIRS` pairs (Sakoe and Chiba 1978).
 */
function alignDifferent(before: readonly ComparableStep[], after: readonly ComparableStep[]): Pair[] {
  const [rows, columns] = [before.length, after.length];
  if (Math.max(rows, columns) > MOST_STEPS) return inTurn(rows, columns);
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
  const likenessAt = (i: number, j: number): number => {
    const [a, b] = [before[i], after[j]];
    return a === undefined || b === undefined ? 0 : likeness(a, b);
  };
  for (let i = rows - 1; i >= 0; i--) {
    const first = least(i);
    for (let j = Math.min(most(i), columns - 1); j >= first; j--) {
      const paired = likenessAt(i, j);
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
    const paired = likenessAt(i, j);
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

/**
 * How well two steps match: 0 for steps of different kinds, which never match; more for the same name and for common
 * words, up to 1.
 */
function likeness(a: ComparableStep, b: ComparableStep): number {
  if (a.kind !== b.kind) return 0;
  const isBlock = a.kind !== 'tool' && a.kind !== 'text';
  const hasSameName = a.name === b.name || a.name.toLowerCase() === b.name.toLowerCase();
  if (isBlock && !hasSameName) return 0;
  const all = a.words.length + b.words.length;
  const words = all === 0 ? 1 : (2 * commonCount(a.words, b.words)) / all;
  // Blocks with the same name match whatever they say; a tool call may be a completely different one.
  return isBlock ? 0.6 + 0.4 * words : 0.15 + (hasSameName ? 0.35 : 0) + 0.5 * words;
}

/** How many numbers two ascending lists share. */
function commonCount(a: Uint32Array, b: Uint32Array): number {
  let [i, j, common] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [one, other] = [a[i] ?? 0, b[j] ?? 0];
    if (one === other) common++;
    if (one <= other) i++;
    if (other <= one) j++;
  }
  return common;
}
