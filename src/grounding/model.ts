import type { CitedImage, Grounding, PageReference } from '../core/grounding/model.ts';
import type { ParseContext } from '../core/trajectory/model.ts';
import type { OpenDocument } from '../documents/model.ts';

/** A document of a record. */
export interface GroundingDocument {
  /** As the record names it, and as claims name it. */
  readonly name: string;
  /** SHA-256 of its content: pages of the same content are read once. */
  readonly hash: string;
  /** Opens it; the caller closes it. */
  readonly open: () => Promise<OpenDocument>;
}

/** A response whose claims are looked for. */
export interface GroundingRequest {
  readonly response: string;
  readonly context: ParseContext;
  /** False while text may still come: only closed parts have claims. */
  readonly complete: boolean;
  /** Null if it is not known. */
  readonly question: string | null;
  /** The images of the request; their documents by the names in `documents`. */
  readonly images: readonly CitedImage[];
  readonly documents: readonly GroundingDocument[];
  /** Whether pages without text are read by text recognition. */
  readonly recognizeText: boolean;
}

/** What was found. */
export interface GroundingResult {
  readonly grounding: Grounding;
  /** The sent pages without text. */
  readonly withoutText: readonly PageReference[];
  /** What a person should know, each a sentence: a page that could not be read. */
  readonly notices: readonly string[];
}
