import * as v from 'valibot';
import { isJsonObject, type JsonObject } from './fieldPath.ts';
import { RETRIEVERS, type PageChoice, type RecordedChoice } from './pageChoice.ts';

const place = v.object({ rank: v.number(), score: v.number() });
const terms = v.array(v.object({ term: v.string(), count: v.number(), score: v.number() }));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const page = v.object({
  document: count,
  page: count,
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
const choiceSchema = v.object({
  way: v.picklist(['auto', 'oracle']),
  most: v.number(),
  retriever: v.nullable(v.picklist(RETRIEVERS)),
  pages: v.array(page),
  gold: v.nullable(v.array(v.object({ document: count, page: count }))),
  gold_elsewhere: v.exactOptional(v.array(v.string())),
});

/** The key of a record under which the choice of its pages is kept. */
const PAGE_CHOICE = 'page_choice';

/** A choice as records keep it, where documents count from 1. */
export function pageChoiceJson(choice: PageChoice): JsonObject {
  const { way, most, retriever, pages, gold, goldElsewhere } = choice;
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
      gold: gold?.map(({ document, page: number }) => ({ document: document + 1, page: number })) ?? null,
      ...(goldElsewhere && { gold_elsewhere: goldElsewhere }),
    },
  };
}

/** The choice that a record keeps; null if it keeps none, or one that is not as `pageChoiceJson` writes it. */
export function readPageChoice(record: unknown): PageChoice | null {
  const read = v.safeParse(choiceSchema, isJsonObject(record) ? record[PAGE_CHOICE] : undefined);
  if (!read.success) return null;
  const { pages, gold, gold_elsewhere: goldElsewhere, ...rest } = read.output;
  return {
    ...rest,
    pages: pages.map(({ document, page: number, score, sent, why }) => ({
      document: document - 1,
      page: number,
      score,
      reason: why,
      isSent: sent,
    })),
    gold: gold?.map(({ document, page: number }) => ({ document: document - 1, page: number })) ?? null,
    ...(goldElsewhere && { goldElsewhere }),
  };
}

/** The choice of pages that the record of a run keeps, with the paths of its documents; null if it keeps none. */
export function recordedChoice(record: unknown): RecordedChoice | null {
  const choice = readPageChoice(record);
  const documents = isJsonObject(record) ? record['documents'] : null;
  if (choice === null || !Array.isArray(documents)) return null;
  const paths = documents.map((each: unknown) =>
    isJsonObject(each) && typeof each['path'] === 'string' ? each['path'] : '',
  );
  return { choice, documents: paths };
}
