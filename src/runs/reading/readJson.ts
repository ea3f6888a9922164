import { t } from '@vscode/l10n';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import { isDeeperThan, MOST_DEPTH } from '../../core/nesting.ts';
import type { RecordProblem } from '../../core/records/problemReason.ts';
import { loadJson, type PythonJson } from '../../core/python/json.ts';

/** The value of a JSON text, or a sentence that says why it has none. */
export type JsonReading = { readonly value: unknown } | RecordProblem;

/**
 * Reads a JSON text as Python's `json` does: it may contain NaN and Infinity, as Python writes them. A whole number of a
 * record that is no exact double, as an id may be, is its digits. A value has at most `MOST_DEPTH` levels of lists and
 * objects, so that whatever reads it does not exhaust the stack.
 */
export function readJson(text: string): JsonReading {
  const reading = parse(text);
  if ('problem' in reading) return reading;
  if (text.length > 2 * MOST_DEPTH && isDeeperThan(reading.value, MOST_DEPTH)) return tooDeep();
  const exact = hasInexactNumber(reading.value) ? loadJson(text) : null;
  return exact?.ok === true ? { value: plainValue(exact.value) } : reading;
}

/** Whether a number of a record, which may be an id, is so large that JSON.parse rounds it. */
function hasInexactNumber(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  for (const key in value) {
    const number = value[key];
    if (typeof number === 'number' && Number.isInteger(number) && !Number.isSafeInteger(number)) return true;
  }
  return false;
}

/**
 * Reads a record that follows its key, as in an object with a record under each: `"key": {...}`. The key is its id,
 * unless the record has one.
 */
export function readEntry(text: string): JsonReading {
  // A text on a line of its own is a value, although it looks like a key.
  const alone = readJson(text);
  if ('value' in alone) return alone;
  const reading = readJson(`{${text}}`);
  if ('problem' in reading) return reading.reason === 'too_deep' ? reading : alone;
  const [entry] = isJsonObject(reading.value) ? Object.entries(reading.value) : [];
  if (entry === undefined || !isJsonObject(entry[1])) return alone;
  return { value: { id: entry[0], ...entry[1] } };
}

function parse(text: string): JsonReading {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    const loaded = loadJson(text);
    if (loaded.ok) return { value: plainValue(loaded.value) };
    if (loaded.isTooDeep === true) return tooDeep();
    return {
      problem: t('This is not JSON: {0}.', loaded.reason),
      reason: 'json',
    };
  }
}

function tooDeep(): RecordProblem {
  return { problem: t('This is nested more than {0} levels deep.', MOST_DEPTH), reason: 'too_deep' };
}

/** A Python value as JSON.parse would return it; a whole number that is no exact double as its digits. */
export function plainValue(value: PythonJson): unknown {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value.kind === 'list') return value.items.map(plainValue);
  return Object.fromEntries([...value.entries].map(([key, item]) => [key, plainValue(item)]));
}
