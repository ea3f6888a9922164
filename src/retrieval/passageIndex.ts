import { rankPages, USUAL_BM25, type Bm25Parameters } from './bm25.ts';
import { DocumentTerms } from './documentTerms.ts';
import { passagesOf } from './passages.ts';
import type {
  AddedPassages,
  FoundPassage,
  PassageAnswer,
  PassageQuery,
  PassageStore,
} from './passageStore.ts';
import { questionTerms, wordsOf } from './terms.ts';

/** The passages of a document, and their terms. */
interface Passages {
  readonly list: readonly { readonly page: number; readonly text: string }[];
  readonly terms: DocumentTerms;
}

/** The most documents whose passages stay in memory, unless a single query needs more. */
const MOST_DOCUMENTS = 64;

/** The passages of documents in memory. */
export class PassageIndex implements PassageStore {
  readonly #parameters: Bm25Parameters;
  readonly #most: number;
  /** By the hash of the document; those that were searched last come last. */
  readonly #known = new Map<string, Passages>();

  /** @param most documents that stay, unless a single query needs more */
  constructor(parameters: Bm25Parameters = USUAL_BM25, most = MOST_DOCUMENTS) {
    this.#parameters = parameters;
    this.#most = most;
  }

  addPassages({ hash, texts }: AddedPassages): Promise<void> {
    const list = texts.flatMap((text, at) => passagesOf(text).map((each) => ({ page: at + 1, text: each })));
    this.#known.set(hash, { list, terms: DocumentTerms.of(list.map(({ text }) => wordsOf(text))) });
    return Promise.resolve();
  }

  findPassages({ query, documents, most }: PassageQuery): Promise<PassageAnswer> {
    const known: Passages[] = [];
    const needs: number[] = [];
    for (const [position, hash] of documents.entries()) {
      const passages = this.#use(hash);
      if (passages === null) needs.push(position);
      else known.push(passages);
    }
    if (needs.length > 0) return Promise.resolve({ needs, passages: [] });
    this.#forgetOldest(new Set(documents));
    const terms = known.map((each) => each.terms);
    const best = rankPages(terms, questionTerms(query), most, this.#parameters);
    const passages = best.flatMap(({ document, page: at }): readonly FoundPassage[] => {
      const passage = known[document]?.list[at - 1];
      return passage === undefined ? [] : [{ document, ...passage }];
    });
    return Promise.resolve({ needs, passages });
  }

  #use(hash: string): Passages | null {
    const passages = this.#known.get(hash);
    if (passages === undefined) return null;
    this.#known.delete(hash);
    this.#known.set(hash, passages);
    return passages;
  }

  /** Forgets the documents that were searched longest ago, none of those that are searched now. */
  #forgetOldest(used: ReadonlySet<string>): void {
    for (const hash of this.#known.keys()) {
      if (this.#known.size <= this.#most) return;
      if (!used.has(hash)) this.#known.delete(hash);
    }
  }
}
