import type { Span } from '../span.ts';
import { SPACE_RANGES } from './tables.ts';

const SPACES: ReadonlySet<number> = new Set(
  SPACE_RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  ),
);

/**
 * Whether Python's `str.isspace`, and therefore `\s`, is true for a UTF-16 unit: its white space is in the BMP, outside
 * of surrogates. Unlike JavaScript's, it includes U+001C..U+001F and U+0085, but not U+FEFF.
 */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x1c && unit < 0x20) || (unit >= 0x9 && unit <= 0xd);
  return unit >= 0x85 && SPACES.has(unit);
}

/** The first offset from `at` up to `end` that is not Python's white space; `end` if there is none. */
export function skipSpace(text: string, at: number, end: number): number {
  let place = at;
  while (place < end && isSpace(text.charCodeAt(place))) place++;
  return place;
}

/** The part of `text` from `start` to `end` that Python's `str.strip` keeps, as a span of `text`. */
export function stripSpan(text: string, start: number, end: number): Span {
  const from = skipSpace(text, start, end);
  let to = end;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}

/** Python's `str.strip()`. */
export function strip(text: string): string {
  const kept = stripSpan(text, 0, text.length);
  return text.slice(kept.start, kept.end);
}
