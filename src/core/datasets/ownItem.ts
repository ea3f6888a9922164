import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { boxBetween } from '../geometry/box.ts';
import { nearestName } from '../nearestName.ts';
import { plainIssue } from '../plainIssue.ts';
import type { JsonObject } from '../records/fieldPath.ts';
import type {
  DatasetHead,
  DatasetItem,
  GoldBox,
  ItemPage,
  ItemProblem,
  PassRule,
  ReadItem,
} from './model.ts';

const text = v.pipe(
  v.string(),
  v.check(
    (value) => value.trim() !== '',
    () => t('it must not be empty'),
  ),
);
const page = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const pages = v.pipe(v.array(page), v.minLength(1));
const name = v.union([text, v.pipe(v.number(), v.transform(String))], () =>
  t('it must be a text or a number'),
);
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** When an item passes, as a data set writes it. */
const passSchema = v.union(
  [
    v.strictObject({ reward: v.number() }),
    v.strictObject({ grounded: share }),
    v.picklist(['exact', 'judged']),
  ],
  () => t('it must be "exact", "judged", {"reward": 0.8} or {"grounded": 0.5}'),
);

const documentSchema = v.union([text, v.strictObject({ path: text, pages: v.exactOptional(pages) })], () =>
  t('it must be a path, or an object with "path" and "pages"'),
);

/** A page, or a page of one of several documents, which count from 1. */
const goldPageSchema = v.union([page, v.strictObject({ document: v.exactOptional(page), page })], () =>
  t('it must be a page number, or an object with "document" and "page"'),
);

const goldBoxSchema = v.strictObject({
  document: v.exactOptional(page),
  page,
  box: v.strictTuple([v.number(), v.number(), v.number(), v.number()]),
});

const bucketSchema = v.union([name, v.array(name)], () =>
  t('it must be a text, a number, or a list of these'),
);

const itemEntries = {
  id: name,
  question: text,
  document: v.exactOptional(text),
  documents: v.exactOptional(v.pipe(v.array(documentSchema), v.minLength(1))),
  images: v.exactOptional(v.pipe(v.array(text), v.minLength(1))),
  pages: v.exactOptional(pages),
  reference: v.exactOptional(
    v.union([name, v.array(name)], () => t('it must be a text, or a list of texts')),
  ),
  sufficient: v.exactOptional(v.boolean()),
  gold_pages: v.exactOptional(v.array(goldPageSchema)),
  gold_boxes: v.exactOptional(v.array(goldBoxSchema)),
  tool_results: v.exactOptional(v.unknown()),
  buckets: v.exactOptional(v.record(v.string(), bucketSchema)),
  tags: v.exactOptional(v.array(text)),
  pass: v.exactOptional(passSchema),
};

const itemSchema = v.object(itemEntries);

/** The keys of an item. */
export const ITEM_KEYS: readonly string[] = Object.keys(itemEntries);

const headSchema = v.object({
  pagetrace_dataset: v.literal(1),
  name: v.exactOptional(text),
  prompt: v.exactOptional(text),
  pass: v.exactOptional(passSchema),
});

type WrittenItem = v.InferOutput<typeof itemSchema>;
type WrittenPass = v.InferOutput<typeof passSchema>;

/** Whether a record is the first line of a data set, which says something of all its questions. */
export const isHead = (record: JsonObject): boolean => Object.hasOwn(record, 'pagetrace_dataset');

/** What the first line of a data set says. */
export function readHead(record: JsonObject): {
  readonly head: DatasetHead | null;
  readonly problems: readonly ItemProblem[];
} {
  const { output, problems } = validate(headSchema, record);
  if (output === null) return { head: null, problems };
  const { name: written, prompt, pass } = output;
  return {
    head: { name: written ?? null, prompt: prompt ?? null, pass: pass === undefined ? null : readPass(pass) },
    problems,
  };
}

/** A question in the form of PageTrace's own data sets. */
export function readOwnItem(record: JsonObject): ReadItem {
  const { output, problems } = validate(itemSchema, record);
  const noted = [...problems, ...unknownKeys(record)];
  if (output === null) return { item: null, problems: noted };
  const documents = documentsOf(output);
  if (documents.length === 0) {
    const message = t('The question names no document. Add "document", "documents" or "images".');
    return {
      item: null,
      problems: [...noted, { code: 'missing-key', severity: 'error', message, path: [] }],
    };
  }
  const sources = [output.document, output.documents, output.images].filter((each) => each !== undefined);
  if (sources.length > 1)
    noted.push({
      code: 'bad-value',
      severity: 'error',
      message: t('Only one of "document", "documents" and "images" can say what the question is about.'),
      path: [],
    });
  const item = itemOf(record, output, documents);
  noted.push(...missingDocuments(item, record));
  if (item.references.length === 0)
    noted.push({
      code: 'no-reference',
      severity: 'information',
      message: t('The question has no reference answer, so its answer is neither right nor wrong.'),
      path: [],
    });
  return { item: noted.some(({ severity }) => severity === 'error') ? null : item, problems: noted };
}

