import { rankPages, USUAL_BM25, type Bm25Parameters } from './bm25.ts';
import type { DocumentTerms } from './documentTerms.ts';
import type { FoundPage, Retriever, SearchedDocument } from './model.ts';
import { readPageTexts, type ReadingOptions } from './pageTexts.ts';
import type { SegmentFolder } from './segmentFolder.ts';
import { questionTerms } from './terms.ts';
import { TermStore } from './termStore.ts';

/** What a retriever by words is made of. */
export interface Bm25Options extends ReadingOptions {
  /** Where the index is kept; null to keep it in memory only. */
  readonly folder: SegmentFolder | null;
}

/** Finds pages by their words. */
export class Bm25Retriever implements Retriever {
  readonly name = 'bm25';
  readonly settings: string;
  readonly #options: Bm25Options;
  readonly #parameters: Bm25Parameters;
  readonly #store: TermStore;

  constructor(options: Bm25Options, parameters: Bm25Parameters = USUAL_BM25) {
    this.#options = options;
    this.#parameters = parameters;
    this.#store = new TermStore(options.folder, options.onNotice);
    this.settings = `bm25 k1=${parameters.k1} b=${parameters.b} ocr=${options.recognizer?.name ?? 'none'}`;
  }

  async index(documents: readonly SearchedDocument[], signal: AbortSignal): Promise<void> {
    for (const document of documents) await this.#terms(document, signal);
  }

  async find(
    question: string,
    documents: readonly SearchedDocument[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly FoundPage[]> {
    const terms: DocumentTerms[] = [];
    for (const document of documents) terms.push(await this.#terms(document, signal));
    return rankPages(terms, questionTerms(question), most, this.#parameters);
  }

  async #terms(document: SearchedDocument, signal: AbortSignal): Promise<DocumentTerms> {
    const { name, hash } = document;
    const key = { name, hash, reader: this.#options.recognizer?.name ?? null };
    const kept = await this.#store.find(key);
    return kept ?? this.#store.add(key, await readPageTexts(document, this.#options, signal));
  }
}
