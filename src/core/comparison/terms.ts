import { contentOf } from '../grounding/content.ts';
import { tokenize } from '../grounding/tokens.ts';

/** How many UTF-16 units at the beginning of a text are read, which is enough to tell texts apart. */
export const LONGEST_READ = 800;

/** The hashes of distinct terms, in ascending order: words, and numbers by their values. */
export type Terms = Uint32Array;

/**
 * The terms at the beginning of a text. A number is one term, however it is written: `1,234.50` is `1234.5`. Words that
 * are in every text, and units, are no terms unless there are no others.
 */
export function termsOf(text: string): Terms {
  const tokens = tokenize(text.slice(0, LONGEST_READ));
  const hashes = new Set<number>();
  const content = contentOf(tokens);
  let end = 0;
  for (const at of content.length === 0 ? tokens.keys.keys() : content) {
    if (at < end) continue;
    const [number] = tokens.numbers.get(at) ?? [];
    end = number?.to ?? at + 1;
    hashes.add(hashOf(number === undefined ? (tokens.keys[at] ?? '') : `#${number.values[0] ?? ''}`));
  }
  return Uint32Array.from(hashes).toSorted();
}

/** FNV-1a, 32 bits. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
