import { createScanner } from 'jsonc-parser';

const OPENING: Readonly<Partial<Record<string, string>>> = { ']': '[', '}': '{' };

/**
 * The offset of the first bracket that opens more than `levels` levels of lists and objects in a JSON text, which may
 * be broken; -1 if there is none. The parser calls itself for each level, so deeper texts would exhaust the stack.
 */
export function deeperAt(text: string, levels: number): number {
  if ((text.match(/[[{]/g)?.length ?? 0) <= levels) return -1;
  const scanner = createScanner(text, true);
  const open: string[] = [];
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    const first = text[at];
    if (first === undefined) return -1;
    if (first === '[' || first === '{') {
      open.push(first);
      if (open.length > levels) return at;
      // The parser skips a bracket that closes something else.
    } else if (open.length > 0 && open.at(-1) === OPENING[first]) open.pop();
  }
}
