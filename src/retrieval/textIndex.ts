import { t } from '@vscode/l10n';
import { asPageTraceError, PageTraceError } from '../core/errors.ts';
import type { Word } from '../core/geometry/word.ts';
import type { OpenDocument } from '../documents/model.ts';
import { hasTextLayer } from '../documents/wholeText.ts';
import type { PageRecognizer } from '../grounding/model.ts';
import { DocumentTerms } from './documentTerms.ts';
import type { IndexProgress, SearchedDocument } from './model.ts';
import { textOf } from './pageText.ts';
import type { SegmentFolder, SegmentKey } from './segmentFolder.ts';
import { TERMS_VERSION, wordsOf } from './terms.ts';

/** What an index of text is made of. */
export interface TextIndexOptions {
  /** Where it is kept; null to keep it in memory only. */
  readonly folder: SegmentFolder | null;
  /** Recognizes the text of pages without a text layer; null to leave them out. */
  readonly recognizer: PageRecognizer | null;
  readonly onProgress: (progress: IndexProgress) => void;
  /** Told what a person should know of the index, a sentence at a time. */
  readonly onNotice: (sentence: string) => void;
}

/** Pages whose text is asked for at once, so that the worker never waits for the next one. */
const PAGES_AT_ONCE = 8;

/** The terms of documents, which are made of their pages once. */
export class TextIndex {
  readonly #options: TextIndexOptions;
  /** By hash. */
  readonly #documents = new Map<string, DocumentTerms>();

  constructor(options: TextIndexOptions) {
    this.#options = options;
  }

  /**
   * The terms of a document: from memory, from disk, or from its pages.
   * @throws PageTraceError a document that cannot be opened; `cancelled`
   */
  async terms(document: SearchedDocument, signal: AbortSignal): Promise<DocumentTerms> {
    const known = this.#documents.get(document.hash) ?? (await this.#kept(document));
    const terms = known ?? (await this.#read(document, signal));
    this.#documents.set(document.hash, terms);
    return terms;
  }

  #keyOf({ hash }: SearchedDocument): SegmentKey {
    return { hash, form: JSON.stringify([TERMS_VERSION, this.#options.recognizer?.name ?? null]) };
  }

  async #kept(document: SearchedDocument): Promise<DocumentTerms | null> {
    const { folder, onNotice } = this.#options;
    const kept = (await folder?.read(this.#keyOf(document))) ?? null;
    if (kept === null) return null;
    const terms = kept === 'damaged' ? null : DocumentTerms.fromBytes(kept);
    if (terms === null) onNotice(t('The index of {0} is damaged and is made again.', document.name));
    return terms;
  }

  async #read(document: SearchedDocument, signal: AbortSignal): Promise<DocumentTerms> {
    const open = await document.open();
    try {
      const { pages, isComplete } = await this.#readPages(document, open, signal);
      const terms = DocumentTerms.of(pages);
      // What could not be read this time may be read the next time.
      if (isComplete) await this.#keep(document, terms);
      return terms;
    } finally {
      await open.close();
    }
  }

  async #keep(document: SearchedDocument, terms: DocumentTerms): Promise<void> {
    const { folder, onNotice } = this.#options;
    try {
      await folder?.write(this.#keyOf(document), terms.toBytes());
    } catch (error) {
      const { message } = asPageTraceError(error);
      onNotice(t('The index of {0} is not kept for the next time: {1}', document.name, message));
    }
  }

  async #readPages(
    document: SearchedDocument,
    open: OpenDocument,
    signal: AbortSignal,
  ): Promise<{ readonly pages: readonly (readonly string[])[]; readonly isComplete: boolean }> {
    const { onProgress, onNotice } = this.#options;
    const { pageCount } = open;
    const pages: (readonly string[])[] = [];
    let failed: string | null = null;
    let failures = 0;
    let unread = 0;
    for (let page = 1; page <= pageCount; page += PAGES_AT_ONCE) {
      if (signal.aborted) throw new PageTraceError('cancelled', t('This was canceled.'));
      onProgress({ name: document.name, page, of: pageCount });
      const numbers = Array.from(
        { length: Math.min(PAGES_AT_ONCE, pageCount - page + 1) },
        (_, index) => page + index,
      );
      const read = await Promise.allSettled(
        numbers.map((each) => this.#readPage(document, open, each, signal)),
      );
      for (const result of read) {
        if (result.status === 'fulfilled') {
          if (result.value === null) unread += 1;
          pages.push(result.value === null ? [] : wordsOf(textOf(result.value)));
          continue;
        }
        const error = asPageTraceError(result.reason);
        if (error.reason === 'cancelled') throw error;
        failed ??= error.message;
        failures += 1;
        pages.push([]);
      }
    }
    if (failed !== null)
      onNotice(
        t('{0} of the {1} pages of {2} could not be read: {3}', failures, pageCount, document.name, failed),
      );
    if (unread > 0)
      onNotice(
        t('{0} of the {1} pages of {2} have no text and cannot be found.', unread, pageCount, document.name),
      );
    return { pages, isComplete: failures === 0 };
  }

  /** The words of a page; null if it has no text layer and none is recognized. */
  async #readPage(
    { hash }: SearchedDocument,
    open: OpenDocument,
    page: number,
    signal: AbortSignal,
  ): Promise<readonly Word[] | null> {
    const { recognizer } = this.#options;
    const text = await open.text(page);
    if (hasTextLayer(text)) return text.words;
    if (recognizer === null) return text.words.length === 0 ? null : text.words;
    return recognizer.recognize(open, { hash, page, pictures: null }, signal);
  }
}
