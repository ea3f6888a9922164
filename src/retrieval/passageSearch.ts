import type { OpenDocument } from '../documents/model.ts';
import type { SearchedDocument } from './model.ts';
import { readPageTexts, type ReadingOptions } from './pageTexts.ts';
import type { FoundPassage, PassageStore } from './passageStore.ts';
import { searchOpen } from './searchedDocument.ts';

/** Finds the passages of documents that fit a query best, the best first. */
export type FindPassages = (
  query: string,
  most: number,
  signal: AbortSignal,
) => Promise<readonly FoundPassage[]>;

/** Finds passages of text by BM25. The text of a document is read when the store does not have its passages. */
export class PassageSearch {
  readonly #store: PassageStore;
  readonly #options: ReadingOptions;
  /** Documents whose text is being read, by their hashes. */
  readonly #reading = new Map<string, Promise<void>>();

  /** @param store which others may use as well */
  constructor(store: PassageStore, options: ReadingOptions) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * The search over the text of documents, which are read before, so that no search waits for it.
   * @throws PageTraceError a document that cannot be read; `cancelled`
   */
  async over(documents: readonly OpenDocument[], signal: AbortSignal): Promise<FindPassages> {
    const searched: SearchedDocument[] = [];
    for (const document of documents) searched.push(await searchOpen(document));
    const hashes = searched.map(({ hash }) => hash);
    const find: FindPassages = async (query, most, stopped) => {
      for (;;) {
        const answer = await this.#store.findPassages({ query, documents: hashes, most }, stopped);
        if (answer.needs.length === 0) return answer.passages;
        for (const position of answer.needs) {
          const document = searched[position];
          if (document !== undefined) await this.#addOnce(document, stopped);
        }
      }
    };
    await find('', 0, signal);
    return find;
  }

  /** Adds a document, unless that is being done already. */
  #addOnce(document: SearchedDocument, signal: AbortSignal): Promise<void> {
    const { hash } = document;
    const reading =
      this.#reading.get(hash) ??
      this.#add(document, signal).finally(() => {
        this.#reading.delete(hash);
      });
    this.#reading.set(hash, reading);
    return reading;
  }

  async #add(document: SearchedDocument, signal: AbortSignal): Promise<void> {
    const { texts } = await readPageTexts(document, this.#options, signal);
    await this.#store.addPassages({ hash: document.hash, texts }, signal);
  }
}
