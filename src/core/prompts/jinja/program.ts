import { as, type Node, type Program } from './ast.ts';
import type { Tag } from './tokens.ts';

/** Which tag each node of a program's bodies was made from: the opening one for a block. */
export interface Placed {
  readonly tags: ReadonlyMap<Node, Tag>;
}

/**
 * Walks a program beside the tags that it was parsed from: the library's nodes carry no place, but their order is the
 * tags' order, and each block takes as many tags as it has branches and an end.
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
    // `elif` is kept as an `if` alone in the other branch; the tag that comes next tells it from an `if` after `else`.
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
      // An `else` without anything in it leaves no node, only its tag.
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
