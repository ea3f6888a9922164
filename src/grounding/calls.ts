import type { CitedImage, Grounding, PageWords } from '../core/grounding/model.ts';
import type { ParseContext } from '../core/trajectory/model.ts';

/** What the worker gets when it starts. */
export interface GroundingWorkerData {
  /** The strings of the display language, by their English texts. */
  readonly strings: Readonly<Record<string, string>>;
  /** The locale of numbers, a BCP 47 language tag. */
  readonly locale: string;
}

/** A page by its key; its words are null if the thread already has them. */
export interface SentPage {
  readonly key: string;
  readonly page: PageWords | null;
}

/** A response, and the pages to look on. */
export interface GroundCall {
  readonly response: string;
  readonly context: ParseContext;
  readonly complete: boolean;
  readonly question: string | null;
  readonly images: readonly CitedImage[];
  readonly pages: readonly SentPage[];
}

/** The keys of pages whose words must be sent again, or the grounding. */
export type GroundAnswer =
  | { readonly needs: readonly string[]; readonly grounding: null }
  | { readonly needs: null; readonly grounding: Grounding };

/** The calls of the grounding worker. */
export interface GroundingCalls {
  readonly ground: { readonly request: GroundCall; readonly value: GroundAnswer };
}
