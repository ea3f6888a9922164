import type { FindAnswer } from './calls.ts';
import type { FoundPage, Retriever, SearchedDocument } from './model.ts';
import { readPageTexts, type ReadingOptions } from './pageTexts.ts';
import type { RetrievalThread } from './retrievalThread.ts';
import type { TermKey } from './termStore.ts';

/** Finds pages by their words, in a worker thread that keeps the index. Pages are read on this side. */
export class WorkerRetriever implements Retriever {
  readonly name = 'bm25';
  readonly settings = 'bm25';
  readonly #thread: RetrievalThread;
  readonly #options: ReadingOptions;

  /** @param thread which others may use as well */
  constructor(thread: RetrievalThread, options: ReadingOptions) {
    this.#thread = thread;
    this.#options = options;
  }

  async index(documents: readonly SearchedDocument[], signal: AbortSignal): Promise<void> {
    await this.find('', documents, 0, signal);
  }

  async find(
    question: string,
    documents: readonly SearchedDocument[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly FoundPage[]> {
    const keys = documents.map((document) => this.#keyOf(document));
    const find = (): Promise<FindAnswer> =>
      this.#thread.call('findByTerms', { question, documents: keys, most }, { signal, subject: question });
    const first = await find();
    if (first.needs.length === 0) return first.pages;
    for (const position of first.needs) {
      const [document, key] = [documents[position], keys[position]];
      if (document === undefined || key === undefined) continue;
      const texts = await readPageTexts(document, this.#options, signal);
      await this.#thread.call('addTexts', { document: key, texts }, { signal, subject: key.hash });
    }
    return (await find()).pages;
  }

  #keyOf({ name, hash }: SearchedDocument): TermKey {
    return { name, hash, reader: this.#options.recognizer?.name ?? null };
  }
}
