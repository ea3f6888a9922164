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
  const steps = stepsOf(path);
  if (steps === null) return undefined;
  const within = stepInto(record, steps.first);
  return within === undefined ? undefined : valueAt(within, steps.rest);
}

function stepInto(value: unknown, key: string): unknown {
  if (isJsonObject(value)) return Object.hasOwn(value, key) ? value[key] : undefined;
  return Array.isArray(value) && /^\d+$/.test(key) ? (value[Number(key)] as unknown) : undefined;
}

/** The first key of a path, and the rest of it. */
interface Steps {
  readonly first: string;
  readonly rest: string;
}

/** Paths come from formats and field maps, which are few, but are looked up in every record. */
const known = new Map<string, Steps | null>();

function stepsOf(path: string): Steps | null {
  let steps = known.get(path);
  if (steps === undefined) {
    const dot = path.indexOf('.');
    steps = dot === -1 ? null : { first: path.slice(0, dot), rest: path.slice(dot + 1) };
    if (known.size < 1_000) known.set(path, steps);
  }
  return steps;
}
