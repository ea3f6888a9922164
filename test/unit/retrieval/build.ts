import type { Word } from '../../../src/core/geometry/word.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { OpenDocument } from '../../../src/documents/model.ts';
import type { SearchedDocument } from '../../../src/retrieval/model.ts';
import { RetrievalThread, type RetrievalThreadOptions } from '../../../src/retrieval/retrievalThread.ts';
import { RETRIEVAL_WORKER, temporaryFolder } from '../../support/files.ts';
import { memoryDocument } from '../asking/build.ts';

/** The words of a text, on one line. */
export function wordsOnLine(text: string): readonly Word[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word, at) => ({
      text: word,
      box: { left: at * 10, top: 0, right: at * 10 + 9, bottom: 9 },
      height: 9,
      line: 0,
    }));
}

/** A document of texts, a page each, that counts how often it was opened and which pages were read. */
export class TextDocument implements SearchedDocument {
  readonly name: string;
  readonly hash: string;
  readonly #pages: readonly (string | PageTraceError)[];
  opened = 0;
  closed = 0;
  readonly read: number[] = [];

  /** @param pages the text of each, or why it cannot be read */
  constructor(name: string, pages: readonly (string | PageTraceError)[]) {
    this.name = name;
    this.hash = `hash of ${name}`;
    this.#pages = pages;
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  readonly open = (): Promise<OpenDocument> => {
    this.opened += 1;
    return Promise.resolve({
      ...memoryDocument(this.name, this.#pages.length),
      hash: () => Promise.resolve(this.hash),
      text: (page) => {
        this.read.push(page);
        const text = this.#pages[page - 1] ?? '';
        return text instanceof PageTraceError
          ? Promise.reject(text)
          : Promise.resolve({ page, words: wordsOnLine(text), pictures: [] });
      },
      close: () => {
        this.closed += 1;
        return Promise.resolve();
      },
    });
  };
}

/** A retrieval thread, which the caller disposes of. */
export function makeThread(more: Partial<RetrievalThreadOptions> = {}): RetrievalThread {
  return new RetrievalThread({
    worker: RETRIEVAL_WORKER,
    folder: temporaryFolder(),
    strings: {},
    locale: 'en',
    onNotice: () => undefined,
    ...more,
  });
}

/** A signal that is never aborted. */
export const unstopped = (): AbortSignal => new AbortController().signal;
