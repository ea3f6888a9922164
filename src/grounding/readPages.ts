import { asPageTraceError, type PageTraceError } from '../core/errors.ts';
import type { PageReference, PageWords } from '../core/grounding/model.ts';
import { throwIfCancelled } from '../core/throwIfCancelled.ts';
import type { OpenDocument } from '../documents/model.ts';
import { hasTextLayer, unreadPictures } from '../documents/wholeText.ts';
import { mergeWords } from './mergeWords.ts';
import type { SentPage } from './calls.ts';
import type { GroundingDocument, PageRecognizer } from './model.ts';

/** A page of a document that is at hand. */
export interface KnownPage extends PageReference {
  /** Identifies the page's content, how its words are read, and the document's name. */
  readonly key: string;
  readonly from: GroundingDocument;
  /** Recognizes its text, or that of its pictures, if its text layer lacks it; null if that is not wanted. */
  readonly recognizer: PageRecognizer | null;
}

/** A page whose words could not be read. */
export interface FailedPage {
  readonly key: string;
  readonly error: PageTraceError;
}

/** What was read of pages. */
export interface PagesRead {
  readonly read: readonly SentPage[];
  readonly failed: readonly FailedPage[];
  /** The keys of the pages that have pictures whose text was not recognized. */
  readonly unreadPictures: readonly string[];
}

/**
 * Reads the words of pages. Each document is opened once, and closed. A page or document that cannot be read does not
 * affect the others.
 * @throws PageTraceError `cancelled`
 */
export async function readPages(
  pages: readonly KnownPage[],
  signal: AbortSignal | undefined,
): Promise<PagesRead> {
  const read: SentPage[] = [];
  const failed: FailedPage[] = [];
  const withPictures: string[] = [];
  for (const from of new Set(pages.map((page) => page.from))) {
    const some = pages.filter((page) => page.from === from);
    const document = await openOrError(from);
    if ('error' in document) {
      for (const { key } of some) failed.push({ key, error: document.error });
      continue;
    }
    try {
      for (const page of some) {
        throwIfCancelled(signal);
        try {
          const { words, hasUnreadPictures } = await readPage(document, page, signal);
          read.push({ key: page.key, words });
          if (hasUnreadPictures) withPictures.push(page.key);
        } catch (thrown) {
          failed.push({ key: page.key, error: notCancelled(thrown) });
        }
      }
    } finally {
      await document.close();
    }
  }
  return { read, failed, unreadPictures: withPictures };
}

/**
 * Opens a document, or says why it cannot be opened.
 * @throws PageTraceError `cancelled`
 */
export async function openOrError(
  document: GroundingDocument,
): Promise<OpenDocument | { readonly error: PageTraceError }> {
  try {
    return await document.open();
  } catch (thrown) {
    return { error: notCancelled(thrown) };
  }
}

async function readPage(
  document: OpenDocument,
  { document: name, page, from, recognizer }: KnownPage,
  signal: AbortSignal | undefined,
): Promise<{ readonly words: PageWords; readonly hasUnreadPictures: boolean }> {
  const text = await document.text(page);
  const { width, height } = await document.pageInfo(page);
  const inLayer: PageWords = {
    document: name,
    page,
    size: { width, height },
    words: text.words,
    source: 'text',
  };
  const pictures = hasTextLayer(text) ? unreadPictures(text, width * height) : null;
  if (recognizer === null) return { words: inLayer, hasUnreadPictures: (pictures?.length ?? 0) > 0 };
  if (pictures?.length === 0) return { words: inLayer, hasUnreadPictures: false };
  const words = await recognizer.recognize(document, { hash: from.hash, page, pictures }, signal);
  return {
    words:
      pictures === null
        ? { ...inLayer, words, source: 'ocr' }
        : { ...inLayer, words: mergeWords(text.words, words) },
    hasUnreadPictures: false,
  };
}

/** @throws PageTraceError `cancelled`, which is about the request and not about a page */
function notCancelled(thrown: unknown): PageTraceError {
  const error = asPageTraceError(thrown);
  if (error.reason === 'cancelled') throw error;
  return error;
}
