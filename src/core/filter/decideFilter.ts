import type { FilterTree } from './model.ts';

/**
 * Whether a row matches, as far as it is known which atoms hold for it.
 * @param holds null for an atom of which it is not known
 * @returns null if that decides
 */
export function decideFilter(
  tree: FilterTree | null,
  holds: (atom: number) => boolean | null,
): boolean | null {
  if (tree === null) return true;
  switch (tree.kind) {
    case 'atom':
      return holds(tree.atom);
    case 'not': {
      const value = decideFilter(tree.of, holds);
      return value === null ? null : !value;
    }
    default: {
      // A condition that does not hold decides `and`, and one that holds decides `or`.
      const decisive = tree.kind === 'or';
      let result: boolean | null = !decisive;
      for (const part of tree.of) {
        const value = decideFilter(part, holds);
        if (value === decisive) return decisive;
        if (value === null) result = null;
      }
      return result;
    }
  }
}
