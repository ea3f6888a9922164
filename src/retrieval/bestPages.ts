import type { PagePlace } from '../core/records/pageChoice.ts';

/** A page and how well it fits. */
export interface ScoredPage extends PagePlace {
  readonly score: number;
}

/** The best of many pages. */
export class BestPages {
  readonly #most: number;
  readonly #pages: ScoredPage[] = [];

  /** @param most how many are kept */
  constructor(most: number) {
    this.#most = most;
  }

  /** The best first; of equally good ones, in the order of documents and pages. */
  get pages(): readonly ScoredPage[] {
    return this.#pages;
  }

  add(page: ScoredPage): void {
    const worst = this.#pages.at(-1);
    if (this.#pages.length >= this.#most && (worst === undefined || comparePages(worst, page) <= 0)) return;
    let at = this.#pages.length;
    for (; at > 0; at -= 1) {
      const before = this.#pages[at - 1];
      if (before !== undefined && comparePages(before, page) <= 0) break;
    }
    this.#pages.splice(at, 0, page);
    if (this.#pages.length > this.#most) this.#pages.pop();
  }
}

/** Below 0 if the first page comes before the second one in a ranking. */
function comparePages(one: ScoredPage, other: ScoredPage): number {
  return other.score - one.score || one.document - other.document || one.page - other.page;
}
