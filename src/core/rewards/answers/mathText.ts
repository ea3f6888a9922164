import { lower } from '../../python/lower.ts';
import { DIGIT } from '../../python/patterns.ts';
import { digitValue } from '../../python/digits.ts';
import { isSpace } from '../../python/strip.ts';
import { latexText } from './latexText.ts';
import { withoutText } from './mathString.ts';

const UNITS = [
  'degree',
  'cm',
  'centimeter',
  'meter',
  'mile',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'year',
  'foot',
  'feet',
  'inch',
  'yard',
].map((unit) => new RegExp(`${unit}(?:es)?(?:s)? *(?:\\^[0-9]+)?`, 'g'));

/** Replacements before units are removed, in the order in which they apply. */
const REPLACEMENTS: readonly (readonly [string, string])[] = [
  ['\\%', '%'],
  ['\\$', '$'],
  ['$', ''],
  ['%', ''],
  [' or ', ' , '],
  [' and ', ' , '],
  ['million', '*10^6'],
  ['billion', '*10^9'],
  ['trillion', '*10^12'],
];

/**
 * An answer as mathruler compares and parses it (grader.py, `_normalize`): without units, percent signs and spaces, LaTeX
 * as plain text, lowercase, and whole numbers in one form. Null if it contains LaTeX that only the reference's LaTeX
 * reader can convert.
 */
export function comparableMath(written: string): string | null {
  let text = withoutText(written);
  for (const [part, replacement] of REPLACEMENTS) text = text.split(part).join(replacement);
  for (const unit of UNITS) text = text.replace(unit, '');
  text = text.replace(/\^ *\\circ/g, '');
  if (text.length > 1 && text.startsWith('{') && text.endsWith('}')) text = text.slice(1, -1);
  text = text.replace(/,\\! */g, '');
  const whole = nearInteger(text);
  if (whole !== null) text = integerText(Math.round(whole));
  if (text.includes('\\')) {
    const plain = latexText(text);
    if (plain === null) return null;
    text = plain;
  }
  text = text
    .replace(/- */g, '-')
    .replace(/([0-9]) +([0-9])/g, '$1+$2')
    .replace(/[ {}]/g, '');
  text = lower(text);
  const number = nearInteger(withoutThousands(text));
  return number === null ? text : integerText(Math.trunc(number));
}

const integerText = (number: number): string => BigInt(number).toString();

/** The number if Python's `float` reads the text, and it is within 1e-7 of a whole number; otherwise null. */
function nearInteger(text: string): number | null {
  const number = readFloat(text);
  return number !== null && Number.isFinite(number) && Math.abs(number - Math.round(number)) <= 1e-7
    ? number
    : null;
}

const FLOAT =
  /^[\t-\r ]*([+-]?(?:[0-9]+(?:_[0-9]+)*(?:\.(?:[0-9]+(?:_[0-9]+)*)?)?|\.[0-9]+(?:_[0-9]+)*)(?:[eE][+-]?[0-9]+(?:_[0-9]+)*)?)[\t-\r ]*$/;

/** What Python's `float` reads; null if it refuses the text, and for infinities and NaN. */
function readFloat(text: string): number | null {
  const ascii = Array.from(text, (character) => {
    // Unlike `strip`, `float` refuses U+001C to U+001F.
    if (character > '\u007f' && isSpace(character.charCodeAt(0))) return ' ';
    const value = digitValue(character.codePointAt(0) ?? 0);
    return value < 0 ? character : String(value);
  }).join('');
  const number = FLOAT.exec(ascii)?.[1];
  return number === undefined ? null : Number(number.replaceAll('_', ''));
}

const THOUSANDS = new RegExp(`(${DIGIT}),(${DIGIT}{3})($|(?!${DIGIT})[^])`, 'gu');

/** Without the commas between thousands, as the reference removes them until nothing changes. */
export function withoutThousands(text: string): string {
  let before = text;
  for (;;) {
    const after = before.replace(THOUSANDS, '$1$2$3');
    if (after === before) return after;
    before = after;
  }
}

/** Whether the reference takes a text for a whole number. */
export function isWholeNumber(text: string): boolean {
  return nearInteger(withoutThousands(text)) !== null;
}
