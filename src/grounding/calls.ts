import type { Grounding, PageWords } from '../core/grounding/model.ts';
import type { GroundingRequest } from './model.ts';

/** The words of a page, with the key that the thread keeps its index by. */
export interface SentPage {
  readonly key: string;
  readonly words: PageWords;
}

/** A trajectory to be grounded on pages that the thread knows, or that come with it. */
export type GroundCall = Pick<
  GroundingRequest,
  'response' | 'context' | 'complete' | 'question' | 'images'
> & {
  /** The keys of all pages. */
  readonly pages: readonly string[];
  readonly words: readonly SentPage[];
};

/** The grounding, or the keys of the pages that the thread does not know. */
export type GroundAnswer =
  | { readonly needs: readonly string[] }
  | {
      readonly needs: null;
      readonly grounding: Grounding;
      /** The keys of the pages that have no text. */
      readonly withoutText: readonly string[];
    };

/** The calls of the grounding worker. */
export interface GroundingCalls {
  readonly ground: { readonly request: GroundCall; readonly value: GroundAnswer };
}

/** What the grounding worker gets when it starts. */
export interface GroundingWorkerData {
  /** The strings of the display language, by the English ones. */
  readonly strings: Readonly<Record<string, string>>;
  /** The language of the strings. */
  readonly locale: string;
}
