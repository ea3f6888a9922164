import { DIGIT_ZEROS } from './tables.ts';

/** The value of a decimal digit of any script, as in Python's `\d` and `int`; -1 for other code points. */
export function digitValue(point: number): number {
  if (point < 0x80) return point >= 0x30 && point <= 0x39 ? point - 0x30 : -1;
  let low = 0;
  let high = DIGIT_ZEROS.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((DIGIT_ZEROS[middle] ?? Infinity) <= point) low = middle + 1;
    else high = middle;
  }
  const value = point - (DIGIT_ZEROS[low - 1] ?? -Infinity);
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
