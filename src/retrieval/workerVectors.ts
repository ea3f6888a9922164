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
