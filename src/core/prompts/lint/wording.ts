/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** A tag in words. */
export const tagged = (name: string): string => `\`<${name}>\``;

/** Text in a sentence, cut where it is long. */
export function shortened(text: string, most = 60): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length <= most ? flat : `${flat.slice(0, most - 1)}…`;
}
