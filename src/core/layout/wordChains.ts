import { boxHeight, type BoxUnit } from '../geometry/box.ts';
import type { LayoutWord } from './model.ts';

/** The most chains that are looked at for one word in a strip; pages of text have a few in reach of each other. */
const MAX_NEAR = 60;
/** A word over more strips than this belongs to a picture. */
const MAX_STRIPS = 40;

/** A chain of words, and the strips of the page that its last word is on. */
interface OpenChain<Unit extends BoxUnit> {
  readonly words: LayoutWord<Unit>[];
  last: LayoutWord<Unit>;
  /** No word that begins to the right of this x coordinate follows. */
  reach: number;
  /** In the order in which chains begin. */
  readonly index: number;
  first: number;
  count: number;
}

/** How words are linked. */
interface Linking<Unit extends BoxUnit> {
  /** Whether a word may follow the last one of a chain. */
  readonly follows: (last: LayoutWord<Unit>, next: LayoutWord<Unit>) => boolean;
  /** The x coordinate up to which a word must begin to follow another one. */
  readonly reach: (last: LayoutWord<Unit>) => number;
}

/**
 * Chains of words that are given from left to right. The ends of chains are kept by the strips of the page that they are
 * on, because a word follows one that is beside it: this keeps the time for a page in proportion to its words.
 */
export class Chains<Unit extends BoxUnit> {
  readonly #stripHeight: number;
  readonly #linking: Linking<Unit>;
  readonly #strips = new Map<number, OpenChain<Unit>[]>();
  readonly #all: OpenChain<Unit>[] = [];

  /** @param wordHeight the usual height of the words of the page */
  constructor(wordHeight: number, linking: Linking<Unit>) {
    this.#stripHeight = Math.max(wordHeight, Number.MIN_VALUE);
    this.#linking = linking;
  }

  /** In the order in which they begin. */
  get words(): LayoutWord<Unit>[][] {
    return this.#all.map(({ words }) => words);
  }

  /** Adds a word to the chain whose end is nearest to its left, of those that it may follow; else it begins one. */
  add(word: LayoutWord<Unit>): void {
    const first = Math.floor(word.box.top / this.#stripHeight);
    const count = Math.min(Math.floor(boxHeight(word.box) / this.#stripHeight) + 1, MAX_STRIPS);
    const chain = this.#nearest(word, first, count);
    const reach = this.#linking.reach(word);
    if (chain === null) {
      const begun = { words: [word], last: word, reach, index: this.#all.length, first, count };
      this.#all.push(begun);
      this.#enter(begun, null);
      return;
    }
    const before = { first: chain.first, last: chain.first + chain.count };
    chain.words.push(word);
    chain.last = word;
    chain.reach = reach;
    chain.first = first;
    chain.count = count;
    this.#enter(chain, before);
  }

  #nearest(word: LayoutWord<Unit>, first: number, count: number): OpenChain<Unit> | null {
    let nearest: OpenChain<Unit> | null = null;
    let least = Infinity;
    for (let step = 0; step <= count; step += 1) {
      const strip = first + step;
      const ends = this.#strips.get(strip);
      if (ends === undefined) continue;
      for (let at = ends.length - 1, seen = 0; at >= 0 && seen < MAX_NEAR; at -= 1) {
        const chain = ends[at];
        const isHere = chain !== undefined && strip >= chain.first && strip <= chain.first + chain.count;
        if (!isHere || chain.reach < word.box.left) {
          ends.splice(at, 1);
          continue;
        }
        seen += 1;
        const gap = Math.abs(word.box.left - chain.last.box.right);
        const isNearer = gap < least || (gap === least && chain.index < (nearest?.index ?? Infinity));
        if (isNearer && this.#linking.follows(chain.last, word)) {
          nearest = chain;
          least = gap;
        }
      }
    }
    return nearest;
  }

  /** Puts a chain last in the strips of its last word, but for those that it is in already. */
  #enter(chain: OpenChain<Unit>, known: { readonly first: number; readonly last: number } | null): void {
    for (let step = 0; step <= chain.count; step += 1) {
      const strip = chain.first + step;
      if (known !== null && strip >= known.first && strip <= known.last) continue;
      const ends = this.#strips.get(strip);
      if (ends === undefined) this.#strips.set(strip, [chain]);
      else ends.push(chain);
    }
  }
}
