import type { Verdict } from '../rewards/model.ts';
import { columnKeysOf } from './columnKeys.ts';
import type { FieldMap, FieldSource } from './fieldMap.ts';
import { isJsonObject, valueAt } from './fieldPath.ts';
import { readTextList } from '../textList.ts';

/** The value of a field in the first of some records that has one; undefined if none has. */
export function readSource(records: readonly unknown[], { paths, as }: FieldSource): unknown {
  if (as === 'joined') {
    const texts = paths.map((path) => firstAt(records, path)).filter((text) => typeof text === 'string');
    return texts.length === 0 ? undefined : texts.join('\n');
  }
  for (const path of paths) {
    const value = firstAt(records, path);
    if (value === undefined || value === null) continue;
    switch (as) {
      case 'boxes':
        return boxesJson(value);
      case 'json-list':
        return readList(value);
      case 'verl-sample':
        return typeof value === 'string' ? (/^(.+)_\d+_\d+$/.exec(value)?.[1] ?? undefined) : undefined;
      case 'text':
        // An empty cell is NaN in what pandas writes.
        if (Number.isNaN(value)) continue;
        return typeof value === 'number' ? String(value) : value;
      case 'text-list':
        return readTextList(value);
      case 'value':
        return value;
    }
  }
  return undefined;
}

/** A list that may be written as JSON in a text, as in the data of MMLongBench-Doc; any other value as it is. */
function readList(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function firstAt(records: readonly unknown[], path: string): unknown {
  for (const record of records) {
    const value = valueAt(record, path);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Converts one box or a list of boxes to the list of objects with `bbox_2d` that grounding rewards read, as JSON. */
function boxesJson(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const boxes: readonly unknown[] = value.some(Array.isArray) || value.length === 0 ? value : [value];
  return JSON.stringify(boxes.map((box) => ({ bbox_2d: box })));
}

/**
 * What a model wrote, from a text, a list of content parts, a chat message, or a list of messages (the assistant's
 * messages, one after the other); null if there is none.
 */
export function responseText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (isJsonObject(value)) return responseText(value['content'] ?? value['text']);
  if (!Array.isArray(value) || value.length === 0) return null;
  const messages = value.some((item) => isJsonObject(item) && 'role' in item);
  const texts = value
    .filter((item) => !messages || (isJsonObject(item) && item['role'] === 'assistant'))
    .map(responseText)
    .filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(messages ? '\n' : '');
}

/**
 * What a model was sent, from a text, a list of content parts, a chat message, or a list of messages (all of them, one
 * per line); null if there is none.
 */
export function promptText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (isJsonObject(value)) return promptText(value['content'] ?? value['text']);
  if (!Array.isArray(value)) return null;
  const texts = value.map(promptText).filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join('\n');
}

/**
 * The question in what a model was sent: a text unchanged, of messages the last one of the user, otherwise all of the
 * text; null if there is none.
 */
export function questionText(value: unknown): string | null {
  if (Array.isArray(value)) {
    const asked: unknown = value.findLast((message) => isJsonObject(message) && message['role'] === 'user');
    const text = promptText(asked);
    if (text !== null && text !== '') return text;
  }
  const all = typeof value === 'object' ? promptText(value) : null;
  return all === null || all === '' ? plainText(value) : all;
}

/**
 * A value as the text that is passed to a reward function: a text unchanged, a list with one text as that text, and
 * anything else as JSON. NaN, which pandas has in an empty cell, is none.
 */
export function plainText(value: unknown): string | null {
  if (value === undefined || value === null || Number.isNaN(value)) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return value[0];
  return JSON.stringify(value);
}

/** The keys of an object that hold a ground truth, as in Search-R1's `{"target": [...]}`. */
const TRUTH_KEYS = ['target', 'ground_truth', 'answer', 'answers'];

/** The ground truth in a value: that of an object is under one of a few keys. Other values are unchanged. */
export function unwrapTruth(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const key = TRUTH_KEYS.find((each) => value[each] !== undefined && value[each] !== null);
  return key === undefined ? value : unwrapTruth(value[key]);
}

/** The reference answers in a value: one text, the texts of a list, or those that an object holds as its ground truth. */
export function referenceTexts(wrapped: unknown): readonly string[] {
  const value = unwrapTruth(wrapped);
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  const text = isJsonObject(value) ? null : plainText(value);
  return text === null ? [] : [text];
}

/** A list of texts and numbers, or one of them, as the texts that Python prints for them; null for other values. */
export function readTexts(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return null;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = items.map((item) => (typeof item === 'number' ? String(item) : item));
  return texts.every((item) => typeof item === 'string') ? texts : null;
}

/** A count: a whole number, a text that is one, or the length of a list; null for other values. */
export function readCount(value: unknown): number | null {
  if (Array.isArray(value)) return value.length;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null;
}

/**
 * A training step: a whole number from 0 to 2^53 - 1, or a text that is one; null for other values. Greater numbers are
 * rounded when they are read, so that steps could not be told apart.
 */
export function readStep(value: unknown): number | null {
  const step = Array.isArray(value) ? null : readCount(value);
  return Number.isSafeInteger(step) ? step : null;
}

/** A length as rewards compare it: a count, or any finite number; null for other values. */
export function readLength(value: unknown): number | null {
  return readCount(value) ?? (typeof value === 'number' && Number.isFinite(value) ? value : null);
}

/** The value if it is a number; null otherwise. */
export function readNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** A score: a number, also as text as cells of tables have it, or true or false as Python counts them; null otherwise. */
export function readScore(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string') return readNumber(value);
  if (value.trim().toLowerCase() === 'nan') return Number.NaN;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? null : number;
}

/**
 * The numbers of a record under keys other than the given ones, such as the parts of a trainer's reward. As in Python,
 * true is 1 and false is 0.
 * @param keys those that may hold columns, if they are known
 */
export function readColumns(
  record: unknown,
  map: FieldMap,
  keys?: readonly string[],
): Readonly<Record<string, number>> {
  const columns: Record<string, number> = {};
  if (!isJsonObject(record)) return columns;
  for (const key of keys ?? columnKeysOf(Object.keys(record), map)) {
    const value = record[key];
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (typeof number === 'number') columns[key] = number;
  }
  return columns;
}

const VERDICTS: ReadonlyMap<unknown, Verdict> = new Map<unknown, Verdict>([
  ['right', 'right'],
  ['correct', 'right'],
  ['true', 'right'],
  [true, 'right'],
  [1, 'right'],
  ['wrong', 'wrong'],
  ['incorrect', 'wrong'],
  ['false', 'wrong'],
  [false, 'wrong'],
  [0, 'wrong'],
  ['1', 'right'],
  ['1.0', 'right'],
  ['yes', 'right'],
  ['0', 'wrong'],
  ['0.0', 'wrong'],
  ['no', 'wrong'],
  ['unknown', 'unknown'],
  ['', 'unknown'],
  [null, 'unknown'],
  [undefined, 'unknown'],
  [Number.NaN, 'unknown'],
]);

/** A verdict: the words right, wrong, or unknown, true or false, or 1 or 0; null for other values. */
export function readVerdict(value: unknown): Verdict | null {
  return VERDICTS.get(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? null;
}
