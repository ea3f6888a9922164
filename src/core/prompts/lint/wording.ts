/** `a`, `a and b`, `a, b and c`. */
export function joinList(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** A tag as it is written in a message. */
export const quoteTag = (name: string): string => `\`<${name}>\``;
