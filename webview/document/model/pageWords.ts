import type { ReadonlySignal } from '@preact/signals';
import type { DocumentMethods, PageWord } from '../../../src/protocol/document.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import type { ViewedDocument } from './viewedDocument.ts';

/** The most pages whose words are kept. */
const MAX_PAGES = 32;

/** Reads the words of a page, from 1, as PDFium has them; their boxes are in points of the page as displayed. */
export type ReadPageWords = (page: number) => Promise<readonly PageWord[]>;

/** Reads words from the extension; those of the pages that were read last are kept while the document is the same. */
export function createPageWords(
  rpc: RpcClient<DocumentMethods>,
  document: ReadonlySignal<ViewedDocument | null>,
): ReadPageWords {
  const kept = new Map<number, Promise<readonly PageWord[]>>();
  let keptOf: ViewedDocument | null = null;
  return (page) => {
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
  };
}
