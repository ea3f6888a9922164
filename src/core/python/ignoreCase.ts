import { CASE_PARTNERS } from './tables.ts';

const LOWER_OF_PARTNER: ReadonlyMap<number, number> = new Map(
  Object.entries(CASE_PARTNERS).flatMap(([letter, partners = '']) =>
    Array.from(partners, (partner) => [partner.charCodeAt(0), letter.charCodeAt(0)] as const),
  ),
);

/**
 * Whether `literal`, lowercase ASCII, occurs in `text` at `at` under Python's re.IGNORECASE: its i, k, and s also match
 * non-ASCII letters. Each of those letters is one UTF-16 unit, so the lengths are equal.
 */
export function standsIgnoringCase(text: string, at: number, literal: string): boolean {
  for (let index = 0; index < literal.length; index++) {
    const unit = text.charCodeAt(at + index);
    const wanted = literal.charCodeAt(index);
    if (unit !== wanted && lowerUnit(unit) !== wanted) return false;
  }
  return true;
}

/** The ASCII lowercase of a unit that matches an ASCII letter under re.IGNORECASE; other units unchanged. */
export function lowerUnit(unit: number): number {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
  return LOWER_OF_PARTNER.get(unit) ?? unit;
}
