import { t } from '../../t.ts';
import { loadJson } from '../../python/json.ts';
import type { PythonJson } from '../../python/json.ts';
import { strip } from '../../python/strip.ts';
import type { Span } from '../../span.ts';

/** The boxes of a text as Python reads them, or a sentence that says why Python raises. */
export type BoxList =
  | {
      readonly ok: true;
      readonly boxes: readonly PythonJson[];
      /** Entries that are skipped because they have no box. */
      readonly skipped: readonly Span[];
    }
  | { readonly ok: false; readonly reason: string };

/** Whose boxes are read: the model's, the reference's, or another tool's. */
export type Whose = 'answer' | 'reference' | 'tool';

const KEY = 'bbox_2d';
const NO_BOXES: BoxList = { ok: true, boxes: [], skipped: [] };

/** The boxes of the reference: the `bbox_2d` values of a list of objects. */
export function referenceBoxes(reference: string): BoxList {
  const loaded = loadJson(reference);
  if (!loaded.ok) return notJson('reference', loaded.reason);
  return boxesAmong(loaded.value, 'reference');
}

/**
 * The boxes of an answer, the model's or another tool's: an empty value means no boxes, and an object counts as a list
 * of one.
 */
export function answerBoxes(answer: string, whose: Whose): BoxList {
  if (strip(answer) === '') return NO_BOXES;
  const loaded = loadJson(answer);
  if (!loaded.ok) return notJson(whose, loaded.reason);
  const { value } = loaded;
  if (isFalse(value)) return NO_BOXES;
  if (typeof value === 'object' && value?.kind === 'dict') {
    const box = value.entries.get(KEY);
    return box === undefined
      ? { ok: true, boxes: [], skipped: [value.span] }
      : { ok: true, boxes: [box], skipped: [] };
  }
  return boxesAmong(value, whose);
}

/** Python's `not value`. */
function isFalse(value: PythonJson): boolean {
  if (typeof value === 'object') {
    if (value === null) return true;
    return value.kind === 'list' ? value.items.length === 0 : value.entries.size === 0;
  }
  return value === false || value === '' || value === 0 || value === 0n;
}

/** `[entry['bbox_2d'] for entry in entries if 'bbox_2d' in entry]` for a value of any type. */
function boxesAmong(entries: PythonJson, whose: Whose): BoxList {
  if (typeof entries === 'string') return NO_BOXES;
  if (typeof entries !== 'object' || entries === null)
    return refuse(whose, t('There is a number, true, false or null instead of a list of boxes.'));
  if (entries.kind === 'dict') {
    const named = Array.from(entries.entries.keys()).some((key) => key.includes(KEY));
    return named ? refuse(whose, t('There is one object instead of a list of objects.')) : NO_BOXES;
  }
  const boxes: PythonJson[] = [];
  const skipped: Span[] = [];
  for (const entry of entries.items) {
    if (typeof entry === 'string') {
      if (entry.includes(KEY)) return refuse(whose, t('An entry is a text that mentions {0}.', KEY));
    } else if (typeof entry !== 'object' || entry === null) {
      return refuse(whose, t('An entry is a number, true, false or null.'));
    } else if (entry.kind === 'list') {
      if (entry.items.includes(KEY)) return refuse(whose, t('An entry is a list that contains "{0}".', KEY));
      skipped.push(entry.span);
    } else {
      const box = entry.entries.get(KEY);
      if (box === undefined) skipped.push(entry.span);
      else boxes.push(box);
    }
  }
  return { ok: true, boxes, skipped };
}

function notJson(whose: Whose, reason: string): BoxList {
  switch (whose) {
    case 'answer':
      return { ok: false, reason: t('The answer is not JSON as Python reads it: {0}.', reason) };
    case 'reference':
      return { ok: false, reason: t('The reference is not JSON as Python reads it: {0}.', reason) };
    case 'tool':
      return { ok: false, reason: t('The tool’s result is not JSON as Python reads it: {0}.', reason) };
  }
}

const refuse = (whose: Whose, reason: string): BoxList => ({ ok: false, reason: sayWhere(whose, reason) });

/** A sentence about a list of boxes, with whose it is. */
export function sayWhere(whose: Whose, sentence: string): string {
  switch (whose) {
    case 'answer':
      return t('In the answer: {0}', sentence);
    case 'reference':
      return t('In the reference: {0}', sentence);
    case 'tool':
      return t('In the tool’s result: {0}', sentence);
  }
}
