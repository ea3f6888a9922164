import { parsedJson } from '../core/parsedJson.ts';
import type { Usage } from './model.ts';

/** An object that a server sent: any key may be absent, null, or of another type. */
export type Wire = Readonly<Record<string, unknown>>;

/** `value` as an object with keys, or null. */
export function asRecord(value: unknown): Wire | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Wire) : null;
}

/** `value` as text; empty if it is not text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `value` as a finite number, or null. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** `value` as a number of things, such as tokens: a whole number from 0 to 2⁵³ - 1, otherwise null. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** `value` as a list; empty if it is not a list. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The most lists and objects in JSON that is parsed: each takes up to 80 bytes of memory, but only 2 bytes of text. */
const MOST_VALUES = 1_000_000;

/**
 * The most keys that all objects may have together beyond `KEYS_PER_OBJECT` for each: many keys in one object take some
 * hundred bytes of memory each, but the keys of many objects of the same form take almost none.
 */
const MOST_KEYS = 200_000;
const KEYS_PER_OBJECT = 50;

/** How often `part` is in `text`; counting ends after `most`. */
function countUpTo(text: string, part: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0 && count <= most; at = text.indexOf(part, at + part.length))
    count += 1;
  return count;
}

/** The keys of all objects of JSON: the colons that are not within strings. */
function countKeys(json: string): number {
  let keys = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (inString && character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && character === ':') keys += 1;
  }
  return keys;
}

/**
 * Whether `text` may have more lists and objects than are parsed, or more keys in few objects. The openings of lists and
 * objects within strings count, too.
 */
export function isCrowded(text: string): boolean {
  // A shorter text has no room for them.
  if (text.length < MOST_VALUES) return false;
  const objects = countUpTo(text, '{', MOST_VALUES);
  if (objects + countUpTo(text, '[', MOST_VALUES - objects) > MOST_VALUES) return true;
  const most = MOST_KEYS + objects * KEYS_PER_OBJECT;
  return countUpTo(text, ':', most) > most && countKeys(text) > most;
}

/** `text` parsed as JSON, or undefined if it is not JSON or has too many lists and objects. */
export function parseJson(text: string): unknown {
  if (isCrowded(text)) return undefined;
  return parsedJson(text);
}

/** Usage as vLLM reports it; details are included only with --enable-prompt-tokens-details. */
export function readUsage(usage: Wire): Usage {
  const details = asRecord(usage['prompt_tokens_details']);
  const multimodal = asRecord(details?.['multimodal_tokens']);
  return {
    promptTokens: asCount(usage['prompt_tokens']),
    completionTokens: asCount(usage['completion_tokens']),
    cachedTokens: asCount(details?.['cached_tokens']),
    imageTokens: asCount(multimodal?.['image']),
  };
}
