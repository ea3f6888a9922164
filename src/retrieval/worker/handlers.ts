import type { CallHandlers } from '../../workers/serve.ts';
import { rankPages } from '../bm25.ts';
import type { RetrievalCalls } from '../calls.ts';
import type { DocumentTerms } from '../documentTerms.ts';
import { SegmentFolder } from '../segmentFolder.ts';
import { questionTerms } from '../terms.ts';
import { TermStore } from '../termStore.ts';

/** The functions of the retrieval worker, with an index in a folder. */
export function retrievalHandlers(folder: string): CallHandlers<RetrievalCalls> {
  let notices: string[] = [];
  const store = new TermStore(new SegmentFolder(folder), (sentence) => {
    notices.push(sentence);
  });
  const taken = (): readonly string[] => {
    const all = notices;
    notices = [];
    return all;
  };
  return {
    find: async ({ question, documents, most }) => {
      const known: DocumentTerms[] = [];
      const needs: number[] = [];
      for (const [position, document] of documents.entries()) {
        const terms = await store.find(document);
        if (terms === null) needs.push(position);
        else known.push(terms);
      }
      const pages = needs.length > 0 ? [] : rankPages(known, questionTerms(question), most);
      return { needs, pages, notices: taken() };
    },
    add: async ({ document, texts }) => {
      await store.add(document, texts);
      return taken();
    },
  };
}
