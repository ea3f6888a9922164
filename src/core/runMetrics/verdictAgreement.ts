import { cohenKappa, type Kappa } from '../statistics/kappa.ts';
import type { Ratings } from './raters.ts';

/** How two raters agree on the samples of which both say something. */
export interface RaterPair {
  readonly one: string;
  readonly other: string;
  readonly samples: number;
  readonly bothRight: number;
  /** Right by the first one, and wrong by the other. */
  readonly onlyOne: number;
  readonly onlyOther: number;
  readonly bothWrong: number;
  /** Null if both put all samples into one category. */
  readonly kappa: Kappa | null;
}

/** A sample on which raters disagree. */
export interface Disagreement<Place> {
  readonly place: Place;
  readonly ratings: Ratings;
}

type Cells = [bothRight: number, onlyOne: number, onlyOther: number, bothWrong: number];

/** Compares the raters of a run in one pass, in bounded memory. */
export class VerdictAgreement<Place> {
  readonly #pairs: readonly { readonly one: string; readonly other: string; readonly cells: Cells }[];
  readonly #most: number;
  readonly #worst: Disagreement<Place>[] = [];
  readonly #others: Disagreement<Place>[] = [];
  #samples = 0;
  #disagreeing = 0;

  /**
   * @param raters the most trusted one first: a person, then a judge, then the others, which are compared with these two
   * @param most how many of the samples are kept on which they disagree
   */
  constructor([person, judge, ...metrics]: readonly [string, string, ...string[]], most: number) {
    const names = [
      [judge, person],
      ...metrics.map((metric) => [metric, person] as const),
      ...metrics.map((metric) => [metric, judge] as const),
    ] as const;
    this.#pairs = names.map(([one, other]) => ({ one, other, cells: [0, 0, 0, 0] }));
    this.#most = most;
  }

  /** @param place called if they disagree on the sample */
  add(place: () => Place, ratings: Ratings): void {
    this.#samples += 1;
    const different = this.#pairs.map(({ one, other, cells }) => {
      const [first, second] = [ratings.get(one) ?? null, ratings.get(other) ?? null];
      if (first === null || second === null) return false;
      cells[cellOf(first, second)] += 1;
      return first !== second;
    });
    if (!different.includes(true)) return;
    this.#disagreeing += 1;
    const kept = different[0] === true ? this.#worst : this.#others;
    if (kept.length < this.#most) kept.push({ place: place(), ratings });
  }

  get samples(): number {
    return this.#samples;
  }

  /** How many samples there are on which a person or a judge disagrees with somebody. */
  get disagreeing(): number {
    return this.#disagreeing;
  }

  /** The pairs of raters that both say something of a sample. */
  pairs(): readonly RaterPair[] {
    return this.#pairs.flatMap(({ one, other, cells: [bothRight, onlyOne, onlyOther, bothWrong] }) => {
      const samples = bothRight + onlyOne + onlyOther + bothWrong;
      if (samples === 0) return [];
      const kappa = cohenKappa([
        [bothRight, onlyOne],
        [onlyOther, bothWrong],
      ]);
      return [{ one, other, samples, bothRight, onlyOne, onlyOther, bothWrong, kappa }];
    });
  }

  /** The samples on which they disagree, those first on which a judge disagrees with a person; then in their order. */
  disagreements(): readonly Disagreement<Place>[] {
    return [...this.#worst, ...this.#others].slice(0, this.#most);
  }
}

/** The index of a count among `Cells`. */
function cellOf(first: boolean, second: boolean): 0 | 1 | 2 | 3 {
  if (first) return second ? 0 : 1;
  return second ? 2 : 3;
}
