import type { AskedDocument } from '../../../asking/model.ts';
import type { SearchPages } from '../../../protocols/callTool.ts';
import { searchOpen } from '../../../retrieval/searchedDocument.ts';
import { openRetriever } from '../../retrieval/openRetriever.ts';
import type { RetrieverValues } from '../../retrieval/retrieverOptions.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The search of a conversation, over all pages of its documents. */
export interface PageSearch {
  readonly search: SearchPages;
  readonly close: () => Promise<void>;
}

/**
 * Opens the search of a conversation. Documents are read before it begins, so that no search waits for it.
 * @throws PageTraceError for options that are wrong, and documents that cannot be read
 */
export async function openPageSearch(
  opened: readonly AskedDocument[],
  values: RetrieverValues,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<PageSearch> {
  const { retriever, close } = openRetriever(values, environment, terminal);
  try {
    const searched = await Promise.all(opened.map(({ document }) => searchOpen(document)));
    await retriever.index(searched, signal);
    return {
      close,
      search: async (query, exclude, stopped) => {
        const isShown = (document: number, page: number): boolean =>
          exclude.some((shown) => shown.document === document && shown.page === page);
        const found = await retriever.find(query, searched, exclude.length + 1, stopped);
        return found.find(({ document, page }) => !isShown(document, page)) ?? null;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
