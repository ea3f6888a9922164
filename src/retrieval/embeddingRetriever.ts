import type { PagePlace } from '../core/records/pageChoice.ts';
import { throwIfCancelled } from '../core/throwIfCancelled.ts';
import type { OpenDocument } from '../documents/model.ts';
import { BestPages } from './bestPages.ts';
import { forEachAtOnce } from './forEachAtOnce.ts';
import type { FoundPage, IndexProgress, Retriever, SearchedDocument } from './model.ts';
import { embedPage, embedQuestion, type EmbeddingServer } from './pooling.ts';
import type { HalfVectors } from './vectors.ts';
import { PAGE_BUDGET, type ComparedPage, type VectorKey, type VectorStore } from './vectorStore.ts';

/** What a retriever by vectors is made of. */
export interface EmbeddingOptions {
  readonly store: VectorStore;
  readonly server: EmbeddingServer;
  /** Pages that the server works on at the same time. */
  readonly inFlight: number;
  readonly onProgress: (progress: IndexProgress) => void;
}

/** Pages whose vectors are all compared. Among more, those whose middle is nearest to that of the question. */
const CANDIDATES = 200;

/** Pages that are compared in one call of the index: it can be canceled in between, and has a deadline for each. */
const COMPARED_AT_ONCE = 20;

/** A page that is compared with the question. */
interface Candidate extends PagePlace {
  readonly from: SearchedDocument;
  /** Null to have them read. */
  readonly vectors: HalfVectors | null;
}

/** Finds pages by the vectors of their images, which a server makes and a store keeps and compares. */
export class EmbeddingRetriever implements Retriever {
  readonly name = 'embeddings';
  readonly settings: string;
  readonly #options: EmbeddingOptions;

  constructor(options: EmbeddingOptions) {
    this.#options = options;
    this.settings = `embeddings ${options.server.model}`;
  }

  async index(documents: readonly SearchedDocument[], signal: AbortSignal): Promise<void> {
    for (const document of documents) {
      const isIndexed = await this.#options.store.isIndexed(this.#keyOf(document), signal);
      if (!isIndexed) await this.#add(document, signal);
    }
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
    await this.index(documents, signal);
    const { server, store } = this.#options;
    const vectors = await embedQuestion(question, server, signal);
    const keys = documents.map((document) => this.#keyOf(document));
    const nearest = await store.findNearest(
      { question: vectors, documents: keys, most: Math.max(most, CANDIDATES) },
      signal,
    );
    const candidates = new Map<string, Candidate>();
    for (const { document, page } of [...nearest, ...also]) {
      const from = documents[document];
      if (from !== undefined) candidates.set(`${document} ${page}`, { document, page, from, vectors: null });
    }
    const waiting = [...candidates.values()];
    const best = new BestPages(most);
    while (waiting.length > 0) {
      throwIfCancelled(signal);
      const gone = await this.#compare(vectors, waiting.splice(0, COMPARED_AT_ONCE), best, signal);
      // Their vectors are passed along, so that none of them is gone again.
      if (gone.length > 0) await this.#compare(vectors, await this.#embedAgain(gone, signal), best, signal);
    }
    return best.pages.map((page) => ({ ...page, reason: { kind: 'embeddings' } }));
  }

  #keyOf({ name, hash }: SearchedDocument): VectorKey {
    return { name, hash, model: this.#options.server.model };
  }

  /** Adds pages to the best ones, and returns those whose vectors are gone or damaged. */
  async #compare(
    question: HalfVectors,
    candidates: readonly Candidate[],
    best: BestPages,
    signal: AbortSignal,
  ): Promise<readonly Candidate[]> {
    const pages = candidates.map(({ from, page, vectors }): ComparedPage => ({
      document: this.#keyOf(from),
      page,
      vectors,
    }));
    const scores = await this.#options.store.comparePages({ question, pages }, signal);
    const gone: Candidate[] = [];
    for (const [at, candidate] of candidates.entries()) {
      const { document, page } = candidate;
      const score = scores[at] ?? null;
      if (score === null) gone.push(candidate);
      else best.add({ document, page, score });
    }
    return gone;
  }

  async #embedAgain(gone: readonly Candidate[], signal: AbortSignal): Promise<readonly Candidate[]> {
    const again: Candidate[] = [];
    await forEachAtOnce(gone, this.#options.inFlight, signal, async (candidate) => {
      const { from, page } = candidate;
      const open = await from.open();
      try {
        const { vectors } = await this.#embed(from, open, page, signal);
        again.push({ ...candidate, vectors });
      } finally {
        await open.close();
      }
    });
    return again;
  }

  /** Puts a document into the index. Pages whose vectors are kept are not embedded again. */
  async #add(document: SearchedDocument, signal: AbortSignal): Promise<void> {
    const { store, inFlight, onProgress } = this.#options;
    const key = this.#keyOf(document);
    const open = await document.open();
    try {
      const { pageCount } = open;
      const pages = Array.from({ length: pageCount }, (_, at) => at + 1);
      const middles: Float32Array[] = [];
      await forEachAtOnce(pages, inFlight, signal, async (page) => {
        const kept = await store.findMiddle({ document: key, page }, signal);
        middles[page - 1] = kept ?? (await this.#embed(document, open, page, signal)).middle;
        onProgress({ name: document.name, page, of: pageCount });
      });
      await store.addDocument({ document: key, middles }, signal);
    } finally {
      await open.close();
    }
  }

  /** Embeds a page and keeps its vectors. */
  async #embed(
    document: SearchedDocument,
    open: OpenDocument,
    page: number,
    signal: AbortSignal,
  ): Promise<{ readonly vectors: HalfVectors; readonly middle: Float32Array }> {
    const { store, server } = this.#options;
    const image = await open.render(page, { budget: PAGE_BUDGET, format: 'jpeg', signal });
    const vectors = await embedPage(image, server, signal);
    const middle = await store.addPage({ document: this.#keyOf(document), page, vectors }, signal);
    return { vectors, middle };
  }
}
