import type { Span } from '../../span.ts';

/**
 * The span of Python's `text.split('<tag>')[1].split('</tag>')[0]`: from the first opening tag to the nearest closing
 * tag after it, or to a second opening tag, otherwise to the end. Null without an opening tag, where Python raises
 * IndexError.
 */
export function between(text: string, tag: string): Span | null {
  const opening = `<${tag}>`;
  const open = text.indexOf(opening);
  if (open < 0) return null;
  const start = open + opening.length;
  const again = text.indexOf(opening, start);
  const piece = again < 0 ? text.length : again;
  const close = text.indexOf(`</${tag}>`, start);
  return { start, end: close < 0 || close > piece ? piece : close };
}

/** Whether both tags occur somewhere in the text, in any order. */
export function hasBoth(text: string, tag: string): boolean {
  return text.includes(`<${tag}>`) && text.includes(`</${tag}>`);
}
