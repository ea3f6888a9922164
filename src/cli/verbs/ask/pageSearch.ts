import type { OpenDocument } from '../../../documents/model.ts';
import type { SearchPages, SearchPassages } from '../../../protocols/callTool.ts';
import type { Protocol } from '../../../protocols/model.ts';
import { pageSearch } from '../../../retrieval/pageSearch.ts';
import { openRetriever } from '../../retrieval/openRetriever.ts';
import type { RetrieverValues } from '../../retrieval/retrieverOptions.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The search of a conversation, over all pages of its documents. */
export interface PageSearch {
  readonly search: SearchPages;
  /** Null if the protocol does not search the text. */
  readonly searchPassages: SearchPassages | null;
  readonly close: () => Promise<void>;
}

/**
 * Opens the search of a conversation.
 * @throws PageTraceError for options that are wrong, and documents that cannot be read
 */
export async function openPageSearch(
  { readsPassages }: Pick<Protocol, 'readsPassages'>,
  opened: readonly { readonly document: OpenDocument }[],
  values: RetrieverValues,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<PageSearch> {
  const { retriever, passages, close } = await openRetriever(values, environment, terminal, signal);
  try {
    const documents = opened.map(({ document }) => document);
    return {
      close,
      search: await pageSearch(retriever, documents, signal),
      searchPassages: readsPassages === true ? await passages.over(documents, signal) : null,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
