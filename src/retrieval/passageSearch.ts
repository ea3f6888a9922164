import type { PagePlace } from '../core/records/pageChoice.ts';
import type { OpenDocument } from '../documents/model.ts';
import { rankPages, USUAL_BM25, type Bm25Parameters } from './bm25.ts';
import { DocumentTerms } from './documentTerms.ts';
import type { SearchedDocument } from './model.ts';
import { readPageTexts, type ReadingOptions } from './pageTexts.ts';
import { passagesOf } from './passages.ts';
import { searchOpen } from './searchedDocument.ts';
import { questionTerms, wordsOf } from './terms.ts';

/** A passage that was found, on its page. */
export interface FoundPassage extends PagePlace {
  readonly text: string;
}

/** Finds the passages of documents that fit a query best, the best first. */
export type FindPassages = (
  query: string,
  most: number,
  signal: AbortSignal,
) => Promise<readonly FoundPassage[]>;

/** The passages of a document, and their terms. */
interface Passages {
  readonly list: readonly { readonly page: number; readonly text: string }[];
  readonly terms: DocumentTerms;
}

/** The most documents whose passages stay in memory. */
const MOST_DOCUMENTS = 64;

/** Finds passages of text by BM25. Their text is read when it is first searched, and stays in memory. */
export class PassageSearch {
  readonly #options: ReadingOptions;
  readonly #parameters: Bm25Parameters;
  /** By the hash of the document; those that were used last come last. */
  readonly #known = new Map<string, Promise<Passages>>();

  constructor(options: ReadingOptions, parameters: Bm25Parameters = USUAL_BM25) {
    this.#options = options;
    this.#parameters = parameters;
  }

  /**
   * The search over the text of documents, which are read before, so that no search waits for it.
   * @throws PageTraceError a document that cannot be read; `cancelled`
   */
  async over(documents: readonly OpenDocument[], signal: AbortSignal): Promise<FindPassages> {
    const read: Passages[] = [];
    for (const document of documents) read.push(await this.#passages(await searchOpen(document), signal));
    const terms = read.map((each) => each.terms);
    return (query, most) => {
      const best = rankPages(terms, questionTerms(query), most, this.#parameters);
      return Promise.resolve(
        best.flatMap(({ document, page: at }): readonly FoundPassage[] => {
          const passage = read[document]?.list[at - 1];
          return passage === undefined ? [] : [{ document, ...passage }];
        }),
      );
    };
  }

  async #passages(document: SearchedDocument, signal: AbortSignal): Promise<Passages> {
    const { hash } = document;
    const known = this.#known.get(hash) ?? this.#read(document, signal);
    this.#known.delete(hash);
    this.#known.set(hash, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_DOCUMENTS && oldest !== undefined) this.#known.delete(oldest);
    try {
      return await known;
    } catch (error) {
      this.#known.delete(hash);
      throw error;
    }
  }

  async #read(document: SearchedDocument, signal: AbortSignal): Promise<Passages> {
    const { texts } = await readPageTexts(document, this.#options, signal);
    const list = texts.flatMap((text, at) => passagesOf(text).map((each) => ({ page: at + 1, text: each })));
    return { list, terms: DocumentTerms.of(list.map(({ text }) => wordsOf(text))) };
  }
}
