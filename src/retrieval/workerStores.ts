import type { PassageStore } from './passageStore.ts';
import type { RetrievalThread } from './retrievalThread.ts';
import type { VectorStore } from './vectorStore.ts';

/**
 * The index of vectors in a worker thread. A call that took too long may be made again: what takes long is a disk, which
 * may be faster the next time.
 * @param thread which others may use as well
 */
export function workerVectors(thread: RetrievalThread): VectorStore {
  return {
    isIndexed: (document, signal) => thread.call('isIndexed', document, { signal }),
    findMiddle: (page, signal) => thread.call('findMiddle', page, { signal }),
    addPage: (page, signal) => thread.call('addPage', page, { signal }),
    addDocument: (added, signal) => thread.call('addDocument', added, { signal }),
    findNearest: (asked, signal) => thread.call('findNearest', asked, { signal }),
    comparePages: (asked, signal) => thread.call('comparePages', asked, { signal }),
  };
}

/**
 * The passages of documents in a worker thread, which does not have them any more after it was stopped.
 * @param thread which others may use as well
 */
export function workerPassages(thread: RetrievalThread): PassageStore {
  return {
    addPassages: (added, signal) => thread.call('addPassages', added, { signal }),
    findPassages: (asked, signal) => thread.call('findPassages', asked, { signal }),
  };
}
