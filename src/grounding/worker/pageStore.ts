import { indexPage, type PageIndex } from '../../core/grounding/pageIndex.ts';
import type { SentPage } from '../calls.ts';

/** Keeps the indices of pages, those that were used last, up to a number of words. */
export class PageStore {
  readonly #mostWords: number;
  /** In the order of their last use. */
  readonly #pages = new Map<string, PageIndex>();
  #words = 0;

  constructor(mostWords: number) {
    this.#mostWords = mostWords;
  }

  /** The number of pages that are kept. */
  get size(): number {
    return this.#pages.size;
  }

  add({ key, words }: SentPage): void {
    this.#remove(key);
    this.#pages.set(key, indexPage(words));
    this.#words += words.words.length;
  }

  /** The keys of these pages that are not kept. */
  missing(keys: readonly string[]): readonly string[] {
    return keys.filter((key) => !this.#pages.has(key));
  }

  /** The pages by these keys, which then count as used. */
  use(keys: readonly string[]): readonly PageIndex[] {
    return keys.flatMap((key) => {
      const page = this.#pages.get(key);
      if (page === undefined) return [];
      this.#pages.delete(key);
      this.#pages.set(key, page);
      return [page];
    });
  }

  /** Removes pages until the others have few enough words; those that are in use now are not removed. */
  shrink(inUse: readonly string[]): void {
    const needed = new Set(inUse);
    for (const key of this.#pages.keys()) {
      if (this.#words <= this.#mostWords) return;
      if (!needed.has(key)) this.#remove(key);
    }
  }

  #remove(key: string): void {
    const page = this.#pages.get(key);
    if (page === undefined) return;
    this.#pages.delete(key);
    this.#words -= page.page.words.length;
  }
}
