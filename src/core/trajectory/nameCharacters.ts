import { CASE_PARTNERS } from '../python/tables.ts';

/** Non-ASCII letters that the papers' patterns treat as ASCII letters, because they ignore case as Python does. */
const FOLDED: ReadonlyMap<number, number> = new Map(
  Object.entries(CASE_PARTNERS).flatMap(([letter, partners]) =>
    Array.from(partners ?? '', (partner) => [partner.charCodeAt(0), letter.charCodeAt(0)] as const),
  ),
);

/** A UTF-16 unit of a name in lowercase, as the papers' patterns read it. */
export function foldUnit(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit | 32 : unit;
  return FOLDED.get(unit) ?? unit;
}

/** `name` in lowercase, as the papers' patterns read it. */
export function foldName(name: string): string {
  let folded = '';
  for (let index = 0; index < name.length; index++) {
    folded += String.fromCharCode(foldUnit(name.charCodeAt(index)));
  }
  return folded;
}

/** Whether a UTF-16 unit is a letter that can be part of the name of a tag or attribute. */
export function isLetter(unit: number): boolean {
  const lower = unit < 128 ? unit | 32 : foldUnit(unit);
  return lower >= 97 && lower <= 122;
}

/** Whether a UTF-16 unit can be part of the name of a tag or attribute: a letter, a digit, `_`, or `-`. */
export function isNameUnit(unit: number): boolean {
  return isLetter(unit) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 45;
}

/** Whether a UTF-16 unit is a single or double quote. */
export function isQuote(unit: number): boolean {
  return unit === 34 || unit === 39;
}

/** Whether `name`, folded, is an attribute of a tool call. */
export function isToolAttribute(name: string): boolean {
  return name === 'name' || name === 'args';
}
