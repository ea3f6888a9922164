import { boxHeight, type BoxUnit } from '../geometry/box.ts';
import type { LayoutWord } from './model.ts';

/** The most chains that are looked at for one word in a strip; pages of text have a few in reach of each other. */
const MAX_NEAR = 60;
/** A word over more strips than this belongs to a picture. */
const MAX_STRIPS = 40;

/** A chain of words with its last word when it was added. */
interface ChainEnd<Unit extends BoxUnit> {
  readonly chain: LayoutWord<Unit>[];
  readonly last: LayoutWord<Unit>;
  /** In the order in which chains begin. */
  readonly index: number;
}

/**
 * The ends of chains of words, by the strips of the page that they are on: a word follows one that is beside it. This
 * keeps the time for a page in proportion to its words.
 */
export class ChainEnds<Unit extends BoxUnit> {
  readonly #stripHeight: number;
  readonly #strips = new Map<number, ChainEnd<Unit>[]>();
  readonly #indexes = new Map<LayoutWord<Unit>[], number>();

  /** @param wordHeight the usual height of the words of the page */
  constructor(wordHeight: number) {
    this.#stripHeight = Math.max(wordHeight, Number.MIN_VALUE);
  }

  /** Adds a chain after `last` was added to it. */
  add(chain: LayoutWord<Unit>[], last: LayoutWord<Unit>): void {
    const index = this.#indexes.get(chain) ?? this.#indexes.size;
    this.#indexes.set(chain, index);
    for (const strip of this.#stripsOf(last)) {
      const ends = this.#strips.get(strip);
      if (ends === undefined) this.#strips.set(strip, [{ chain, last, index }]);
      else ends.push({ chain, last, index });
    }
  }

  /** The chains that may be beside a word, in the order in which they begin. */
  near(word: LayoutWord<Unit>): ChainEnd<Unit>[] {
    const near = new Map<number, ChainEnd<Unit>>();
    for (const strip of this.#stripsOf(word)) {
      const ends = this.#strips.get(strip) ?? [];
      for (let at = ends.length - 1, seen = 0; at >= 0 && seen < MAX_NEAR; at -= 1) {
        const end = ends[at];
        if (end !== undefined && end.chain.at(-1) === end.last) {
          near.set(end.index, end);
          seen += 1;
        } else ends.splice(at, 1);
      }
    }
    return [...near.values()].sort((one, other) => one.index - other.index);
  }

  *#stripsOf(word: LayoutWord<Unit>): Iterable<number> {
    const first = Math.floor(word.box.top / this.#stripHeight);
    const count = Math.floor(boxHeight(word.box) / this.#stripHeight) + 1;
    for (let strip = 0; strip <= Math.min(count, MAX_STRIPS); strip += 1) yield first + strip;
  }
}
