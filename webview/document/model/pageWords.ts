import type { ReadonlySignal } from '@preact/signals';
import type { DocumentMethods, PageWord } from '../../../src/protocol/document.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import type { ViewedDocument } from './viewedDocument.ts';

/** The most pages whose words are kept. */
const MAX_PAGES = 32;

/**
 * Reads the words of a page, from 1: those of its text, or those that text recognition read on it. Their boxes are in
 * points of the page as displayed.
 */
export type ReadPageWords = (page: number) => Promise<readonly PageWord[]>;

/** The words of pages; those of the pages that were read last are kept while the document is the same. */
export interface PageWords {
  readonly read: ReadPageWords;
  /** Reads all words again when they are needed: text recognition may have read some in the meantime. */
  readonly forget: () => void;
}

/** Reads words from the extension. */
export function createPageWords(
  rpc: RpcClient<DocumentMethods>,
  document: ReadonlySignal<ViewedDocument | null>,
): PageWords {
  const kept = new Map<number, Promise<readonly PageWord[]>>();
  let keptOf: ViewedDocument | null = null;
  return {
    read(page) {
      if (document.peek() !== keptOf) kept.clear();
      keptOf = document.peek();
      const words = kept.get(page) ?? rpc.call('words', { page }).then((answer) => answer.words);
      kept.delete(page);
      kept.set(page, words);
      // The next attempt may succeed.
      words.catch(() => {
        if (kept.get(page) === words) kept.delete(page);
      });
      const oldest = kept.keys().next();
      if (kept.size > MAX_PAGES && oldest.done !== true) kept.delete(oldest.value);
      return words;
    },
    forget() {
      kept.clear();
    },
  };
}
