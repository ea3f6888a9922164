import type { FilterResult } from './model.ts';
import { patternFault } from './pattern.ts';
import { readFilter } from './readFilter.ts';

/**
 * Reads a filter (docs/filters.md). A text without conditions is a filter that all rows match. Whether its fields exist
 * is for `checkFilter`.
 */
export function parseFilter(text: string): FilterResult {
  const result = readFilter(text);
  if (!result.ok) return result;
  for (const atom of result.filter.atoms) {
    if ((atom.kind !== 'text' && atom.kind !== 'list') || atom.match.how !== 'pattern') continue;
    const error = patternFault(atom.match);
    if (error !== null) return { ok: false, error };
  }
  return result;
}
