import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { boxBetween } from '../geometry/box.ts';
import { nearestName } from '../nearestName.ts';
import { plainIssue } from '../plainIssue.ts';
import type { JsonObject } from '../records/fieldPath.ts';
import { holdsImages, imagesAt, type RowOrigin } from './heldImages.ts';
import {
  HEAD_KEYS,
  headSchema,
  ITEM_KEYS,
  itemSchema,
  type WrittenItem,
  type WrittenPass,
} from './itemSchema.ts';
import { noReference } from './noReference.ts';
import type {
  DatasetHead,
  DatasetItem,
  GoldBox,
  ItemDocument,
  ItemPage,
  ItemProblem,
  PassRule,
  ReadItem,
} from './model.ts';

/** Whether a record is the first line of a data set, which says something of all its questions. */
export const isHead = (record: JsonObject): boolean => Object.hasOwn(record, 'pagetrace_dataset');

/** What the first line of a data set says. */
export function readHead(record: JsonObject): {
  readonly head: DatasetHead | null;
  readonly problems: readonly ItemProblem[];
} {
  const { output, problems } = validate(headSchema, record);
  const noted = [...problems, ...unknownKeys(record, HEAD_KEYS)];
  if (output === null) return { head: null, problems: noted };
  const { name, prompt, pass } = output;
  return {
    head: { name: name ?? null, prompt: prompt ?? null, pass: pass === undefined ? null : readPass(pass) },
    problems: noted,
  };
}

/**
 * A question in the form of PageTrace's own data sets.
 * @param origin the row of a Parquet file that it comes from; null for other files
 */
export function readOwnItem(record: JsonObject, origin: RowOrigin | null): ReadItem {
  const { written, held } = withoutHeld(record, origin);
  const { output, problems } = validate(itemSchema, written);
  const noted = [...problems, ...unknownKeys(written, ITEM_KEYS)];
  if (output === null) return { item: null, problems: noted };
  const documents = held ?? documentsOf(output);
  const sources = SOURCES.filter((key) => written[key] !== undefined);
  if (documents.length === 0) {
    const message = t('The question names no document. Add "document", "documents" or "images".');
    noted.push({ code: 'missing-key', severity: 'error', message, path: [] });
  } else if (sources.length + (held === null ? 0 : 1) > 1) {
    const message = t('Only one of "document", "documents" and "images" can say what the question is about.');
    noted.push({ code: 'bad-value', severity: 'error', message, path: [sources.at(-1) ?? 'images'] });
  } else noted.push(...misplaced(output, documents));
  if (noted.some(({ severity }) => severity === 'error')) return { item: null, problems: noted };
  const item = itemOf(record, output, documents);
  return { item, problems: item.references.length === 0 ? [...noted, noReference()] : noted };
}

const SOURCES = ['document', 'documents', 'images'] as const;

/** The columns that may hold the images of a row themselves. */
const IMAGE_COLUMNS = ['images', 'image'];

/** A record without keys that have no value, as tables write them, and without images that it holds. */
function withoutHeld(
  record: JsonObject,
  origin: RowOrigin | null,
): { readonly written: JsonObject; readonly held: readonly ItemDocument[] | null } {
  const column = IMAGE_COLUMNS.find((key) => holdsImages(record, key));
  const entries = Object.entries(record).filter(([key, value]) => value !== null && key !== column);
  return {
    written: Object.fromEntries(entries),
    held: column === undefined ? null : imagesAt(record, column, origin),
  };
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

/** Gold pages and boxes of documents that the item does not have, and pages that belong to no document. */
function misplaced(
  { document, pages, gold_pages, gold_boxes }: WrittenItem,
  documents: DatasetItem['documents'],
): readonly ItemProblem[] {
  const places = [
    ...(gold_pages ?? []).map((place, at) => ({ ...placeOf(place), path: ['gold_pages', at] })),
    ...(gold_boxes ?? []).map((place, at) => ({ ...placeOf(place), path: ['gold_boxes', at] })),
  ];
  const missing = places
    .filter((place) => place.document >= documents.length)
    .map((place): ItemProblem => ({
      code: 'bad-value',
      severity: 'error',
      message: t('There is no document {0}: the question names {1}.', place.document + 1, documents.length),
      path: place.path,
    }));
  if (pages === undefined || document !== undefined) return missing;
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
  // Sentences are made for each choice that a value is not, also if it is another one: most records need none.
  const result = v.safeParse(schema, record);
  if (result.success) return { output: result.output, problems: [] };
  const { issues = [] } = v.safeParse(schema, record, { message: plainIssue });
  return { output: null, problems: issues.map(problemOf) };
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

/** Names that other data sets have for a key. */
const OTHER_NAMES: Readonly<Partial<Record<string, string>>> = {
  answer: 'reference',
  answers: 'reference',
  gt_answer: 'reference',
  ground_truth: 'reference',
  query: 'question',
  uid: 'id',
  file: 'document',
  pdf: 'document',
};

/** Keys that are probably misspelled, or have another name here. Others are the person's own, and are kept. */
function unknownKeys(record: JsonObject, known: readonly string[]): readonly ItemProblem[] {
  return Object.keys(record).flatMap((key): ItemProblem[] => {
    if (known.includes(key)) return [];
    const other = OTHER_NAMES[key];
    const meant = other !== undefined && known.includes(other) ? other : nearestName(key, known);
    if (meant === null || Object.hasOwn(record, meant)) return [];
    const message = t('"{0}" has no meaning here. Did you mean "{1}"?', key, meant);
    return [{ code: 'unknown-key', severity: 'warning', message, path: [key] }];
  });
}
