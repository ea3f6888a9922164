import type { Word } from '../core/geometry/word.ts';
import type { CitedImage, Grounding, PageReference } from '../core/grounding/model.ts';
import type { ParseContext } from '../core/trajectory/model.ts';
import type { OpenDocument } from '../documents/model.ts';
import type { PagePart } from '../ocr/model.ts';

/** A document that a trajectory is grounded on. */
export interface GroundingDocument {
  /** As the trajectory's record names it. */
  readonly name: string;
  /** SHA-256 of its content, as `OpenDocument.hash` gives it. */
  readonly hash: string;
  /** Opens it. It is called when pages are to be read, and the document is closed when they were read. */
  readonly open: () => Promise<OpenDocument>;
}

/** A trajectory to be grounded. */
export interface GroundingRequest {
  readonly response: string;
  readonly context: ParseContext;
  /** False while text may still come: only closed parts are grounded then, and only on the pages that were sent. */
  readonly complete: boolean;
  readonly question: string | null;
  /** The images that were sent, with documents by the names of `documents`. */
  readonly images: readonly CitedImage[];
  readonly documents: readonly GroundingDocument[];
  /** Whether the text of pages without a text layer is recognized. */
  readonly recognizeText: boolean;
}

/** How many pages that were not sent were searched for claims that stand on no sent page. */
export interface UnsentSearch {
  readonly searched: number;
  /** All pages of the documents that were not sent. */
  readonly total: number;
}

/** The grounding of a trajectory, and what it could not be based on. */
export interface GroundingResult {
  readonly grounding: Grounding;
  /** Sent pages that have no text, or less than three words, and whose text was not recognized. */
  readonly withoutText: readonly PageReference[];
  /** Other sent pages whose text was not recognized: it failed, or only their pictures may have some. */
  readonly unrecognized: readonly PageReference[];
  /** Null if all claims stand on the sent pages, or if text may still come. */
  readonly unsent: UnsentSearch | null;
  /** A sentence for each document or page that could not be read. */
  readonly notices: readonly string[];
}

/** Recognizes the text of pages. */
export interface PageRecognizer {
  /** Identifies how text is recognized, such as its languages: other ones give other words. */
  readonly name: string;
  /**
   * The words of a page, each with its confidence.
   * @throws PageTraceError
   */
  recognize(
    document: OpenDocument,
    page: PagePart,
    signal: AbortSignal | undefined,
  ): Promise<readonly Word[]>;
  /** Ends its threads. */
  readonly close: () => Promise<void>;
}
