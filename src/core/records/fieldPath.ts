/** A value of a JSON record. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object with keys. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The value at `path` in a record; undefined if there is none. A path is a key, or keys and list positions (from 0)
 * with dots between them: `response.body.choices.0`. A key that itself contains dots has priority.
 */
export function valueAt(record: unknown, path: string): unknown {
  const value = stepInto(record, path);
  if (value !== undefined) return value;
  const dot = path.indexOf('.');
  if (dot === -1) return undefined;
  const within = stepInto(record, path.slice(0, dot));
  return within === undefined ? undefined : valueAt(within, path.slice(dot + 1));
}

function stepInto(value: unknown, key: string): unknown {
  if (isJsonObject(value)) return Object.hasOwn(value, key) ? value[key] : undefined;
  return Array.isArray(value) && /^\d+$/.test(key) ? (value[Number(key)] as unknown) : undefined;
}
