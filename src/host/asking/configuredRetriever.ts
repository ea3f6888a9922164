import { RETRIEVERS, type RetrieverName } from '../../core/records/pageChoice.ts';
import { setting } from '../shared/settings.ts';

/** What ranks pages, by the settings. */
export function configuredRetriever(): RetrieverName {
  const configured = setting('retrieval.retriever');
  return RETRIEVERS.find((name) => name === configured) ?? 'bm25';
}
