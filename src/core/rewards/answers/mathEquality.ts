import { sameExpression } from './expressions.ts';
import { normalizedMath } from './mathString.ts';
import { comparableMath, isWholeNumber, withoutThousands } from './mathText.ts';
import { strip } from '../../python/strip.ts';

/**
 * Whether mathruler's `grade_answer` takes an answer for equal to the reference: by string normalization, and where that
 * does not decide it by SymPy. Null where only SymPy can decide.
 */
export function mathEqual(answer: string, reference: string): boolean | null {
  if (normalizedMath(reference) === normalizedMath(answer)) return true;
  const wanted = comparableMath(reference);
  const given = comparableMath(answer);
  if (wanted === null || given === null) return null;
  if (wanted === given) return true;
  if (given === '') return false;
  const parts = splitTuple(wanted);
  const others = splitTuple(given);
  const isBracketed = parts.length > 1;
  if (isBracketed && (!given.startsWith(wanted.slice(0, 1)) || wanted.at(-1) !== given.at(-1))) return false;
  if (parts.length !== others.length) return false;
  const found = parts.map((part, index) => samePart(part, others[index] ?? ''));
  return found.includes(false) ? false : found.includes(null) ? null : true;
}

const BRACKETS = '()[]';

/** The elements of a tuple or an interval; otherwise the text alone, and nothing for an empty text. */
function splitTuple(written: string): readonly string[] {
  const text = withoutThousands(written);
  if (text === '') return [];
  const inner = text.slice(1, -1);
  const isTuple =
    text.length > 2 &&
    BRACKETS.includes(text[0] ?? ' ') &&
    BRACKETS.includes(text.at(-1) ?? ' ') &&
    !/[()[\]]/.test(inner);
  return isTuple ? inner.split(',').map(strip) : [text];
}

const FRACTION = /^-?[0-9]+[^\n]?\/0*[1-9][0-9]*[^\n]?(?=\n?$)/u;

function samePart(wanted: string, given: string): boolean | null {
  // Fractions that are not reduced are not equal.
  if (FRACTION.test(wanted) && FRACTION.test(given)) return wanted === given;
  // A whole number equals no other expression.
  if (isWholeNumber(wanted) !== isWholeNumber(given)) return false;
  return sameExpression(wanted, given);
}
