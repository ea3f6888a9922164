import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { PagePlace } from '../core/records/pageChoice.ts';
import type { HalfVectors } from './vectors.ts';

/** The pixels of a page image that ColQwen looks at: at most 768 patches of 28 x 28. */
export const PAGE_BUDGET: PixelBudget = { minPixels: 200_704, maxPixels: 602_112 };

/** What the vectors of a document are kept under. */
export interface VectorKey {
  /** For messages. */
  readonly name: string;
  /** SHA-256 of its content. */
  readonly hash: string;
  /** The model that makes the vectors. */
  readonly model: string;
}

/** A page of a document. */
export interface PageOfVectors {
  readonly document: VectorKey;
  /** From 1. */
  readonly page: number;
}

/** A page that is put into the index. */
export interface AddedPage extends PageOfVectors {
  readonly vectors: HalfVectors;
}

/** A document that is put into the index, when the vectors of its pages are kept. */
export interface AddedDocument {
  readonly document: VectorKey;
  /** Of all pages, in order. */
  readonly middles: readonly Float32Array[];
}

/** A page that is compared with a question. */
export interface ComparedPage extends PageOfVectors {
  /** Null to have them read. */
  readonly vectors: HalfVectors | null;
}

/** A question whose nearest pages are looked for. */
export interface NearestPages {
  readonly question: HalfVectors;
  readonly documents: readonly VectorKey[];
  readonly most: number;
}

/** A question, and pages that are compared with it. */
export interface Comparison {
  readonly question: HalfVectors;
  readonly pages: readonly ComparedPage[];
}

/**
 * The index of vectors of pages: it keeps, reads and compares them, in this thread or in another one. A document is in it
 * when it has the middle of the vectors of each page.
 */
export interface VectorStore {
  /** Whether a document is in the index. */
  isIndexed(document: VectorKey, signal: AbortSignal): Promise<boolean>;
  /** The middle of the vectors of a page; null if its vectors are not kept, or damaged. */
  findMiddle(page: PageOfVectors, signal: AbortSignal): Promise<Float32Array | null>;
  /**
   * Keeps the vectors of a page, and returns their middle.
   * @throws PageTraceError `file-unwritable`; the error of the file system
   */
  addPage(page: AddedPage, signal: AbortSignal): Promise<Float32Array>;
  /**
   * Puts a document into the index.
   * @throws PageTraceError as `addPage` does, and `server-failed` for vectors of different lengths
   */
  addDocument(added: AddedDocument, signal: AbortSignal): Promise<void>;
  /**
   * The pages of documents whose middles are nearest to that of a question.
   * @throws PageTraceError `server-failed` for vectors of different lengths, `file-not-found` for a document that is not
   * in the index
   */
  findNearest(asked: NearestPages, signal: AbortSignal): Promise<readonly PagePlace[]>;
  /**
   * How well pages fit a question, each by all of its vectors; null for a page whose vectors are not kept, or damaged.
   * @throws PageTraceError `server-failed` for vectors of different lengths
   */
  comparePages(asked: Comparison, signal: AbortSignal): Promise<readonly (number | null)[]>;
}
