import type { QuestionKey } from './questionKey.ts';

/** Which questions of two runs are the same. */
export interface QuestionMatches {
  /** How many questions are in both. */
  readonly pairs: number;
  /** The pair of each question of the base, and of the run; -1 if it is not in the other. */
  readonly ofBase: Int32Array;
  readonly ofRun: Int32Array;
  readonly byId: number;
  readonly byText: number;
  /** Pairs with the same id whose questions have other words, as those of two prompts do. */
  readonly otherText: number;
  /** Questions that are in their run more often than once: how many beyond the first ones. */
  readonly repeated: { readonly base: number; readonly run: number };
}

type Keys = readonly (QuestionKey | null)[];

/**
 * Matches the questions of two runs: by id and reference, by id alone where one of the runs has no reference for it, and
 * the others by their words and reference. What has the same key within a run is one question.
 * @param base the questions of the run that is compared with; null for one that does not count
 */
export function matchQuestions(base: Keys, run: Keys): QuestionMatches {
  const matching = new Matching(base, run);
  matching.match(({ id, reference }) => (id === null ? null : JSON.stringify([id, reference])));
  matching.match(({ id }) => id, lacksReference);
  const byId = matching.pairs;
  matching.match(({ text, reference }) => (text === null ? null : `${text} ${reference ?? ''}`));
  return matching.result(byId);
}

/** Whether all questions of a side have no reference, so that the other side's cannot contradict them. */
function lacksReference(base: Keys, run: Keys): boolean {
  return [base, run].some((side) => side.every((each) => each?.reference == null));
}

class Matching {
  readonly #base: Keys;
  readonly #run: Keys;
  readonly #ofBase: Int32Array;
  readonly #ofRun: Int32Array;
  pairs = 0;

  constructor(base: Keys, run: Keys) {
    this.#base = base;
    this.#run = run;
    this.#ofBase = new Int32Array(base.length).fill(-1);
    this.#ofRun = new Int32Array(run.length).fill(-1);
  }

  /** Pairs the questions with the same key that are not paired yet. */
  match(keyOf: (key: QuestionKey) => string | null, accepts?: (base: Keys, run: Keys) => boolean): void {
    const inBase = byKey(this.#base, this.#ofBase, keyOf);
    for (const [key, run] of byKey(this.#run, this.#ofRun, keyOf)) {
      const base = inBase.get(key);
      if (base === undefined) continue;
      const keys = (side: Keys, of: readonly number[]): Keys => of.map((each) => side[each] ?? null);
      if (accepts?.(keys(this.#base, base), keys(this.#run, run)) === false) continue;
      for (const each of base) this.#ofBase[each] = this.pairs;
      for (const each of run) this.#ofRun[each] = this.pairs;
      this.pairs += 1;
    }
  }

  result(byId: number): QuestionMatches {
    const texts = new Array<string | null>(this.pairs).fill(null);
    const isOther = new Uint8Array(this.pairs);
    const repeated = { base: 0, run: 0 };
    const visit = (side: Keys, of: Int32Array, name: 'base' | 'run'): void => {
      const seen = new Uint8Array(this.pairs);
      of.forEach((pair, at) => {
        if (pair < 0) return;
        if (seen[pair] === 1) repeated[name] += 1;
        seen[pair] = 1;
        const text = side[at]?.text ?? null;
        const known = texts[pair] ?? null;
        if (known === null) texts[pair] = text;
        else if (text !== null && text !== known) isOther[pair] = 1;
      });
    };
    visit(this.#base, this.#ofBase, 'base');
    visit(this.#run, this.#ofRun, 'run');
    return {
      pairs: this.pairs,
      ofBase: this.#ofBase,
      ofRun: this.#ofRun,
      byId,
      byText: this.pairs - byId,
      otherText: isOther.reduce((count, each) => count + each, 0),
      repeated,
    };
  }
}

function byKey(
  keys: Keys,
  pairs: Int32Array,
  keyOf: (key: QuestionKey) => string | null,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  keys.forEach((each, at) => {
    if (each === null || pairs[at] !== -1) return;
    const key = keyOf(each);
    if (key === null) return;
    const same = found.get(key);
    if (same === undefined) found.set(key, [at]);
    else same.push(at);
  });
  return found;
}
