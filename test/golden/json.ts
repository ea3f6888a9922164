/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** Number of scalars and empty containers in `value`: the units that a comparison counts. */
export function countFields(value: Json): number {
  if (value === null || typeof value !== 'object') return 1;
  const parts = Object.values(value);
  return parts.length === 0 ? 1 : parts.reduce<number>((total, part) => total + countFields(part), 0);
}

/**
 * The differences between `actual` and `expected`, as `path: actual instead of expected`. Numbers are compared bit by
 * bit: 0 is not -0.
 */
export function* differences(actual: Json | undefined, expected: Json, path: string): Generator<string> {
  if (isNested(actual) && isNested(expected) && Array.isArray(actual) === Array.isArray(expected)) {
    const [found, wanted] = [actual as JsonObject, expected as JsonObject];
    for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)]))
      yield* differences(found[key], wanted[key] as Json, `${path}.${key}`);
  } else if (!Object.is(actual, expected))
    yield `${path}: ${printValue(actual)} instead of ${printValue(expected)}`;
}

const isNested = (value: Json | undefined): boolean => typeof value === 'object' && value !== null;

function printValue(value: Json | undefined): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
