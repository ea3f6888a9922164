import type { Grounding } from '../core/grounding/model.ts';

/** The grounding of a sample, as a view shows it. */
export type GroundingShown =
  /** There is nothing to ground on: the record names no document. */
  | { readonly kind: 'none' }
  /** The words of the pages are being read. */
  | { readonly kind: 'running' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly hint: string;
      /** The document that is not at hand, as the record names it: the person can say where it is. */
      readonly missing: string | null;
    }
  | {
      readonly kind: 'grounded';
      readonly grounding: Grounding;
      /** How many of the sent pages, or their pictures, have no text and were not read by text recognition. */
      readonly withoutText: number;
      /** Notices, each a sentence: a document that has changed since, a page that could not be read. */
      readonly notices: readonly string[];
      /** A document that is not at hand, as the record names it: the person can say where it is. */
      readonly missing: string | null;
      /** Whether text may still come. */
      readonly partial: boolean;
    };

/** What the pages say of a sample whose text is complete; null if it is not known. */
export function completeGrounding(shown: GroundingShown): Grounding | null {
  return shown.kind === 'grounded' && !shown.partial ? shown.grounding : null;
}
