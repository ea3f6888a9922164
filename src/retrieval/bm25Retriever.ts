import { rankPages, USUAL_BM25, type Bm25Parameters } from './bm25.ts';
import type { FoundPage, Retriever, SearchedDocument } from './model.ts';
import { questionTerms } from './terms.ts';
import { TextIndex, type TextIndexOptions } from './textIndex.ts';

/** Finds pages by their words. */
export class Bm25Retriever implements Retriever {
  readonly name = 'bm25';
  readonly settings: string;
  readonly #parameters: Bm25Parameters;
  readonly #index: TextIndex;

  constructor(options: TextIndexOptions, parameters: Bm25Parameters = USUAL_BM25) {
    this.#index = new TextIndex(options);
    this.#parameters = parameters;
    this.settings = `bm25 k1=${parameters.k1} b=${parameters.b} ocr=${options.recognizer?.name ?? 'none'}`;
  }

  async index(documents: readonly SearchedDocument[], signal: AbortSignal): Promise<void> {
    for (const document of documents) await this.#index.terms(document, signal);
  }

  async find(
    question: string,
    documents: readonly SearchedDocument[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly FoundPage[]> {
    const terms = [];
    for (const document of documents) terms.push(await this.#index.terms(document, signal));
    return rankPages(terms, questionTerms(question), most, this.#parameters);
  }
}
