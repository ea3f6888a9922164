import { CASE_PARTNERS, DIGIT_ZEROS, SPACE_RANGES } from './tables.ts';

const escapePoint = (point: number): string => `\\u{${point.toString(16)}}`;
const range = (first: number, last: number): string => `${escapePoint(first)}-${escapePoint(last)}`;

/**
 * Source of a regular expression (for the `u` flag) that matches what Python's `\s` matches in a str: unlike
 * JavaScript's, it includes U+001C..U+001F and U+0085, but not U+FEFF.
 */
export const SPACE = `[${SPACE_RANGES.map(([first, last]) => range(first, last)).join('')}]`;

/** Source (for the `u` flag) that matches what Python's `\d` matches in a str: every decimal digit of Unicode 14. */
export const DIGIT = `[${DIGIT_ZEROS.map((zero) => range(zero, zero + 9)).join('')}]`;

/**
 * Source (for the `u` flag) that matches `literal` as Python's re.IGNORECASE does: the ASCII letters i, k, and s also
 * match non-ASCII letters. `literal` may contain ASCII letters and characters without a special meaning in regular
 * expressions.
 */
export function ignoringCase(literal: string): string {
  return literal.replace(
    /[a-z]/gi,
    (letter) =>
      `[${letter.toLowerCase()}${letter.toUpperCase()}${CASE_PARTNERS[letter.toLowerCase()] ?? ''}]`,
  );
}
