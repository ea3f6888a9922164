import { EmbeddingRetriever, type EmbeddingOptions } from './embeddingRetriever.ts';
import { HybridRetriever } from './hybridRetriever.ts';
import type { Retriever } from './model.ts';

/** What a retriever by vectors is made of. */
export interface VectorRetrieverOptions extends Omit<EmbeddingOptions, 'inFlight'> {
  /** What finds pages by their words, for a retriever by both; null for one by vectors alone. */
  readonly byTerms: Retriever | null;
}

/** Pages that a server embeds at the same time. */
const IN_FLIGHT = 8;

/** A retriever by the vectors of page images, or by words as well. */
export function vectorRetriever({ byTerms, ...options }: VectorRetrieverOptions): Retriever {
  const byVectors = new EmbeddingRetriever({ ...options, inFlight: IN_FLIGHT });
  return byTerms === null ? byVectors : new HybridRetriever(byTerms, byVectors);
}
