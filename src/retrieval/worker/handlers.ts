import type { CallHandlers } from '../../workers/serve.ts';
import { rankPages } from '../bm25.ts';
import type { FindAnswer, Noted, RetrievalCalls } from '../calls.ts';
import type { DocumentTerms } from '../documentTerms.ts';
import { PassageIndex } from '../passageIndex.ts';
import { SegmentFolder } from '../segmentFolder.ts';
import { questionTerms } from '../terms.ts';
import { TermStore } from '../termStore.ts';
import { vectorFolder, VectorIndex } from '../vectorIndex.ts';

/** The functions of the retrieval worker, with an index in a folder. */
export function retrievalHandlers(folder: string): CallHandlers<RetrievalCalls> {
  let notices: string[] = [];
  const onNotice = (sentence: string): void => {
    notices.push(sentence);
  };
  const noted = async <Value>(work: Promise<Value>): Promise<Noted<Value>> => {
    const value = await work;
    const taken = notices;
    notices = [];
    return { value, notices: taken };
  };
  const terms = new TermStore(new SegmentFolder(folder), onNotice);
  const vectors = new VectorIndex(vectorFolder(folder), onNotice);
  const passages = new PassageIndex();
  return {
    findByTerms: (request) => noted(findByTerms(terms, request)),
    addTexts: (request) => noted(terms.add(request.document, request.texts).then(() => null)),
    isIndexed: (document) => noted(vectors.isIndexed(document)),
    findMiddle: (page) => noted(vectors.findMiddle(page)),
    addPage: (page) => noted(vectors.addPage(page)),
    addDocument: (added) => noted(vectors.addDocument(added)),
    findNearest: (asked) => noted(vectors.findNearest(asked)),
    comparePages: (asked) => noted(vectors.comparePages(asked)),
    addPassages: (added) => noted(passages.addPassages(added)),
    findPassages: (asked) => noted(passages.findPassages(asked)),
  };
}

async function findByTerms(
  store: TermStore,
  { question, documents, most }: RetrievalCalls['findByTerms']['request'],
): Promise<FindAnswer> {
  const known: DocumentTerms[] = [];
  const needs: number[] = [];
  for (const [position, document] of documents.entries()) {
    const terms = await store.find(document);
    if (terms === null) needs.push(position);
    else known.push(terms);
  }
  return { needs, pages: needs.length > 0 ? [] : rankPages(known, questionTerms(question), most) };
}
