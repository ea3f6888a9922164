import { CLAIM_FIELDS, COUNT_FIELDS, isAdvantage, kindOfField, recordKeyOf } from './fields.ts';
import type { FilterScope } from './model.ts';

const NAME_SCOPES: Readonly<Record<string, FilterScope>> = {
  file: 'columns',
  verdict: 'columns',
  problem: 'columns',
  group: 'group',
};

/** Where the data of a field is. A field of `any` kind is taken for a number, but for what only the record says. */
export function scopeOfField(name: string): FilterScope {
  if (CLAIM_FIELDS.includes(name)) return 'claims';
  switch (kindOfField(name)) {
    case 'part':
      return 'text';
    case 'name':
      return NAME_SCOPES[name] ?? 'text';
    case 'number':
      return isAdvantage(name) ? 'group' : 'columns';
    case 'group':
      return 'group';
    default:
      return recordKeyOf(name) === null ? 'columns' : 'text';
  }
}

/**
 * Where the data of fields is that are compared with each other. Fields of `any` kind are texts beside such, and beside
 * themselves. Null if it is in more than one place, or a text is beside what is computed from the whole response.
 */
export function commonScope(names: readonly string[]): FilterScope | null {
  if (names.every((name) => kindOfField(name) === 'any')) return 'text';
  const others = new Set(names.map(scopeOfField));
  if (others.has('text') && names.some(isComputed)) return null;
  others.delete('columns');
  return others.size > 1 ? null : ([...others][0] ?? 'columns');
}

function isComputed(name: string): boolean {
  return (
    name === 'reward' ||
    name.startsWith('reward.') ||
    COUNT_FIELDS.includes(name) ||
    CLAIM_FIELDS.includes(name) ||
    isAdvantage(name)
  );
}
