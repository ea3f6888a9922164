import type { Span } from '../span.ts';
import { SPACE_RANGES } from './tables.ts';

const SPACES: ReadonlySet<number> = new Set(
  SPACE_RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  ),
);

/**
 * Whether Python's `str.isspace`, and so `\s`, holds for a UTF-16 unit: its white space lies in the BMP, outside of
 * surrogates. Other than JavaScript's it has U+001C..U+001F and U+0085, and not U+FEFF.
 */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x1c && unit < 0x20) || (unit >= 0x9 && unit <= 0xd);
  return unit >= 0x85 && SPACES.has(unit);
}

/** The first place at or after `at`, and before `end`, where no white space of Python's stands; `end` without one. */
export function skipSpace(text: string, at: number, end: number): number {
  let place = at;
  while (place < end && isSpace(text.charCodeAt(place))) place++;
  return place;
}

/** What Python's `str.strip` keeps of `text` from `start` to `end`, as a span of `text`. */
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
