import type { PagePlace } from '../core/records/pageChoice.ts';
import type { OpenDocument } from '../documents/model.ts';
import type { Retriever } from './model.ts';
import { searchOpen } from './searchedDocument.ts';

/** Finds the page that fits a query best, other than those of `exclude`; null if there is none. */
export type FindUnseenPage = (
  query: string,
  exclude: readonly PagePlace[],
  signal: AbortSignal,
) => Promise<PagePlace | null>;

/**
 * The search of a conversation over all pages of its documents, which are read before it begins, so that no search waits
 * for it.
 * @throws PageTraceError documents that cannot be read; `cancelled`
 */
export async function pageSearch(
  retriever: Retriever,
  documents: readonly OpenDocument[],
  signal: AbortSignal,
): Promise<FindUnseenPage> {
  const searched = await Promise.all(documents.map((document) => searchOpen(document)));
  await retriever.index(searched, signal);
  return async (query, exclude, stopped) => {
    const found = await retriever.find(query, searched, exclude.length + 1, stopped);
    const isShown = ({ document, page }: (typeof found)[number]): boolean =>
      exclude.some((shown) => shown.document === document && shown.page === page);
    return found.find((page) => !isShown(page)) ?? null;
  };
}
