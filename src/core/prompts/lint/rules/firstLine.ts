import type { Span } from '../../../span.ts';

/** The first line of a text that is not blank. */
export function firstLineSpan(text: string): Span {
  const start = Math.max(0, text.search(/\S/));
  const lineEnd = text.indexOf('\n', start);
  return { start, end: lineEnd < 0 ? text.length : lineEnd };
}
