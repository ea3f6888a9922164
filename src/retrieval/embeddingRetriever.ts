import type { PagePlace } from '../core/records/pageChoice.ts';
import { BestPages } from './bestPages.ts';
import { fromHalf } from './halfPrecision.ts';
import { MaxSim, type Vectors } from './maxSim.ts';
import type { FoundPage, Retriever, SearchedDocument } from './model.ts';
import { embedQuestion } from './pooling.ts';
import { middleOf, otherVectors, VectorIndex, type VectorIndexOptions } from './vectorIndex.ts';

/** Pages whose vectors are all compared. Among more, those whose middle is nearest to that of the question. */
const CANDIDATES = 200;

/** Finds pages by the vectors of their images. */
export class EmbeddingRetriever implements Retriever {
  readonly name = 'embeddings';
  readonly settings: string;
  readonly #options: VectorIndexOptions;
  readonly #index: VectorIndex;

  constructor(options: VectorIndexOptions) {
    this.#options = options;
    this.#index = new VectorIndex(options);
    this.settings = `embeddings ${options.server.model}`;
  }

  async index(documents: readonly SearchedDocument[], signal: AbortSignal): Promise<void> {
    for (const document of documents) await this.#index.middles(document, signal);
  }

  find(
    question: string,
    documents: readonly SearchedDocument[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly FoundPage[]> {
    return this.findAmong(question, documents, [], most, signal);
  }

  /**
   * As `find` does.
   * @param also pages that are compared in any case, because something else found them
   */
  async findAmong(
    question: string,
    documents: readonly SearchedDocument[],
    also: readonly PagePlace[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly FoundPage[]> {
    const middles: Vectors[] = [];
    for (const document of documents) middles.push(await this.#index.middles(document, signal));
    const { server } = this.#options;
    const asked = await embedQuestion(question, server, signal);
    const { dimensions } = asked;
    const vectors = { dimensions, values: fromHalf(asked.values) };
    if (middles.some((each) => each.values.length > 0 && each.dimensions !== dimensions))
      throw otherVectors(server.model);
    const nearest = nearestPages(middles, middleOf(vectors), Math.max(most, CANDIDATES));
    const candidates = new Map(
      [...nearest, ...also].map(({ document, page }) => [`${document} ${page}`, { document, page }]),
    );
    const similarity = new MaxSim(vectors);
    const best = new BestPages(most);
    for (const { document, page } of candidates.values()) {
      const from = documents[document];
      if (from === undefined) continue;
      const own = await this.#index.page(from, page, signal);
      if (own.dimensions !== dimensions) throw otherVectors(server.model);
      best.add({ document, page, score: similarity.score(own) });
    }
    return best.pages.map((page) => ({ ...page, reason: { kind: 'embeddings' } }));
  }
}

/** The pages whose middle has the greatest product with that of the question. */
function nearestPages(
  middles: readonly Vectors[],
  question: Float32Array,
  most: number,
): readonly PagePlace[] {
  const best = new BestPages(most);
  middles.forEach(({ dimensions, values }, document) => {
    for (let start = 0; start < values.length; start += dimensions) {
      let score = 0;
      for (let at = 0; at < dimensions; at += 1) score += (values[start + at] ?? 0) * (question[at] ?? 0);
      best.add({ document, page: start / dimensions + 1, score });
    }
  });
  return best.pages;
}
