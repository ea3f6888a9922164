import type { FittingTerm } from '../core/records/pageChoice.ts';
import { BestPages } from './bestPages.ts';
import type { DocumentTerms, Occurrences } from './documentTerms.ts';
import type { FoundPage } from './model.ts';
import type { QuestionTerm } from './terms.ts';

/** The parameters of BM25. */
export interface Bm25Parameters {
  /** From 0: how much more a term counts that a page has more often. */
  readonly k1: number;
  /** From 0 to 1: how much long pages are discounted. */
  readonly b: number;
}

/** Those that Lucene and most evaluations use. */
export const USUAL_BM25: Bm25Parameters = { k1: 1.2, b: 0.75 };

/**
 * The pages that fit the terms of a question best, by BM25: for each different term, `ln(1 + (N - n + 0.5) / (n + 0.5))` times
 * `f (k1 + 1) / (f + k1 (1 - b + b l / L))`, where N is the number of pages, n of those with the term, f how often the page has
 * it, l the terms of the page, and L their mean (Robertson and Zaragoza 2009, with the inverse document frequency that
 * is never negative, as Lucene's).
 * @returns at most `most` pages with any of the terms, the best first; of equally good ones, in the order of documents and pages
 */
export function rankPages(
  documents: readonly DocumentTerms[],
  terms: readonly QuestionTerm[],
  most: number,
  { k1, b }: Bm25Parameters = USUAL_BM25,
): readonly FoundPage[] {
  const pages = documents.reduce((sum, { pageCount }) => sum + pageCount, 0);
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / pages;
  const scores = documents.map(({ pageCount }) => new Float64Array(pageCount));
  const weighed = terms.map((term) => {
    const found = documents.map((document) => occurrencesOf(term, document));
    const having = found.reduce((sum, each) => sum + (each?.pages.length ?? 0), 0);
    return { term, found, rarity: Math.log(1 + (pages - having + 0.5) / (having + 0.5)) };
  });
  const scoreOf = (rarity: number, count: number, length: number): number =>
    (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / mean));
  for (const { found, rarity } of weighed)
    for (const [at, document] of documents.entries()) {
      const own = scores[at];
      found[at]?.pages.forEach((page, index) => {
        const count = found[at]?.counts[index] ?? 0;
        if (own !== undefined)
          own[page] = (own[page] ?? 0) + scoreOf(rarity, count, document.lengths[page] ?? 0);
      });
    }
  const best = new BestPages(most);
  scores.forEach((own, document) => {
    own.forEach((score, index) => {
      if (score > 0) best.add({ document, page: index + 1, score });
    });
  });
  return best.pages.map((place) => {
    const length = documents[place.document]?.lengths[place.page - 1] ?? 0;
    const fitting = weighed.flatMap(({ term, found, rarity }): FittingTerm[] => {
      const occurrences = found[place.document];
      const at = occurrences?.pages.indexOf(place.page - 1) ?? -1;
      const count = occurrences?.counts[at];
      return count === undefined ? [] : [{ term: term.term, count, score: scoreOf(rarity, count, length) }];
    });
    const byScore = fitting.toSorted((one, other) => other.score - one.score);
    return { ...place, reason: { kind: 'bm25', terms: byScore } };
  });
}

/** Where a document has a term of a question, under any of its words. */
function occurrencesOf({ stem, words }: QuestionTerm, document: DocumentTerms): Occurrences | null {
  if (document.isEnglish) return document.find(stem);
  const found = words.map((word) => document.find(word)).filter((each) => each !== null);
  const [only] = found;
  if (only === undefined || found.length === 1) return only ?? null;
  const counts = new Map<number, number>();
  for (const each of found)
    each.pages.forEach((page, index) => {
      counts.set(page, (counts.get(page) ?? 0) + (each.counts[index] ?? 0));
    });
  const pages = Uint32Array.from(counts.keys()).sort();
  return { pages, counts: pages.map((page) => counts.get(page) ?? 0) };
}
