import type { FitReason, PagePlace, RetrieverName } from '../core/records/pageChoice.ts';
import type { OpenDocument } from '../documents/model.ts';

/** A document whose pages are searched. */
export interface SearchedDocument {
  /** For messages. */
  readonly name: string;
  /** SHA-256 of its content, as `OpenDocument.hash` gives it. */
  readonly hash: string;
  /** Opens it, if its pages must be read. It is closed when they were. */
  readonly open: () => Promise<OpenDocument>;
}

/** A page that was found, with how well it fits and why. */
export interface FoundPage extends PagePlace {
  readonly score: number;
  readonly reason: FitReason;
}

/** How far the reading of documents is. */
export interface IndexProgress {
  readonly name: string;
  /** Pages of it that were read, and all of them. */
  readonly page: number;
  readonly of: number;
}

/** Finds the pages that fit a question. */
export interface Retriever {
  readonly name: RetrieverName;
  /** What changes its results, such as its parameters: a run goes on only with the same. */
  readonly settings: string;
  /**
   * Reads documents that are not in the index yet.
   * @throws PageTraceError a document that cannot be read; `cancelled`
   */
  index(documents: readonly SearchedDocument[], signal: AbortSignal): Promise<void>;
  /**
   * The pages of documents that fit a question, the best first; of equally good ones, in the order of documents and
   * pages. It reads documents that are not in the index yet.
   * @param most pages
   * @throws PageTraceError a document that cannot be read; `cancelled`
   */
  find(
    question: string,
    documents: readonly SearchedDocument[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly FoundPage[]>;
}
