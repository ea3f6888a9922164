import type { OpenDocument } from '../documents/model.ts';
import type { SearchedDocument } from './model.ts';

/** A document that is open, and stays open when its pages were read, as one whose pages are searched. */
export async function searchOpen(
  document: OpenDocument,
): Promise<SearchedDocument & { readonly pageCount: number }> {
  return {
    name: document.name,
    hash: await document.hash(),
    pageCount: document.pageCount,
    open: () => Promise.resolve({ ...document, close: () => Promise.resolve() }),
  };
}
