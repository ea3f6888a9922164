import { appendAll } from '../appendAll.ts';
import type { ComparableStep } from './comparableSteps.ts';
import { alignPair, type Pair } from './pairAlignment.ts';

/** Matching steps by their index on each side; null for a side that has no such step. */
export type AlignedSteps = readonly (number | null)[];

/** How the steps of a row differ: a side has none, or another tool, other args or another text than the others. */
export type StepDifference = 'missing' | 'name' | 'args' | 'text';

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

type Steps = readonly ComparableStep[];

interface Row {
  /** By side. */
  readonly cells: (number | null)[];
  /** That of the first side that has one. */
  readonly step: ComparableStep;
}

/** Two lists of steps that were aligned. */
interface KnownPairs {
  readonly before: Steps;
  readonly after: Steps;
  readonly pairs: readonly Pair[];
}

/**
 * Aligns the steps of several trajectories: each with the first one, and then the steps that the first one lacks with
 * each other. Matching steps are in one row, each step is in exactly one row, and every side keeps its order.
 *
 * What was aligned is kept by the lists of steps: as long as two sides have the same lists, they are not aligned again.
 */
export class StepAlignment {
  readonly #pairs = new WeakMap<Steps, WeakMap<Steps, readonly Pair[]>>();
  /** Steps that the first side lacks, by the first one of the later side. */
  readonly #lacking = new WeakMap<ComparableStep, KnownPairs>();

  /** @param sides the first one is the one that each of the others is aligned with */
  align(sides: readonly Steps[]): readonly AlignedSteps[] {
    const [first = [], ...others] = sides;
    const cellsOf = (side: number, index: number): Row['cells'] =>
      sides.map((_, at) => (at === side ? index : null));
    let rows = first.map((step, index): Row => ({ cells: cellsOf(0, index), step }));
    for (const [index, steps] of others.entries()) {
      const side = index + 1;
      const ofFirst = new Map(rows.map((row) => [row.cells[0], row]));
      const added = this.#alignWithFirst(first, steps).flatMap(({ before, after }): Added[] => {
        const step = after === null ? undefined : steps[after];
        if (after === null || step === undefined) return [];
        return [{ index: after, step, row: before === null ? undefined : ofFirst.get(before) }];
      });
      const addRows = (between: readonly Row[], lacking: readonly Added[]): readonly Row[] => [
        ...between,
        ...lacking.map(({ index: own, step }): Row => ({ cells: cellsOf(side, own), step })),
      ];
      rows = merge(rows, side, added, (between, lacking) =>
        lacking.length === 0
          ? between
          : merge(between, side, this.#matchLacking(between, side, lacking), addRows),
      );
    }
    return rows.map(({ cells }) => cells);
  }

  #alignWithFirst(first: Steps, steps: Steps): readonly Pair[] {
    const known = this.#pairs.get(first) ?? new WeakMap<Steps, readonly Pair[]>();
    this.#pairs.set(first, known);
    const pairs = known.get(steps) ?? alignPair(first, steps);
    known.set(steps, pairs);
    return pairs;
  }

  /** Steps of a side that the first one lacks, with the rows of other such steps that they match. */
  #matchLacking(rows: readonly Row[], side: number, lacking: readonly Added[]): readonly Added[] {
    const open = rows.filter(({ cells }) => cells[0] === null && cells[side] === null);
    const before = open.map(({ step }) => step);
    const after = lacking.map(({ step }) => step);
    const key = after[0];
    const known = key && this.#lacking.get(key);
    const pairs =
      known && isSameList(known.before, before) && isSameList(known.after, after)
        ? known.pairs
        : alignPair(before, after);
    if (key) this.#lacking.set(key, { before, after, pairs });
    return pairs.flatMap((pair) => {
      const own = pair.after === null ? undefined : lacking[pair.after];
      return own === undefined ? [] : [{ ...own, row: pair.before === null ? undefined : open[pair.before] }];
    });
  }
}

/** A step of the side that is added, and the row that it belongs to, if there is one already. */
interface Added {
  readonly index: number;
  readonly step: ComparableStep;
  readonly row: Row | undefined;
}

/**
 * Adds the steps of a side to rows.
 * @param join joins the rows up to the next match with the steps before it that have no row
 */
function merge(
  rows: readonly Row[],
  side: number,
  added: readonly Added[],
  join: (between: readonly Row[], lacking: readonly Added[]) => readonly Row[],
): Row[] {
  const merged: Row[] = [];
  let next = 0;
  let lacking: Added[] = [];
  const joinUpTo = (end: number): void => {
    appendAll(merged, join(rows.slice(next, end), lacking));
    next = end;
    lacking = [];
  };
  for (const one of added) {
    if (one.row === undefined) lacking.push(one);
    else {
      joinUpTo(rows.indexOf(one.row, next));
      one.row.cells[side] = one.index;
    }
  }
  joinUpTo(rows.length);
  return merged;
}

const isSameList = (one: Steps, other: Steps): boolean =>
  one.length === other.length && one.every((step, index) => step === other[index]);
