import * as v from 'valibot';
import { isJsonObject, type JsonObject } from './fieldPath.ts';

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
  { readonly kind: 'gold' } | { readonly kind: 'distractor' } | { readonly kind: 'unfit' };

/** A page that was found or chosen. */
export interface ChoicePage {
  /** Position of the document in the question's, from 0. */
  readonly document: number;
  /** From 1. */
  readonly page: number;
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
}

const place = v.object({ rank: v.number(), score: v.number() });
const terms = v.array(v.object({ term: v.string(), count: v.number(), score: v.number() }));
const page = v.object({
  document: v.pipe(v.number(), v.integer(), v.minValue(1)),
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  score: v.nullable(v.number()),
  sent: v.boolean(),
  why: v.variant('kind', [
    v.object({ kind: v.literal('bm25'), terms }),
    v.object({ kind: v.literal('embeddings') }),
    v.object({
      kind: v.literal('hybrid'),
      bm25: v.nullable(v.object({ ...place.entries, terms })),
      embeddings: v.nullable(place),
    }),
    v.object({ kind: v.picklist(['gold', 'distractor', 'unfit']) }),
  ]),
});
const choice = v.object({
  way: v.picklist(['auto', 'oracle']),
  most: v.number(),
  retriever: v.nullable(v.picklist(RETRIEVERS)),
  pages: v.array(page),
});

/** The key of a record under which the choice of its pages is kept. */
const PAGE_CHOICE = 'page_choice';

/** A choice as records keep it, where documents count from 1. */
export function pageChoiceJson({ way, most, retriever, pages }: PageChoice): JsonObject {
  return {
    [PAGE_CHOICE]: {
      way,
      most,
      retriever,
      pages: pages.map(({ document, page: number, score, reason, isSent }) => ({
        document: document + 1,
        page: number,
        score,
        sent: isSent,
        why: reason,
      })),
    },
  };
}

/** The choice that a record keeps; null if it keeps none, or one that is not as `pageChoiceJson` writes it. */
export function readPageChoice(record: unknown): PageChoice | null {
  const read = v.safeParse(choice, isJsonObject(record) ? record[PAGE_CHOICE] : undefined);
  if (!read.success) return null;
  const { pages, ...rest } = read.output;
  return {
    ...rest,
    pages: pages.map(({ document, page: number, score, sent, why }) => ({
      document: document - 1,
      page: number,
      score,
      reason: why,
      isSent: sent,
    })),
  };
}
