import { isJsonObject } from '../fieldPath.ts';

/** Where a value is in a JSON value: keys of objects and positions in lists. */
export type JsonPath = readonly (string | number)[];

/** A text that stands at one place and belongs at another too. */
export type SharedText = readonly [from: JsonPath, to: JsonPath];

/** Shorter texts are written twice: what says where they are would be as long. */
const SHORTEST = 64;

/**
 * A value in which null stands for the texts that are known already, and where they belong.
 * @param known the place of each text
 * @param at the place of the value itself
 */
export function shareTexts(
  value: unknown,
  known: ReadonlyMap<string, JsonPath>,
  at: JsonPath,
): { readonly value: unknown; readonly shared: readonly SharedText[] } {
  if (typeof value === 'string') {
    const from = value.length < SHORTEST ? undefined : known.get(value);
    return from === undefined ? { value, shared: [] } : { value: null, shared: [[from, at]] };
  }
  if (typeof value !== 'object' || value === null) return { value, shared: [] };
  const shared: SharedText[] = [];
  const share = (item: unknown, key: string | number): unknown => {
    if (typeof item !== 'string' && (typeof item !== 'object' || item === null)) return item;
    const within = shareTexts(item, known, [...at, key]);
    shared.push(...within.shared);
    return within.value;
  };
  const copy = Array.isArray(value)
    ? value.map(share)
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, share(item, key)]));
  return shared.length === 0 ? { value, shared } : { value: copy, shared };
}

/** A value with the texts of `shareTexts` at their places. A place that does not exist is left out. */
export function restoreTexts<T extends object>(value: T, shared: readonly SharedText[]): T {
  return shared.reduce((restored, [from, to]) => {
    const text = from.reduce<unknown>(valueIn, restored);
    return typeof text === 'string' ? (withText(restored, to, text) as T) : restored;
  }, value);
}

function valueIn(holder: unknown, key: string | number): unknown {
  if (Array.isArray(holder)) return typeof key === 'number' ? (holder[key] as unknown) : undefined;
  return isJsonObject(holder) && Object.hasOwn(holder, key) ? holder[String(key)] : undefined;
}

/** A copy of a value with a text in place of the null at a path. */
function withText(value: unknown, [key, ...rest]: JsonPath, text: string): unknown {
  if (key === undefined) return value === null ? text : value;
  const within = valueIn(value, key);
  if (within === undefined) return value;
  const replaced = withText(within, rest, text);
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? replaced : item));
  // A key named __proto__ is a key like any other.
  return Object.fromEntries(
    Object.entries(value as object).map(([name, item]: [string, unknown]) => [
      name,
      name === key ? replaced : item,
    ]),
  );
}
