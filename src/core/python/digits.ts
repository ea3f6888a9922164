import { lastNotAbove } from '../binarySearch.ts';
import { DIGIT_ZEROS } from './tables.ts';

/** The value of a decimal digit of any script, as in Python's `\d` and `int`; -1 for other code points. */
export function digitValue(point: number): number {
  if (point < 0x80) return point >= 0x30 && point <= 0x39 ? point - 0x30 : -1;
  const value = point - (DIGIT_ZEROS[lastNotAbove(DIGIT_ZEROS, point)] ?? -Infinity);
  return value <= 9 ? value : -1;
}

/** The end of the decimal digits (`\d*`) that begin at `at`, before `end`. */
export function skipDigits(text: string, at: number, end: number): number {
  let place = at;
  while (place < end) {
    const point = text.codePointAt(place) ?? 0;
    if (digitValue(point) < 0) break;
    place += point > 0xffff ? 2 : 1;
  }
  return place;
}
