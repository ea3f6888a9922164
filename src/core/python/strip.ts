import type { Span } from '../span.ts';
import { SPACE_RANGES } from './tables.ts';

/** Whether Python's `str.isspace` holds for a UTF-16 unit; its white space lies in the BMP, outside of surrogates. */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x1c && unit < 0x20) || (unit >= 0x9 && unit <= 0xd);
  return unit >= 0x85 && SPACE_RANGES.some(([first, last]) => unit >= first && unit <= last);
}

/** What Python's `str.strip` keeps of `text` from `start` to `end`, as a span of `text`. */
export function stripSpan(text: string, start: number, end: number): Span {
  let from = start;
  let to = end;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}

/** Python's `str.strip()`. */
export function strip(text: string): string {
  const kept = stripSpan(text, 0, text.length);
  return text.slice(kept.start, kept.end);
}
