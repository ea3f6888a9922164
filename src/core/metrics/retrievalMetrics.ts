/** The ranks of the pages that were asked for, from 1, in order; a page that is retrieved again has its first rank. */
function relevantRanks(
  retrieved: readonly string[],
  gold: ReadonlySet<string>,
  cutoff: number,
): readonly number[] {
  const found = new Set<string>();
  const ranks: number[] = [];
  for (let at = 0; at < Math.min(cutoff, retrieved.length); at += 1) {
    const page = retrieved[at] ?? '';
    if (!gold.has(page) || found.has(page)) continue;
    found.add(page);
    ranks.push(at + 1);
  }
  return ranks;
}

/** How well retrieved pages match those with the answer, of which there is at least one; each from 0 to 1. */
export interface RetrievalMetrics {
  /** The share of the pages with the answer that are among the first retrieved ones. */
  readonly recall: number;
  /** 1 / rank of the first page with the answer; 0 without one. Its mean is the MRR. */
  readonly reciprocalRank: number;
  /** The discounted gain of the pages with the answer, over that of the best order. */
  readonly ndcg: number;
}

/**
 * Recall, reciprocal rank and NDCG of the first `cutoff` retrieved pages (Järvelin and Kekäläinen 2002 with gains of 0 and
 * 1: 1 / log2(rank + 1), over the sum for min(cutoff, gold) first ranks). A page that is retrieved again keeps its place,
 * but counts once in all three, so that none exceeds 1. The NDCG of VRAG-RL's reward counts it again, and has no cutoff.
 */
export function retrievalMetrics(
  retrieved: readonly string[],
  gold: ReadonlySet<string>,
  cutoff: number,
): RetrievalMetrics {
  const ranks = relevantRanks(retrieved, gold, cutoff);
  const gain = (sum: number, rank: number): number => sum + 1 / Math.log2(rank + 1);
  const best = Array.from({ length: Math.min(cutoff, gold.size) }, (_, at) => at + 1);
  return {
    recall: ranks.length / gold.size,
    reciprocalRank: ranks[0] === undefined ? 0 : 1 / ranks[0],
    ndcg: ranks.reduce(gain, 0) / best.reduce(gain, 0),
  };
}
