import { t } from '@vscode/l10n';
import { asPageTraceError } from '../core/errors.ts';
import { throwIfCancelled } from '../core/throwIfCancelled.ts';
import type { OpenDocument } from '../documents/model.ts';
import { hasTextLayer } from '../documents/wholeText.ts';
import type { PageRecognizer } from '../grounding/model.ts';
import type { IndexProgress, SearchedDocument } from './model.ts';
import { textOf } from './pageText.ts';

/** How the text of pages is read. */
export interface ReadingOptions {
  /** Recognizes the text of pages without a text layer; null to leave them out. */
  readonly recognizer: PageRecognizer | null;
  readonly onProgress: (progress: IndexProgress) => void;
  /** Told what a person should know of the index, a sentence at a time. */
  readonly onNotice: (sentence: string) => void;
}

/** The text of each page of a document. */
export interface PageTexts {
  readonly texts: readonly string[];
  /** Whether all pages could be read; otherwise, the others may be read the next time. */
  readonly isComplete: boolean;
}

/** Pages whose text is asked for at once, so that the worker never waits for the next one. */
const PAGES_AT_ONCE = 8;

/**
 * Reads the text of all pages of a document. A page that cannot be read has none, and does not affect the others.
 * @throws PageTraceError a document that cannot be opened; `cancelled`
 */
export async function readPageTexts(
  document: SearchedDocument,
  options: ReadingOptions,
  signal: AbortSignal,
): Promise<PageTexts> {
  const open = await document.open();
  try {
    return await readTexts(document, open, options, signal);
  } finally {
    await open.close();
  }
}

async function readTexts(
  document: SearchedDocument,
  open: OpenDocument,
  options: ReadingOptions,
  signal: AbortSignal,
): Promise<PageTexts> {
  const { onProgress, onNotice } = options;
  const { pageCount } = open;
  const { name } = document;
  const texts: string[] = [];
  let failed: string | null = null;
  let failures = 0;
  let unread = 0;
  for (let page = 1; page <= pageCount; page += PAGES_AT_ONCE) {
    throwIfCancelled(signal);
    onProgress({ name, page, of: pageCount });
    const numbers = Array.from(
      { length: Math.min(PAGES_AT_ONCE, pageCount - page + 1) },
      (_, index) => page + index,
    );
    const read = await Promise.allSettled(
      numbers.map((each) => readPage(document, open, each, options, signal)),
    );
    for (const result of read) {
      if (result.status === 'fulfilled') {
        if (result.value === null) unread += 1;
        texts.push(result.value ?? '');
        continue;
      }
      const error = asPageTraceError(result.reason);
      if (error.reason === 'cancelled') throw error;
      failed ??= error.message;
      failures += 1;
      texts.push('');
    }
  }
  if (failed !== null)
    onNotice(t('{0} of the {1} pages of {2} could not be read: {3}', failures, pageCount, name, failed));
  if (unread > 0)
    onNotice(t('{0} of the {1} pages of {2} have no text and cannot be found.', unread, pageCount, name));
  return { texts, isComplete: failures === 0 };
}

/** The text of a page; null if it has no text layer and none is recognized. */
async function readPage(
  { hash }: SearchedDocument,
  open: OpenDocument,
  page: number,
  { recognizer }: ReadingOptions,
  signal: AbortSignal,
): Promise<string | null> {
  const text = await open.text(page);
  if (hasTextLayer(text)) return textOf(text.words);
  if (recognizer === null) return text.words.length === 0 ? null : textOf(text.words);
  return textOf(await recognizer.recognize(open, { hash, page, pictures: null }, signal));
}
