import { as, type Node, type Program } from './ast.ts';
import type { Tag } from './tokens.ts';

/** The tag that each node of a program's bodies was made from: the opening tag for a block. */
export interface Placed {
  readonly tags: ReadonlyMap<Node, Tag>;
}

/**
 * Matches a program with the tags that it was parsed from: the library's nodes do not record their places, but they are
 * in the same order as the tags, and each block has one tag for each branch and one for its end.
 */
export function placeStatements(program: Program, tags: readonly Tag[]): Placed {
  const places = new Map<Node, Tag>();
  let next = 0;
  const body = (nodes: readonly Node[]): void => {
    for (const node of nodes) statement(node);
  };
  const branches = (node: Node): void => {
    const test = as(node, 'If');
    if (!test) return;
    body(test.body);
    const [first] = test.alternate;
    if (first === undefined) return;
    // The library represents `elif` as a single `if` in the other branch; the next tag distinguishes it from an `if`
    // after `else`.
    const tag = tags[next];
    next++;
    if (tag?.tokens[0]?.token.value === 'elif') {
      places.set(first, tag);
      branches(first);
    } else body(test.alternate);
  };
  const statement = (node: Node): void => {
    const tag = tags[next];
    next++;
    if (!tag) return;
    places.set(node, tag);
    if (tag.kind !== 'statement') return;
    const loop = as(node, 'For');
    const block = as(node, 'Macro') ?? as(node, 'CallStatement') ?? as(node, 'FilterStatement');
    const set = as(node, 'Set');
    if (as(node, 'If')) {
      branches(node);
      // An empty `else` has no node, only a tag.
      if (tags[next]?.tokens[0]?.token.value === 'else') next++;
      next++;
    } else if (loop) {
      body(loop.body);
      if (tags[next]?.tokens[0]?.token.value === 'else') {
        next++;
        body(loop.defaultBlock);
      }
      next++;
    } else if (block) {
      body(block.body);
      next++;
    } else if (set?.value === null) {
      body(set.body);
      next++;
    }
  };
  body(program.body);
  return { tags: places };
}
