import { digitValue } from './digits.ts';

/** A non-negative Python int: a number if it is exact, otherwise a bigint, so that `===` is Python's `==`. */
export type PythonInt = number | bigint;

/** CPython 3.11 raises ValueError when it reads an int from more digits than this, counting leading zeros. */
export const MOST_DIGITS = 4300;

/** Every integer of this many digits is exact as a double. */
const EXACT_DIGITS = 15;

/** The modulus with which CPython hashes ints: 2^61 - 1 on 64-bit builds. */
const HASH_MODULUS = (1n << 61n) - 1n;

/**
 * Python's `int(digits)` for a text of one or more decimal digits of any script (what `\d+` matches). It does not limit
 * the number of digits; callers that need CPython's limit compare the number with MOST_DIGITS.
 */
export function readInt(digits: string): PythonInt {
  return readIntAt(digits, 0, digits.length);
}

/** Like `readInt`, for the digits of `text` from `start` to `end`. */
export function readIntAt(text: string, start: number, end: number): PythonInt {
  const short = end - start <= EXACT_DIGITS ? readAscii(text, start, end) : NaN;
  if (!Number.isNaN(short)) return short;
  let ascii = '';
  for (const digit of text.slice(start, end)) ascii += String(digitValue(digit.codePointAt(0) ?? 0));
  const significant = ascii.replace(/^0+/, '');
  if (significant.length <= EXACT_DIGITS) return Number(significant);
  const whole = BigInt(significant);
  return whole <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(whole) : whole;
}

/** The number of ASCII digits; NaN if there is another character among them. */
function readAscii(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** CPython's hash of a non-negative int on a 64-bit build. */
export function hashInt(value: PythonInt): PythonInt {
  if (typeof value === 'number') return value;
  const hash = value % HASH_MODULUS;
  return hash <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(hash) : hash;
}
