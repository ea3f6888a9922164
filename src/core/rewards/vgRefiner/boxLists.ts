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

const KEY = 'bbox_2d';
const NO_BOXES: BoxList = { ok: true, boxes: [], skipped: [] };

/** The boxes of the reference: the `bbox_2d` values of a list of objects. */
export function referenceBoxes(reference: string): BoxList {
  const loaded = loadJson(reference);
  if (!loaded.ok) return refuse(`The reference is not JSON as Python reads it: ${loaded.reason}.`);
  return boxesAmong(loaded.value, 'reference');
}

/**
 * The boxes of an answer, the model's or another tool's: an empty value means no boxes, and an object counts as a list
 * of one.
 */
export function answerBoxes(answer: string, whose: string): BoxList {
  if (strip(answer) === '') return NO_BOXES;
  const loaded = loadJson(answer);
  if (!loaded.ok) return refuse(`The ${whose} is not JSON as Python reads it: ${loaded.reason}.`);
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
function boxesAmong(entries: PythonJson, whose: string): BoxList {
  if (typeof entries === 'string') return NO_BOXES;
  if (typeof entries !== 'object' || entries === null)
    return refuse(`The ${whose} is a number, true, false or null instead of a list of boxes.`);
  if (entries.kind === 'dict') {
    const named = Array.from(entries.entries.keys()).some((key) => key.includes(KEY));
    return named ? refuse(`The ${whose} is one object instead of a list of them.`) : NO_BOXES;
  }
  const boxes: PythonJson[] = [];
  const skipped: Span[] = [];
  for (const entry of entries.items) {
    if (typeof entry === 'string') {
      if (entry.includes(KEY)) return refuse(`An entry of the ${whose} is a text that speaks of ${KEY}.`);
    } else if (typeof entry !== 'object' || entry === null) {
      return refuse(`An entry of the ${whose} is a number, true, false or null.`);
    } else if (entry.kind === 'list') {
      if (entry.items.includes(KEY)) return refuse(`An entry of the ${whose} is a list that holds "${KEY}".`);
      skipped.push(entry.span);
    } else {
      const box = entry.entries.get(KEY);
      if (box === undefined) skipped.push(entry.span);
      else boxes.push(box);
    }
  }
  return { ok: true, boxes, skipped };
}

const refuse = (reason: string): BoxList => ({ ok: false, reason });
