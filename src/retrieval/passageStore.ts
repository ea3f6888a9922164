import type { PagePlace } from '../core/records/pageChoice.ts';

/** A passage that was found, on its page. */
export interface FoundPassage extends PagePlace {
  readonly text: string;
}

/** The text of a document whose passages are searched. */
export interface AddedPassages {
  /** SHA-256 of the content of the document. */
  readonly hash: string;
  /** The text of each page, in order. */
  readonly texts: readonly string[];
}

/** A query, and the documents whose passages are searched, by their hashes. */
export interface PassageQuery {
  readonly query: string;
  readonly documents: readonly string[];
  readonly most: number;
}

/** The passages that fit a query best, the best first; or the documents whose text must be added first. */
export interface PassageAnswer {
  /** Positions of these documents; no passage is found then. */
  readonly needs: readonly number[];
  readonly passages: readonly FoundPassage[];
}

/** The passages of documents, by BM25, in this thread or in another one. They stay in memory for a while. */
export interface PassageStore {
  addPassages(added: AddedPassages, signal: AbortSignal): Promise<void>;
  findPassages(asked: PassageQuery, signal: AbortSignal): Promise<PassageAnswer>;
}
