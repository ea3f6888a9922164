/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** Number of scalars and empty containers in `value`: what a comparison of it compares. */
export function countFields(value: Json): number {
  if (value === null || typeof value !== 'object') return 1;
  const parts = Object.values(value);
  return parts.length === 0 ? 1 : parts.reduce<number>((total, part) => total + countFields(part), 0);
}
