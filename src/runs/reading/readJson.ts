import { loadJson, type PythonJson } from '../../core/python/json.ts';

/** A JSON text read, or a sentence that says why it cannot be. */
export type JsonReading = { readonly value: unknown } | { readonly problem: string };

/** Reads a JSON text as Python's `json` does: NaN and Infinity may stand bare, as Python writes them. */
export function readJson(text: string): JsonReading {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    const loaded = loadJson(text);
    if (loaded.ok) return { value: plain(loaded.value) };
    return {
      problem: `This is not JSON: ${loaded.reason.charAt(0).toLowerCase()}${loaded.reason.slice(1)}.`,
    };
  }
}

/** A value of Python's as JSON.parse would give it. */
function plain(value: PythonJson): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value.kind === 'list') return value.items.map(plain);
  return Object.fromEntries([...value.entries].map(([key, item]) => [key, plain(item)]));
}
