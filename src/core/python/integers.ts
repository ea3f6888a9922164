import { digitValue } from './digits.ts';

/** A non-negative Python int: a number as long as that is exact, else a bigint, so that `===` is Python's `==`. */
export type PythonInt = number | bigint;

/** CPython 3.11 refuses (ValueError) to read an int from more digits than this, leading zeros counted. */
export const MOST_DIGITS = 4300;

/** What is left of the modulus that CPython hashes ints with: 2^61 - 1 on 64-bit builds. */
const HASH_MODULUS = (1n << 61n) - 1n;

/**
 * Python's `int(digits)` for a text of one or more decimal digits of any script (what `\d+` matches).
 * It knows no limit of digits; callers who need CPython's compare the count with MOST_DIGITS.
 */
export function readInt(digits: string): PythonInt {
  if (/^[0-9]{1,15}$/.test(digits)) return Number(digits);
  let ascii = '';
  for (const digit of digits) ascii += String(digitValue(digit.codePointAt(0) ?? 0));
  const significant = ascii.replace(/^0+/, '');
  if (significant.length <= 15) return Number(significant);
  const whole = BigInt(significant);
  return whole <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(whole) : whole;
}

/** CPython's hash of a non-negative int on a 64-bit build. */
export function hashInt(value: PythonInt): PythonInt {
  if (typeof value === 'number') return value;
  const hash = value % HASH_MODULUS;
  return hash <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(hash) : hash;
}
