import type { DocumentTerms } from './documentTerms.ts';
import type { FoundPage } from './model.ts';

/** The parameters of BM25. */
export interface Bm25Options {
  /** How soon more occurrences of a term count no more. */
  readonly k1: number;
  /** How much long pages are discounted, from 0 to 1. */
  readonly b: number;
}

/** Those that Lucene and most evaluations use. */
export const DEFAULT_BM25: Bm25Options = { k1: 1.2, b: 0.75 };

/**
 * The pages that fit the terms of a question best, by BM25: for each different term, `ln(1 + (N - n + 0.5) / (n + 0.5))` times
 * `f (k1 + 1) / (f + k1 (1 - b + b l / L))`, where N is the number of pages, n of those with the term, f how often the page has
 * it, l the terms of the page, and L their mean (Robertson and Zaragoza 2009, with the inverse document frequency that
 * is never negative, as Lucene's).
 * @returns at most `most` pages with any of the terms, the best first; of equally good ones, in the order of documents and pages
 */
export function findPages(
  documents: readonly DocumentTerms[],
  terms: readonly string[],
  most: number,
  { k1, b }: Bm25Options = DEFAULT_BM25,
): readonly FoundPage[] {
  let pages = 0;
  let length = 0;
  for (const { lengths } of documents) {
    pages += lengths.length;
    for (const each of lengths) length += each;
  }
  const mean = pages === 0 ? 0 : length / pages;
  const scores = documents.map(({ pageCount }) => new Float64Array(pageCount));
  for (const term of new Set(terms)) {
    const found = documents.map((document) => document.find(term));
    const having = found.reduce((sum, each) => sum + (each?.pages.length ?? 0), 0);
    if (having === 0) continue;
    const rarity = Math.log(1 + (pages - having + 0.5) / (having + 0.5));
    found.forEach((each, at) => {
      const { lengths } = documents[at] ?? { lengths: [] };
      const own = scores[at];
      each?.pages.forEach((page, index) => {
        const count = each.counts[index] ?? 0;
        const share = 1 - b + (b * (lengths[page] ?? 0)) / mean;
        if (own !== undefined) own[page] = (own[page] ?? 0) + (rarity * count * (k1 + 1)) / (count + k1 * share);
      });
    });
  }
  const candidates: FoundPage[] = [];
  scores.forEach((own, document) => {
    own.forEach((score, index) => {
      if (score > 0) candidates.push({ document, page: index + 1, score });
    });
  });
  return candidates
    .sort((one, other) => other.score - one.score || one.document - other.document || one.page - other.page)
    .slice(0, most);
}
