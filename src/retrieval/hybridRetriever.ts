import type { EmbeddingRetriever } from './embeddingRetriever.ts';
import type { FoundPage, Retriever, SearchedDocument } from './model.ts';
import { joinRankings } from './reciprocalRanks.ts';

/** How far down each of the two rankings is looked at. */
const DEPTH = 100;

/** Finds pages by their words and by the vectors of their images. */
export class HybridRetriever implements Retriever {
  readonly name = 'hybrid';
  readonly settings: string;
  readonly #byTerms: Retriever;
  readonly #byVectors: EmbeddingRetriever;

  constructor(byTerms: Retriever, byVectors: EmbeddingRetriever) {
    this.#byTerms = byTerms;
    this.#byVectors = byVectors;
    this.settings = `hybrid ${byTerms.settings} ${byVectors.settings}`;
  }

  async index(documents: readonly SearchedDocument[], signal: AbortSignal): Promise<void> {
    await this.#byTerms.index(documents, signal);
    await this.#byVectors.index(documents, signal);
  }

  async find(
    question: string,
    documents: readonly SearchedDocument[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly FoundPage[]> {
    const depth = Math.max(most, DEPTH);
    const byTerms = await this.#byTerms.find(question, documents, depth, signal);
    const byVectors = await this.#byVectors.findAmong(question, documents, byTerms, depth, signal);
    return joinRankings(byTerms, byVectors, most);
  }
}
