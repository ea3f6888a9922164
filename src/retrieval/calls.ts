import type { FoundPage } from './model.ts';
import type { PageTexts } from './pageTexts.ts';
import type { TermKey } from './termStore.ts';

/** What was found, or the documents that the thread does not know. */
export interface FindAnswer {
  /** Positions of documents whose text must be added first. */
  readonly needs: readonly number[];
  readonly pages: readonly FoundPage[];
  /** What a person should know. */
  readonly notices: readonly string[];
}

/** The calls of the retrieval worker. */
export interface RetrievalCalls {
  readonly find: {
    readonly request: {
      readonly question: string;
      readonly documents: readonly TermKey[];
      readonly most: number;
    };
    readonly value: FindAnswer;
  };
  /** Adds the text of a document; returns what a person should know. */
  readonly add: {
    readonly request: { readonly document: TermKey; readonly texts: PageTexts };
    readonly value: readonly string[];
  };
}

/** What the retrieval worker gets when it starts. */
export interface RetrievalWorkerData {
  /** Where the index is kept. */
  readonly folder: string;
  /** The strings of the display language, by the English ones. */
  readonly strings: Readonly<Record<string, string>>;
  /** The language of the strings. */
  readonly locale: string;
}
