import type { FoundPage } from './model.ts';
import type { PageTexts } from './pageTexts.ts';
import type { PassageStore } from './passageStore.ts';
import type { TermKey } from './termStore.ts';
import type { VectorStore } from './vectorStore.ts';

/** What was found by words, or the documents that the thread does not know. */
export interface FindAnswer {
  /** Positions of documents whose text must be added first. */
  readonly needs: readonly number[];
  readonly pages: readonly FoundPage[];
}

/** Finding pages by their words. */
interface TermCalls {
  readonly findByTerms: {
    readonly request: {
      readonly question: string;
      readonly documents: readonly TermKey[];
      readonly most: number;
    };
    readonly value: FindAnswer;
  };
  /** Adds the text of a document. */
  readonly addTexts: {
    readonly request: { readonly document: TermKey; readonly texts: PageTexts };
    readonly value: null;
  };
}

/** What the stores of vectors and of passages do, a call for each of their functions. */
type Stores = VectorStore & PassageStore;

type StoreCalls = {
  readonly [Name in keyof Stores]: {
    readonly request: Parameters<Stores[Name]>[0];
    readonly value: Awaited<ReturnType<Stores[Name]>>;
  };
};

type PlainCalls = TermCalls & StoreCalls;

/** A value, and what a person should know of how it came about. */
export interface Noted<Value> {
  readonly value: Value;
  readonly notices: readonly string[];
}

/** The calls of the retrieval worker. */
export type RetrievalCalls = {
  readonly [Name in keyof PlainCalls]: {
    readonly request: PlainCalls[Name]['request'];
    readonly value: Noted<PlainCalls[Name]['value']>;
  };
};

/** What the retrieval worker gets when it starts. */
export interface RetrievalWorkerData {
  /** Where the index is kept. */
  readonly folder: string;
  /** The strings of the display language, by the English ones. */
  readonly strings: Readonly<Record<string, string>>;
  /** The language of the strings. */
  readonly locale: string;
}
