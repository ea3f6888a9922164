import type { FittingTerm, PagePlace, RankThere } from '../core/records/pageChoice.ts';
import { BestPages } from './bestPages.ts';
import type { FoundPage } from './model.ts';

/**
 * What is added to each rank: with 60 the first of a list counts hardly more than the second, so that a page which both
 * lists have somewhere is before one which one list has first (Cormack, Clarke and Büttcher 2009, who found it so).
 */
const RANK_OFFSET = 60;

/**
 * The pages of two rankings in one, by the sum of 1 / (60 + rank) over the rankings that have them. Their scores are not
 * compared, because they have different units.
 */
export function joinRankings(
  byTerms: readonly FoundPage[],
  byVectors: readonly FoundPage[],
  most: number,
): readonly FoundPage[] {
  const keyOf = ({ document, page }: PagePlace): string => `${document} ${page}`;
  const joined = new Map<string, { place: PagePlace; bm25: TermRank | null; embeddings: RankThere | null }>();
  const entry = ({ document, page }: PagePlace) => {
    const key = keyOf({ document, page });
    const known = joined.get(key) ?? { place: { document, page }, bm25: null, embeddings: null };
    joined.set(key, known);
    return known;
  };
  byTerms.forEach((found, index) => {
    const terms = found.reason.kind === 'bm25' ? found.reason.terms : [];
    entry(found).bm25 = { rank: index + 1, score: found.score, terms };
  });
  byVectors.forEach((found, index) => {
    entry(found).embeddings = { rank: index + 1, score: found.score };
  });
  const share = (there: RankThere | null): number => (there === null ? 0 : 1 / (RANK_OFFSET + there.rank));
  const best = new BestPages(most);
  for (const { place, bm25, embeddings } of joined.values())
    best.add({ ...place, score: share(bm25) + share(embeddings) });
  return best.pages.map((page) => {
    const { bm25, embeddings } = entry(page);
    return { ...page, reason: { kind: 'hybrid', bm25, embeddings } };
  });
}

type TermRank = RankThere & { readonly terms: readonly FittingTerm[] };
