/** A page of one of the documents that are searched. */
export interface PagePlace {
  /** Position of the document, from 0. */
  readonly document: number;
  /** From 1. */
  readonly page: number;
}

/** A page that was found, with how well it fits. */
export interface FoundPage extends PagePlace {
  readonly score: number;
}
