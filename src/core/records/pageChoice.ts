/** What ranks pages by how well they fit a question. */
export const RETRIEVERS = ['bm25', 'embeddings', 'hybrid'] as const;
export type RetrieverName = (typeof RETRIEVERS)[number];

/** A term of a question that a page has, how often, and what it adds to the page's score. */
export interface FittingTerm {
  /** As the question has it, lowercase. */
  readonly term: string;
  readonly count: number;
  readonly score: number;
}

/** The place of a page among those that one retriever found, from 1, and its score there. */
export interface RankThere {
  readonly rank: number;
  readonly score: number;
}

/** Why a page has its rank. */
export type FitReason =
  /** The score is the sum of those of its terms. */
  | { readonly kind: 'bm25'; readonly terms: readonly FittingTerm[] }
  /** For each vector of the question, the score has the greatest product with a vector of the page. */
  | { readonly kind: 'embeddings' }
  /** Its places in both lists; null where it is not in one. */
  | {
      readonly kind: 'hybrid';
      readonly bm25: (RankThere & { readonly terms: readonly FittingTerm[] }) | null;
      readonly embeddings: RankThere | null;
    };

/** Why a page was chosen that no retriever ranked: it has the answer, it is a distractor, or no page fits. */
export type OtherReason =
  | { readonly kind: 'gold' }
  | { readonly kind: 'distractor' }
  | { readonly kind: 'unfit' };

/** A page of one of the documents of a question. */
export interface PagePlace {
  /** Position of the document, from 0. */
  readonly document: number;
  /** From 1. */
  readonly page: number;
}

/** A page that was found or chosen. */
export interface ChoicePage extends PagePlace {
  /** Null if no retriever ranked it. */
  readonly score: number | null;
  readonly reason: FitReason | OtherReason;
  readonly isSent: boolean;
}

/** How the pages of a question were chosen. */
export interface PageChoice {
  /** `auto` takes those that fit best, `oracle` those with the answer, and others up to a number. */
  readonly way: 'auto' | 'oracle';
  /** How many pages were wanted. */
  readonly most: number;
  /** Null for `oracle`. */
  readonly retriever: RetrieverName | null;
  /** The best first; those that were not sent are further down. */
  readonly pages: readonly ChoicePage[];
  /** The pages with the answer; null if they are not known. */
  readonly gold: readonly PagePlace[] | null;
  /** The paths of images with the answer that none of the documents has; missing if there are none. */
  readonly goldElsewhere?: readonly string[];
}

/** A choice as a record keeps it, with the paths of the documents of the question. */
export interface RecordedChoice {
  readonly choice: PageChoice;
  readonly documents: readonly string[];
}

/** A choice with the documents by the names of their files, as a person reads it. */
export interface NamedChoice extends Pick<PageChoice, 'way' | 'most' | 'retriever'> {
  readonly pages: readonly NamedChoicePage[];
  /** The pages with the answer that were not sent, with their ranks; null if those with the answer are not known. */
  readonly missed: readonly MissedPage[] | null;
}

/** A page of a named choice. */
export interface NamedChoicePage extends Pick<ChoicePage, 'page' | 'score' | 'reason' | 'isSent'> {
  readonly document: string;
  /** Where it is among the documents of the question. */
  readonly place: PagePlace;
  readonly isGold: boolean;
}

/** A page with the answer that was not sent. */
export interface MissedPage {
  readonly document: string;
  readonly page: number;
  /** Where it is among the documents of the question; null if it is an image that none of them has. */
  readonly place: PagePlace | null;
  /** Its place in the ranking, from 1; null if it is not in it. */
  readonly rank: number | null;
}
