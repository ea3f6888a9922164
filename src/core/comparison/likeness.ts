import { boxArea, intersection } from '../geometry/box.ts';
import { ACTION_KINDS } from '../trajectory/actionKinds.ts';
import type { Action, ComparableStep, WrittenBox } from './comparableSteps.ts';
import type { Terms } from './terms.ts';

/** What a pair of actions is worth: whatever they do, for the same name, and for doing the same to the same. */
const ACTION = { any: 0.05, name: 0.1, rest: 0.85 };
/** The part of the args in that; the rest is what is observed. */
const ARGS = 0.7;
/** The part of the boxes in what is the same, and that of the name in actions that steps belong to. */
const BOXES = 0.7;
const NAME = 0.3;
/** What a pair of other steps is worth whatever they say, and for what they say and belong to. */
const SAID = { any: 0.1, rest: 0.9 };
/** A trajectory has one answer in the end, whatever it is. */
const ANSWER = { any: 0.8, rest: 0.2 };
/** The mean weight below which terms are in nearly all steps and tell none apart. */
const LEAST_WEIGHT = 0.3;

/** Terms with their weights. */
interface Weighed {
  readonly terms: Terms;
  readonly weights: Float64Array;
  readonly total: number;
}

/**
 * How well the steps of two trajectories match. Terms that many steps of their kind have, such as the name of an image,
 * tell steps less apart than rare ones, and count less.
 */
export class Likeness {
  readonly #before: readonly ComparableStep[];
  readonly #after: readonly ComparableStep[];
  readonly #terms: ReadonlyMap<ComparableStep, Weighed>;
  readonly #args: ReadonlyMap<Action, Weighed>;

  constructor(before: readonly ComparableStep[], after: readonly ComparableStep[]) {
    this.#before = before;
    this.#after = after;
    const steps = new Set([...before, ...after]);
    const actions = new Set([...steps].flatMap(({ action }) => action ?? []));
    this.#terms = weigh(steps, ({ terms }) => terms);
    this.#args = weigh(actions, ({ args }) => args);
  }

  /**
   * How well the step of one side with index `i` and that of the other side with index `j` match, up to 1; 0 for steps
   * that never match: those of different kinds, blocks with different names, and replies to
   * different kinds of actions.
   */
  of(i: number, j: number): number {
    const [a, b] = [this.#before[i], this.#after[j]];
    if (a === undefined || b?.kind !== a.kind) return 0;
    const said = this.#said(a, b);
    if (ACTION_KINDS.has(a.kind)) {
      const hasSameName = a.action?.name === b.action?.name;
      const rest = mean(ARGS, this.#done(a.action, b.action), said) ?? 1;
      return ACTION.any + (hasSameName ? ACTION.name : 0) + ACTION.rest * rest ** 2;
    }
    if (a.kind !== 'text' && a.name !== b.name) return 0;
    if (a.kind === 'observation' && a.action?.kind !== b.action?.kind) return 0;
    const { any, rest } = a.kind === 'answer' ? ANSWER : SAID;
    // The same words are the same step, whatever follows from them.
    const weight = 0.5 + 0.4 * (said ?? 0) ** 4;
    return any + rest * (mean(weight, said, this.#belongs(a.action, b.action)) ?? 1) ** 2;
  }

  /** How much of what two steps say is the same; null if that tells nothing. */
  #said(a: ComparableStep, b: ComparableStep): number | null {
    return mean(0.5, sharedBoxes(a.boxes, b.boxes), shared(this.#terms.get(a), this.#terms.get(b)));
  }

  /** How much of what two actions are applied to is the same; null if they have no args. */
  #done(a: Action | null, b: Action | null): number | null {
    if (a === null || b === null) return null;
    return mean(BOXES, sharedBoxes(a.boxes, b.boxes), shared(this.#args.get(a), this.#args.get(b)));
  }

  /** How well the actions match that two steps belong to; null if neither belongs to one. */
  #belongs(a: Action | null, b: Action | null): number | null {
    if (a === null && b === null) return null;
    return mean(NAME, Number(a?.name === b?.name), this.#done(a, b));
  }
}

/** The mean of two values, of which each may be missing. */
function mean(weight: number, first: number | null, second: number | null): number | null {
  if (first === null || second === null) return first ?? second;
  return weight * first + (1 - weight) * second;
}

/** Weighs terms by how few of the items of their kind have them. */
function weigh<Item extends Pick<ComparableStep, 'kind'>>(
  items: ReadonlySet<Item>,
  termsOf: (item: Item) => Terms | null,
): Map<Item, Weighed> {
  const kinds = new Map<string, { size: number; readonly counts: Map<number, number> }>();
  for (const item of items) {
    const kind = kinds.get(item.kind) ?? { size: 0, counts: new Map<number, number>() };
    kinds.set(item.kind, kind);
    kind.size++;
    for (const term of termsOf(item) ?? []) kind.counts.set(term, (kind.counts.get(term) ?? 0) + 1);
  }
  const weighed = new Map<Item, Weighed>();
  for (const item of items) {
    const terms = termsOf(item);
    const kind = kinds.get(item.kind);
    if (terms === null || kind === undefined) continue;
    const weights = Float64Array.from(terms, (term) =>
      Math.log((kind.size + 1) / (kind.counts.get(term) ?? 1)),
    );
    weighed.set(item, { terms, weights, total: weights.reduce((sum, weight) => sum + weight, 0) });
  }
  return weighed;
}

/** The share of common terms in the weight of two lists of terms; null if they tell nothing. */
function shared(a: Weighed | undefined, b: Weighed | undefined): number | null {
  const total = (a?.total ?? 0) + (b?.total ?? 0);
  const count = (a?.terms.length ?? 0) + (b?.terms.length ?? 0);
  if (total <= LEAST_WEIGHT * count) return null;
  if (a === undefined || b === undefined) return 0;
  let [i, j, common] = [0, 0, 0];
  while (i < a.terms.length && j < b.terms.length) {
    const [one, other] = [a.terms[i] ?? 0, b.terms[j] ?? 0];
    if (one === other) common += a.weights[i] ?? 0;
    if (one <= other) i++;
    if (other <= one) j++;
  }
  return (2 * common) / total;
}

/** How well two lists of boxes overlap: the mean of the best IoU of each box; null if there are none. */
function sharedBoxes(a: readonly WrittenBox[], b: readonly WrittenBox[]): number | null {
  if (a.length + b.length === 0) return null;
  const best = (box: WrittenBox, others: readonly WrittenBox[]): number =>
    others.reduce((most, other) => Math.max(most, overlap(box, other)), 0);
  const sumOf = (boxes: readonly WrittenBox[], others: readonly WrittenBox[]): number =>
    boxes.reduce((sum, box) => sum + best(box, others), 0);
  return (sumOf(a, b) + sumOf(b, a)) / (a.length + b.length);
}

/** The IoU of two boxes. */
function overlap(a: WrittenBox, b: WrittenBox): number {
  const common = intersection(a, b);
  if (common === null) return 0;
  const area = boxArea(common);
  const all = boxArea(a) + boxArea(b) - area;
  // Empty boxes that meet are in the same place.
  return all === 0 ? 1 : area / all;
}
