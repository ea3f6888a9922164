import { strip } from '../../python/strip.ts';
import { evaluate } from './arithmetic.ts';
import { rawReading, readLatex, withoutBox } from './latex.ts';
import type { Reading } from './latex.ts';
import { equalNumbers, isMathNumber, numberOf, percentOf } from './numbers.ts';
import { patternGroups, textKind } from './patterns.ts';
import type { Pattern } from './patterns.ts';

/**
 * Whether Math-Verify 0.5.2 (huggingface/Math-Verify, `verify(parse(text), parse(reference))`) takes a text for equal to
 * a reference. Null where only Math-Verify can decide: for most LaTeX, and for results that depend on how SymPy rounds.
 */
export function mathVerified(text: string, reference: string): boolean | null {
  const wanted = extract(reference);
  if (wanted === 'nothing') return false;
  const given = extract(text);
  if (given === 'nothing') return false;
  if (wanted === null || given === null) return null;
  const haveOneText = sameText(given, wanted);
  if (haveOneText === true) return true;
  const haveOneValue = sameValue(given, wanted);
  return haveOneText === null && haveOneValue === false ? null : haveOneValue;
}

function sameText(a: Reading, b: Reading): boolean | null {
  if (a.isRaw !== b.isRaw) return null;
  return strip(a.text) === strip(b.text) || (a.isRaw ? null : false);
}

/** The largest denominator of a decimal that is certain to differ from an irrational number for SymPy. */
const LARGEST_DENOMINATOR = 10n ** 8n;

function sameValue(
  { value: a, isEquation }: Reading,
  { value: b, isEquation: isOtherEquation }: Reading,
): boolean | null {
  if (a === null || b === null) return false;
  if (a === 'unknown' || b === 'unknown') return null;
  // Math-Verify compares a number with the right side of an equation, and two equations as a whole.
  if (isEquation && isOtherEquation) return null;
  if (isMathNumber(a) && isMathNumber(b)) return equalNumbers(a, b);
  const number = isMathNumber(a) ? a : b;
  if (!isMathNumber(number)) return null;
  return number.kind !== 'computed' && number.below <= LARGEST_DENOMINATOR ? false : null;
}

/**
 * What Math-Verify's `parse` returns: the value that it reads, with the text of the first part that it tries. Null if not
 * even that text is certain.
 */
function extract(text: string): Reading | 'nothing' | null {
  const kind = textKind(text);
  if (kind === 'tooLong') return null;
  let first: Reading | null = null;
  for (const group of patternGroups(kind === 'latex')) {
    const matches = group.flatMap((pattern) =>
      Array.from(text.matchAll(pattern.expression), (match) => ({
        pattern,
        match,
        end: match.index + match[0].length,
      })),
    );
    matches.sort((a, b) => b.end - a.end || a.match.index - b.match.index);
    for (const { pattern, match } of matches) {
      const found = read(pattern, match.slice(1));
      if (found === 'nothing') return found;
      first ??= found;
      if (first === null) return null;
      const { text: compared, isRaw } = first;
      if (found === null) return { value: 'unknown', isEquation: false, text: compared, isRaw };
      if (found.value !== null) return { ...found, text: compared, isRaw };
    }
  }
  return first ?? 'nothing';
}

type Captures = readonly (string | undefined)[];

/**
 * What one match gives. Null if nothing about it is decided here; `nothing` if Math-Verify gives up on the whole text.
 */
function read({ found }: Pattern, captures: Captures): Reading | 'nothing' | null {
  switch (found) {
    case 'expressionOrNumber':
      return captures[0] === undefined ? readNumber(captures.slice(1)) : readExpression(captures[0]);
    case 'expression':
      return readExpression(captures[0] ?? '');
    case 'number':
      return readNumber(captures);
    case 'latex':
      return readEnvironments(captures, 6, 'all');
    case 'latexAroundBox':
      return readEnvironments(captures, 5, 'all');
    case 'box':
      return readEnvironments(captures, 1, 'last');
  }
}

function readNumber(captures: Captures): Reading | 'nothing' | null {
  const [thousands, fraction1, whole, fraction2, fraction3, integer, percent] = captures;
  const digits = (thousands ?? whole ?? integer ?? '').replace(/[ ,]/g, '').replace(/^0+/, '') || '0';
  const decimals = (fraction1 ?? fraction2 ?? fraction3 ?? '').replace(',', '.');
  const text = digits + decimals;
  if (!/^-?[0-9]+(?:\.[0-9]+)?$/.test(text)) return null;
  // Python does not read whole numbers with a leading zero, which Math-Verify removes only from positive ones.
  if (/^-0+[1-9][0-9]*$/.test(text)) return 'nothing';
  const number = numberOf(text);
  const value = (percent === undefined ? number : percentOf(number)) ?? 'unknown';
  return { value, isEquation: false, text, isRaw: false };
}

function readExpression(text: string): Reading {
  const evaluated = evaluate(text);
  const value = evaluated === 'error' ? null : (evaluated ?? 'unknown');
  return { value, isEquation: false, text, isRaw: false };
}

/** @param contents how many of the captures are contents of the first environment; a percent sign follows them */
function readEnvironments(captures: Captures, contents: number, boxes: 'all' | 'last'): Reading | null {
  const content = captures.slice(0, contents).find((capture) => capture !== undefined) ?? '';
  const percent = captures[contents];
  // Connected environments make a set.
  if (captures.slice(contents + 1).some((capture) => capture !== undefined)) {
    const all = captures.map((capture) => capture ?? '').join('\0');
    const first = rawReading(content);
    return first === null ? null : { ...first, text: all };
  }
  const latex = withoutBox(content, boxes);
  const reading = latex === null ? null : readLatex(latex);
  if (reading === null || percent === undefined) return reading;
  const { value, isEquation } = reading;
  return {
    ...reading,
    value: isMathNumber(value) && !isEquation ? (percentOf(value) ?? 'unknown') : 'unknown',
  };
}
