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
    // The same question may be found in time over other documents.
    const subject = JSON.stringify([question, keys.map(contentOf), most]);
    const find = (): Promise<FindAnswer> =>
      this.#thread.call('findByTerms', { question, documents: keys, most }, { signal, subject });
    const first = await find();
    if (first.needs.length === 0) return first.pages;
    for (const position of first.needs) {
      const [document, key] = [documents[position], keys[position]];
      if (document === undefined || key === undefined) continue;
      const texts = await readPageTexts(document, this.#options, signal);
      await this.#thread.call('addTexts', { document: key, texts }, { signal, subject: contentOf(key) });
    }
    return (await find()).pages;
  }

  #keyOf({ name, hash }: SearchedDocument): TermKey {
    return { name, hash, reader: this.#options.recognizer?.name ?? null };
  }
}

/** What tells the text of a document apart from that of others: its file, and what reads its scanned pages. */
const contentOf = ({ hash, reader }: TermKey): string => JSON.stringify([hash, reader]);
