import { t } from '@vscode/l10n';
import { isJsonObject, valueAt, type JsonObject } from '../records/fieldPath.ts';
import { readTextList } from '../textList.ts';
import { imagesAt, type RowOrigin } from './heldImages.ts';
import type { DatasetItem, ItemDocument, ItemProblem, ReadItem } from './model.ts';
import { noReference } from './noReference.ts';

/** A form of the test records of a paper. */
export interface PaperForm {
  readonly name: 'lang2act' | 'evisrag' | 'vg-refiner';
  /** Whether a record has this form. */
  readonly matches: (record: JsonObject) => boolean;
  readonly read: (record: JsonObject, origin: RowOrigin | null) => ReadItem;
}

const LANG2ACT_IMAGES = ['top3_image_paths', 'retrieved_image_paths'];

/** How many retrieved pages Lang2Act and EVisRAG send (`top_k` of src/predict.py, `topk` of src/evisrag/predict.py). */
const TOP_K = 3;

/**
 * Test records of Lang2Act: the id is the first of `uid`, `qa_id` and `id` that is not blank, and the images are the first
 * three retrieved ones (NEUIR/Lang2Act, src/predict.py).
 */
const LANG2ACT: PaperForm = {
  name: 'lang2act',
  matches: (record) => LANG2ACT_IMAGES.some((key) => Object.hasOwn(record, key)),
  read: (record, origin) =>
    itemFrom(record, {
      id: nameAt(record, ['uid', 'qa_id', 'id']),
      question: textAt(record, ['question', 'query']),
      images: documentsAt(record, LANG2ACT_IMAGES, origin).slice(0, TOP_K),
      reference: record['answer'],
      gold: listAt(record, ['gt_image_paths', 'meta_info.gt_image_paths']),
      sufficient: null,
      toolResults: null,
      buckets: bucketsAt(record, { evidence_sources: ['evidence_sources'], query_type: ['query_type'] }),
    }),
};

/** Test records of EVisRAG (OpenBMB/VisRAG, src/evisrag/predict.py). */
const EVISRAG: PaperForm = {
  name: 'evisrag',
  matches: (record) => Object.hasOwn(record, 'qid') && Object.hasOwn(record, 'image'),
  read: (record, origin) =>
    itemFrom(record, {
      id: nameAt(record, ['qid']),
      question: textAt(record, ['query']),
      images: documentsAt(record, ['image'], origin).slice(0, TOP_K),
      reference: record['answer'],
      gold: null,
      sufficient: booleanOf(record['is_sufficient']),
      toolResults: null,
      buckets: {},
    }),
};

/**
 * Test records of VG-Refiner (VoyageWang/VG-Refiner, src/evaluation/evaluation_grounding_precomputed_tool.py), which asks
 * for the expression in lower case, without marks at its ends.
 */
const VG_REFINER: PaperForm = {
  name: 'vg-refiner',
  matches: (record) => Object.hasOwn(record, 'ann_id') && Object.hasOwn(record, 'tool_results'),
  read: (record, origin) =>
    itemFrom(record, {
      id: nameAt(record, ['ann_id']),
      question: expressionOf(textAt(record, ['question'])),
      images: documentsAt(record, ['image', 'image_path'], origin),
      reference: record['ground_truth'],
      gold: null,
      sufficient: null,
      toolResults: jsonText(record['tool_results']),
      buckets: {},
    }),
};

const MARKS = '."?!';

/** An expression as VG-Refiner asks for it. */
function expressionOf(text: string | null): string | null {
  if (text === null) return null;
  let [start, end] = [0, text.length];
  while (start < end && MARKS.includes(text.charAt(start))) start += 1;
  while (end > start && MARKS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end).toLowerCase();
}

/** The forms of the papers' test records. A record has the first that matches. */
const PAPER_FORMS: readonly PaperForm[] = [LANG2ACT, EVISRAG, VG_REFINER];

interface PaperItem {
  readonly id: string | null;
  readonly question: string | null;
  readonly images: readonly ItemDocument[];
  readonly reference: unknown;
  /** The paths of the images with the answer; null if the record does not say. */
  readonly gold: readonly string[] | null;
  readonly sufficient: boolean | null;
  readonly toolResults: string | null;
  readonly buckets: DatasetItem['buckets'];
}

function itemFrom(record: JsonObject, written: PaperItem): ReadItem {
  const { id, question, images, reference, gold, sufficient, toolResults, buckets } = written;
  const problems: ItemProblem[] = [];
  const missing = (message: string): void => {
    problems.push({ code: 'missing-key', severity: 'error', message, path: [] });
  };
  if (id === null) missing(t('The question has no id.'));
  if (question === null) missing(t('The record has no text of a question.'));
  if (images.length === 0) missing(t('The record names no image.'));
  const references = textsOf(reference);
  if (id === null || question === null || images.length === 0) return { item: null, problems };
  if (references.length === 0) problems.push(noReference());
  const goldPages =
    gold === null
      ? null
      : images.flatMap(({ path }, document) =>
          gold.some((each) => isSamePath(path, each)) ? [{ document, page: 1 }] : [],
        );
  const elsewhere = (gold ?? []).filter((each) => !images.some(({ path }) => isSamePath(path, each)));
  return {
    item: {
      id,
      question,
      documents: images,
      references,
      groundTruth: reference,
      sufficient,
      goldPages,
      ...(elsewhere.length > 0 && { goldElsewhere: elsewhere }),
      goldBoxes: [],
      toolResults,
      buckets,
      tags: [],
      pass: null,
      record,
    },
    problems,
  };
}

/** The images under the first of some keys that has any. */
function documentsAt(
  record: JsonObject,
  keys: readonly string[],
  origin: RowOrigin | null,
): readonly ItemDocument[] {
  for (const key of keys) {
    const images = imagesAt(record, key, origin);
    if (images !== null) return images;
  }
  return [];
}

/** Whether two paths name the same file, one of them perhaps from a folder further up. */
const isSamePath = (one: string, other: string): boolean =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);

/** The first of some keys with a text that is not blank. */
function textAt(record: JsonObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

function nameAt(record: JsonObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** The first of some paths with a list of texts, or a text; null if there is none. */
function listAt(record: JsonObject, paths: readonly string[]): readonly string[] | null {
  for (const path of paths) {
    const value = readTextList(valueAt(record, path));
    if (typeof value === 'string' && value !== '') return [value];
    if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'))
      return value;
  }
  return null;
}

/** The texts of a reference: of a list, a number or a text. */
function textsOf(reference: unknown): readonly string[] {
  const read = readTextList(reference);
  const items: readonly unknown[] = Array.isArray(read) ? read : [read];
  return items.flatMap((item) =>
    typeof item === 'string' && item.trim() !== '' ? [item] : typeof item === 'number' ? [String(item)] : [],
  );
}

function bucketsAt(
  record: JsonObject,
  named: Readonly<Record<string, readonly string[]>>,
): DatasetItem['buckets'] {
  const buckets: Record<string, readonly string[]> = {};
  for (const [name, keys] of Object.entries(named)) {
    const values = listAt(
      record,
      keys.flatMap((key) => [key, `meta_info.${key}`]),
    );
    if (values !== null) buckets[name] = values;
  }
  return buckets;
}

const booleanOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** A text as it is, anything else as JSON; null for nothing. */
function jsonText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a record is a question in the form of a paper. */
export const paperFormOf = (record: unknown): PaperForm | null =>
  isJsonObject(record) ? (PAPER_FORMS.find(({ matches }) => matches(record)) ?? null) : null;
