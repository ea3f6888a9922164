import path from 'node:path';
import { EmbeddingRetriever } from './embeddingRetriever.ts';
import { HybridRetriever } from './hybridRetriever.ts';
import type { Retriever } from './model.ts';
import { SegmentFolder } from './segmentFolder.ts';
import type { VectorIndexOptions } from './vectorIndex.ts';

/** What a retriever by vectors is made of. */
export interface VectorRetrieverOptions extends Omit<VectorIndexOptions, 'folder' | 'inFlight'> {
  /** The folder of the index, in which vectors have one of their own. */
  readonly folder: string;
  /** What finds pages by their words, for a retriever by both; null for one by vectors alone. */
  readonly byTerms: Retriever | null;
}

/** Pages that a server embeds at the same time. */
const IN_FLIGHT = 8;

/** The most bytes of an index of vectors, which take about 200 KB a page. */
const MOST_BYTES = 32 * 1024 ** 3;

/** A retriever by the vectors of page images, or by words as well. */
export function vectorRetriever({ folder, byTerms, ...options }: VectorRetrieverOptions): Retriever {
  const byVectors = new EmbeddingRetriever({
    ...options,
    folder: new SegmentFolder(path.join(folder, 'vectors'), MOST_BYTES),
    inFlight: IN_FLIGHT,
  });
  return byTerms === null ? byVectors : new HybridRetriever(byTerms, byVectors);
}
