import type { OpenDocument } from '../documents/model.ts';
import type { SearchPages } from '../protocols/callTool.ts';
import type { Retriever } from '../retrieval/model.ts';
import { searchOpen } from '../retrieval/searchedDocument.ts';

/**
 * The search of a conversation over all pages of its documents, which are read before it begins, so that no search waits
 * for it.
 * @throws PageTraceError documents that cannot be read; `cancelled`
 */
export async function pageSearch(
  retriever: Retriever,
  documents: readonly OpenDocument[],
  signal: AbortSignal,
): Promise<SearchPages> {
  const searched = await Promise.all(documents.map((document) => searchOpen(document)));
  await retriever.index(searched, signal);
  return async (query, exclude, stopped) => {
    const found = await retriever.find(query, searched, exclude.length + 1, stopped);
    const isShown = ({ document, page }: (typeof found)[number]): boolean =>
      exclude.some((shown) => shown.document === document && shown.page === page);
    return found.find((page) => !isShown(page)) ?? null;
  };
}
