import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';

/** The parts of a step that are compared with other steps. */
export interface Comparable {
  readonly kind: Step['kind'];
  readonly name: string;
  /** The distinct words at the beginning of its text. */
  readonly words: ReadonlySet<string>;
}

/** A pair of steps, by their index on each side; null if the other side's step has no counterpart. */
export interface Pair {
  readonly before: number | null;
  readonly after: number | null;
}

/** How many words of a step are compared: enough to distinguish steps. */
const WORDS = 200;
/** The most steps on one side for which the best of all pairings is searched. */
const MANY = 200;

/** The parts of step `index` of `steps` that are compared; `text` returns a piece of the response. */
function comparable(step: Step, text: (start: number, end: number) => string): Comparable {
  const args = step.tool?.args ?? '';
  const said = `${args} ${text(step.body.start, Math.min(step.body.end, step.body.start + WORDS * 8))}`;
  const words = said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return { kind: step.kind, name: step.name.toLowerCase(), words: new Set(words.slice(0, WORDS)) };
}

/**
 * How well two steps match: 0 for steps of different kinds, which never match; more for the same name and for common
 * words, up to 1.
 */
function likeness(a: Comparable, b: Comparable): number {
  if (a.kind !== b.kind) return 0;
  const blocks = a.kind !== 'tool' && a.kind !== 'text';
  if (blocks && a.name !== b.name) return 0;
  let common = 0;
  const [fewer, more] = a.words.size < b.words.size ? [a.words, b.words] : [b.words, a.words];
  for (const word of fewer) if (more.has(word)) common++;
  const words = fewer.size + more.size === 0 ? 1 : (2 * common) / (fewer.size + more.size);
  // Blocks with the same name match whatever they say; a tool call may be a completely different one.
  return blocks ? 0.6 + 0.4 * words : 0.15 + (a.name === b.name ? 0.35 : 0) + 0.5 * words;
}

/** Aligns the steps of both sides: matching steps form pairs, and both sides keep their order. */
export function align(before: readonly Comparable[], after: readonly Comparable[]): Pair[] {
  if (before.length > MANY || after.length > MANY) return inTurn(before, after);
  const width = after.length + 1;
  // best[i * width + j]: the greatest total likeness of what follows step i before and step j after.
  const best = new Float64Array((before.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  const likenessAt = (i: number, j: number): number => {
    const [a, b] = [before[i], after[j]];
    return a === undefined || b === undefined ? 0 : likeness(a, b);
  };
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const paired = likenessAt(i, j);
      best[i * width + j] = Math.max(
        at(i + 1, j),
        at(i, j + 1),
        paired === 0 ? 0 : paired + at(i + 1, j + 1),
      );
    }
  }
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const paired = likenessAt(i, j);
    if (paired > 0 && at(i, j) === paired + at(i + 1, j + 1)) pairs.push({ before: i++, after: j++ });
    else if (j >= after.length || (i < before.length && at(i, j) === at(i + 1, j)))
      pairs.push({ before: i++, after: null });
    else pairs.push({ before: null, after: j++ });
  }
  return pairs;
}

/** Pairs steps one by one, if there are too many to compare each with each. */
function inTurn(before: readonly Comparable[], after: readonly Comparable[]): Pair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    before: index < before.length ? index : null,
    after: index < after.length ? index : null,
  }));
}

/** The compared parts of all `steps`, in order. Closed steps are read only once. */
export class Comparables {
  readonly #known: Comparable[] = [];
  #edition = -1;

  /** @param edition increases when the text was changed elsewhere than at its end */
  read(
    steps: ListView<Step>,
    edition: number,
    text: (start: number, end: number) => string,
  ): readonly Comparable[] {
    if (edition !== this.#edition) this.#known.length = 0;
    this.#edition = edition;
    const all: Comparable[] = [];
    for (let index = 0; index < steps.length; index++) {
      const step = steps.item(index);
      if (step === undefined) continue;
      const known = this.#known[index];
      const read = known ?? comparable(step, text);
      if (known === undefined && !step.open && index === this.#known.length) this.#known.push(read);
      all.push(read);
    }
    return all;
  }
}
