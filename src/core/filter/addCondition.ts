import { formatFilter } from './formatFilter.ts';
import type { Filter, FilterTree } from './model.ts';
import { parseFilter } from './parseFilter.ts';

/**
 * A filter with one more condition, as a chart adds it: instead of what the filter says of the same fields, if that is
 * combined with the rest by `and`. A condition that the filter has already is removed.
 * @param filter a filter as a person wrote it; one that cannot be read is replaced
 * @param condition a filter without `or`, or one in parentheses
 */
export function addCondition(filter: string, condition: string): string {
  const before = parseFilter(filter);
  const added = parseFilter(condition);
  if (!before.ok || before.filter.tree === null || !added.ok) return condition;
  const fields = fieldsOf(added.filter);
  const written = formatFilter(added.filter);
  const parts = conjunctsOf(before.filter.tree);
  const format = (of: readonly FilterTree[]): string =>
    of.length === 0
      ? ''
      : formatFilter({ ...before.filter, tree: of.length === 1 ? (of[0] ?? null) : { kind: 'and', of } });
  const isReplaced = (part: FilterTree): boolean =>
    part.kind === 'atom'
      ? before.filter.atoms[part.atom]?.fields.every(({ name }) => fields.has(name)) === true
      : part.kind === 'or' && format([part]) === written;
  const kept = parts.filter((part) => !isReplaced(part));
  if (kept.length === parts.length)
    return before.filter.tree.kind === 'or'
      ? `(${filter.trim()}) ${condition}`
      : `${filter.trim()} ${condition}`;
  const replaced = format(parts.filter(isReplaced));
  const rest = format(kept);
  if (replaced === written) return rest;
  return rest === ''
    ? condition
    : `${kept.length === 1 && kept[0]?.kind === 'or' ? `(${rest})` : rest} ${condition}`;
}

function fieldsOf({ atoms }: Filter): ReadonlySet<string> {
  return new Set(atoms.flatMap(({ fields }) => fields.map(({ name }) => name)));
}

function conjunctsOf(tree: FilterTree): readonly FilterTree[] {
  return tree.kind === 'and' ? tree.of : [tree];
}
