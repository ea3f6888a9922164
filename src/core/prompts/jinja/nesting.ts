import type { PlacedToken } from './tokens.ts';

/**
 * The deepest nesting of blocks, brackets, and operators that is read: each level takes the parser and the interpreter
 * some room on the stack.
 */
const DEEPEST = 250;

/** Statements with a body, and the other branches, each of which the library nests in the one before it. */
const OPENS = new Set(['if', 'for', 'macro', 'call', 'filter']);
/** Words between operands, which nest an expression as operators do. */
const WORDS = new Set(['if', 'else', 'not', 'and', 'or', 'in', 'is']);
const OPERAND = /^(?:Identifier|NumericLiteral|StringLiteral|Text|Comment|Colon|Equals)$/;

/** The token at which a template is nested too deeply to be read without running out of stack; null if none is. */
export function tooDeep(placed: readonly PlacedToken[]): PlacedToken | null {
  // How deep the template is nested by each block that is open, and by each bracket of the tag.
  const blocks: number[] = [];
  let brackets: number[] = [0];
  let depth = 0;
  for (const [index, item] of placed.entries()) {
    const { type, value } = item.token;
    if (type === 'OpenStatement' || type === 'OpenExpression') {
      for (const levels of brackets) depth -= levels;
      brackets = [0];
      const name = type === 'OpenStatement' ? (placed[index + 1]?.token.value ?? '') : '';
      if (OPENS.has(name) || (name === 'set' && !isAssignment(placed, index))) {
        blocks.push(1);
        depth++;
      } else if (name === 'elif') {
        blocks.push((blocks.pop() ?? 0) + 1);
        depth++;
      } else if (name.startsWith('end')) depth -= blocks.pop() ?? 0;
    } else if (type.startsWith('Open')) {
      brackets.push(1);
      depth++;
    } else if (type.startsWith('Close')) {
      if (brackets.length > 1) depth -= brackets.pop() ?? 0;
    } else if (type === 'Comma') {
      const last = brackets.length - 1;
      const least = last > 0 ? 1 : 0;
      depth -= (brackets[last] ?? least) - least;
      brackets[last] = least;
    } else if (type === 'Identifier' ? WORDS.has(value) : !OPERAND.test(type)) {
      brackets[brackets.length - 1] = (brackets.at(-1) ?? 0) + 1;
      depth++;
    }
    if (depth > DEEPEST) return item;
  }
  return null;
}

/** Whether the statement at `index` assigns a value, rather than what follows it up to `endset`. */
function isAssignment(placed: readonly PlacedToken[], index: number): boolean {
  for (let at = index; at < placed.length && placed[at]?.token.type !== 'CloseStatement'; at++)
    if (placed[at]?.token.type === 'Equals') return true;
  return false;
}
