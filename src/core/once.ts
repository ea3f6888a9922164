/**
 * A function that creates a value when it is first needed, and then returns the same one: for constants with strings,
 * because the language is not known while a file loads.
 */
export function once<T>(create: () => T): () => T {
  let created: { readonly value: T } | null = null;
  return () => (created ??= { value: create() }).value;
}