function itemOf(record: JsonObject, written: WrittenItem, documents: DatasetItem['documents']): DatasetItem {
  const { reference, gold_pages, gold_boxes, buckets, pass } = written;
  const references = reference === undefined ? [] : [reference].flat();
  return {
    id: written.id,
    question: written.question,
    documents,
    references,
    groundTruth: record['reference'],
    sufficient: written.sufficient ?? null,
    goldPages: gold_pages === undefined ? null : gold_pages.map(placeOf),
    goldBoxes: (gold_boxes ?? []).map(({ box: [x1, y1, x2, y2], ...place }): GoldBox => ({
      ...placeOf(place),
      box: boxBetween(x1, y1, x2, y2),
    })),
    toolResults: written.tool_results === undefined ? null : jsonText(written.tool_results),
    buckets: Object.fromEntries(Object.entries(buckets ?? {}).map(([key, value]) => [key, [value].flat()])),
    tags: written.tags ?? [],
    pass: pass === undefined ? null : readPass(pass),
    record,
  };
}

/** A text as it is, anything else as JSON. */
const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const placeOf = (place: number | { readonly document?: number; readonly page: number }): ItemPage =>
  typeof place === 'number'
    ? { document: 0, page: place }
    : { document: (place.document ?? 1) - 1, page: place.page };

function documentsOf({ document, documents, images, pages: sent }: WrittenItem): DatasetItem['documents'] {
  if (document !== undefined) return [{ path: document, pages: sent ?? null }];
  if (images !== undefined) return images.map((path) => ({ path, pages: null }));
  return (documents ?? []).map((each) =>
    typeof each === 'string' ? { path: each, pages: null } : { path: each.path, pages: each.pages ?? null },
  );
}

/** Gold pages and boxes of documents that the item does not have. */
function missingDocuments(item: DatasetItem, record: JsonObject): readonly ItemProblem[] {
  const places = [
    ...(item.goldPages ?? []).map(({ document }, at) => ({ document, path: ['gold_pages', at] })),
    ...item.goldBoxes.map(({ document }, at) => ({ document, path: ['gold_boxes', at] })),
  ];
  const missing = places
    .filter(({ document }) => document >= item.documents.length)
    .map(({ document, path }): ItemProblem => ({
      code: 'bad-value',
      severity: 'error',
      message: t('There is no document {0}: the question names {1}.', document + 1, item.documents.length),
      path,
    }));
  if (record['pages'] === undefined || record['document'] !== undefined) return missing;
  return [
    ...missing,
    {
      code: 'bad-value',
      severity: 'error',
      message: t('"pages" belongs to "document". Give each of several documents its own "pages".'),
      path: ['pages'],
    },
  ];
}

function readPass(pass: WrittenPass): PassRule {
  if (typeof pass === 'string') return { kind: pass };
  return 'reward' in pass
    ? { kind: 'reward', atLeast: pass.reward }
    : { kind: 'grounded', atLeast: pass.grounded };
}

function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  record: JsonObject,
): { readonly output: v.InferOutput<Schema> | null; readonly problems: ItemProblem[] } {
  const result = v.safeParse(schema, record, { message: plainIssue });
  if (result.success) return { output: result.output, problems: [] };
  return { output: null, problems: result.issues.map(problemOf) };
}

function problemOf(issue: v.BaseIssue<unknown>): ItemProblem {
  const path = (issue.path ?? []).flatMap(({ key }) =>
    typeof key === 'string' || typeof key === 'number' ? [key] : [],
  );
  const key = path.join('.');
  const isMissing = path.length === 1 && issue.received === 'undefined';
  return isMissing
    ? { code: 'missing-key', severity: 'error', message: t('The question has no "{0}".', key), path: [] }
    : {
        code: 'bad-value',
        severity: 'error',
        message: t('The value of "{0}" cannot be used: {1}.', key, issue.message),
        path,
      };
}

/** Keys that are probably misspelled. Others are the person's own, and are kept. */
function unknownKeys(record: JsonObject): ItemProblem[] {
  return Object.keys(record).flatMap((key): ItemProblem[] => {
    if (ITEM_KEYS.includes(key)) return [];
    const nearest = nearestName(key, ITEM_KEYS);
    if (nearest === null || Object.hasOwn(record, nearest)) return [];
    return [
      {
        code: 'unknown-key',
        severity: 'warning',
        message: t('"{0}" has no meaning here. Did you mean "{1}"?', key, nearest),
        path: [key],
      },
    ];
  });
}
