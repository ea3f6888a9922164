import { buildAtom, buildSearch } from './buildAtom.ts';
import { parse, SyntaxError } from './filterGrammar.js';
import { grammarFault, LONGEST_FILTER, tooLong } from './filterFaults.ts';
import type { GrammarNode } from './grammarNodes.ts';
import { otherLanguage } from './otherLanguage.ts';
import type { Filter, FilterAtom, FilterError, FilterResult, FilterTree } from './model.ts';

/**
 * Reads a filter without looking into its patterns, which needs no library: for completion and for what is drawn.
 * `parseFilter` does both.
 */
export function readFilter(text: string): FilterResult {
  if (text.length > LONGEST_FILTER) return { ok: false, error: tooLong(text) };
  let node: GrammarNode | null;
  try {
    node = parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, error: grammarFault(error.message, text, error.location) };
  }
  const atoms: FilterAtom[] = [];
  const errors: FilterError[] = [];
  const tree = node === null ? null : buildTree(node, text, atoms, errors);
  const [error] = errors;
  return error === undefined ? { ok: true, filter: filterOf(atoms, tree) } : { ok: false, error };
}

/** A filter of a formula over atoms. */
function filterOf(atoms: readonly FilterAtom[], tree: FilterTree | null): Filter {
  return { atoms, tree, test: tree === null ? () => true : (holds) => holdsIn(tree, holds) };
}

function holdsIn(tree: FilterTree, holds: (atom: number) => boolean): boolean {
  switch (tree.kind) {
    case 'atom':
      return holds(tree.atom);
    case 'not':
      return !holdsIn(tree.of, holds);
    case 'and':
      return tree.of.every((each) => holdsIn(each, holds));
    case 'or':
      return tree.of.some((each) => holdsIn(each, holds));
  }
}

/** The formula of a node. Its atoms are appended to `atoms`, what has no meaning to `errors`. */
function buildTree(node: GrammarNode, text: string, atoms: FilterAtom[], errors: FilterError[]): FilterTree {
  switch (node.type) {
    case 'and':
    case 'or': {
      const other = otherLanguage(node, text);
      if (other !== null) errors.push(other);
      return { kind: node.type, of: node.of.map((each) => buildTree(each, text, atoms, errors)) };
    }
    case 'not':
      return { kind: 'not', of: buildTree(node.of, text, atoms, errors) };
    case 'condition':
    case 'search': {
      const built = node.type === 'search' ? buildSearch(node.value, node.span) : buildAtom(node);
      if ('message' in built) errors.push(built);
      else atoms.push(built);
      return { kind: 'atom', atom: atoms.length - 1 };
    }
  }
}
