import { strip } from '../../python/strip.ts';
import { numberOf, percentOf } from './numbers.ts';
import type { MathNumber } from './numbers.ts';

/** What Math-Verify makes of a part of a text. */
export interface Reading {
  /**
   * A number; `other` for what equals no plain number; `unknown` for what is not decided here; null if SymPy cannot read
   * the part.
   */
  readonly value: MathNumber | 'other' | 'unknown' | null;
  /** Whether the value is the right side of an equation. */
  readonly isEquation: boolean;
  /** The text that is compared with the text of another part. */
  readonly text: string;
  /** Whether the text is LaTeX that is not normalized here: it equals only the same LaTeX for sure. */
  readonly isRaw: boolean;
}

/** LaTeX without its box; null if that is not certain. `boxes` says whether all boxes count, or the last one. */
export function withoutBox(latex: string, boxes: 'all' | 'last'): string | null {
  if (latex.includes('\\fbox')) return null;
  const box = latex.lastIndexOf('\\boxed');
  if (box < 0) return latex;
  const before = latex.slice(0, box);
  // Boxes with a comma or a word between them are read together.
  const between = before.slice(before.lastIndexOf('}') + 1);
  if (before.includes('\\boxed') && (boxes === 'all' || /,|and|or/.test(between))) return null;
  return /^\\boxed\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/.exec(latex.slice(box))?.[1] ?? null;
}

const WHOLE = '(?:0|[1-9][0-9]*)';
const NUMBER = `-?${WHOLE}(?:\\.[0-9]+)?`;
const PLAIN = new RegExp(`^${NUMBER}$`);
const THOUSANDS = /^-?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?$/;
const FRACTION = new RegExp(`^(-?)\\\\[dt]?frac\\{(-?${WHOLE})\\}\\{([1-9][0-9]*)\\}$`);
const SLASH = new RegExp(`^(-?${WHOLE})/([1-9][0-9]*)$`);
const DEGREES = new RegExp(`^(${NUMBER})\\^(?:\\\\circ|\\{\\\\circ\\})$`);
const PERCENT = new RegExp(`^(${NUMBER})\\\\?%$`);
/** An equation of a letter that has no meaning of its own in LaTeX. */
const EQUATION = /^([abckmnpqrtxyzABCP] *= *)((?:[^ \n\r\u2028\u2029].*)?)$/;
const UNIT = /\\(?:text|mathrm)\{ ?([a-z ]*)\}(?:\^[0-9])?$/;
/** Words that Math-Verify replaces. */
const NO_UNIT = /percent|inf|sqrt|\b(?:and|or|th|d)\b|^$/;
/** Characters that Math-Verify's LaTeX reader refuses. */
const REFUSED = new RegExp(`^(?:${NUMBER}°|-?[1-9]?√(?:[0-9]|\\{[0-9]+\\}))$`);
/** A number with letters, which are variables, or with a factor of pi, or a letter alone. */
const WITH_LETTERS =
  /^-?[1-9][0-9]* ?(?:[ckm]m|m|kg|x|y|\\pi)$|^\\pi$|^[A-DFGHPQRSTXYZxyz]$|^\\text\{[A-D]\}$/;
const ROOT = /^-?(?:[1-9][0-9]*)?\\sqrt\{([1-9][0-9]{0,5})\}$/;
const PAIR = new RegExp(`^(${NUMBER}), (${NUMBER})$`);

/**
 * Reads the forms in which answers are usually written: whole numbers, decimals, fractions, percentages, degrees, roots,
 * with a unit, after an equals sign. Other LaTeX is not decided; null if not even its text is certain.
 */
export function readLatex(latex: string): Reading | null {
  return known(latex) ?? rawReading(latex);
}

/** LaTeX whose value is not decided, but that equals the same LaTeX; null if Math-Verify may find no text in it. */
export function rawReading(latex: string): Reading | null {
  const hasText = /[0-9]/.test(latex) && !/\\boxed|\\fbox|=[^]*=/.test(latex);
  return hasText ? { value: 'unknown', isEquation: false, text: latex, isRaw: true } : null;
}

function known(latex: string): Reading | null {
  let text = strip(latex.replaceAll('\\$', ''));
  // Of more than two sides, the last counts.
  const sides = text.split('=');
  if (sides.length > 2) {
    if (/[,;~<>!'"$]|\b(?:and|or)\b|\\=/.test(text)) return null;
    text = strip(sides.at(-1) ?? '');
  }
  text = withoutUnit(text);
  const [, left, right] = EQUATION.exec(text) ?? [];
  if (left === undefined || right === undefined) return alone(text) ?? numberReading(text);
  const side = numberReading(right);
  return side === null ? null : { ...side, isEquation: true, text: left + side.text };
}

function withoutUnit(text: string): string {
  const unit = UNIT.exec(text);
  if (unit === null || NO_UNIT.test(unit[1] ?? '')) return text;
  const measured = text.slice(0, unit.index).replace(/(?<! ) +$/, '');
  return measured === '' || /[\n\r\u2028\u2029]./s.test(measured) ? text : measured;
}

const reading = (value: Reading['value'], text: string): Reading => ({
  value: value ?? 'unknown',
  isEquation: false,
  text,
  isRaw: false,
});

/** The forms that only a whole text has. */
function alone(text: string): Reading | null {
  // Math-Verify writes this decimal as a fraction, and a slash between whole numbers too.
  const [, above, below] = text === '0.5' ? ['', '1', '2'] : (SLASH.exec(text) ?? []);
  if (above !== undefined && below !== undefined)
    return reading(quotient(above, below), `\\frac{${above}}{${below}}`);
  const [, percent] = PERCENT.exec(text) ?? [];
  if (percent !== undefined) return reading(percentOf(numberOf(percent)), text);
  if (THOUSANDS.test(text)) return reading(numberOf(text.replaceAll(',', '')), text);
  if (REFUSED.test(text)) return { ...reading(null, text), value: null };
  return equalsNoNumber(text) ? reading('other', text) : null;
}

function equalsNoNumber(text: string): boolean {
  if (WITH_LETTERS.test(text)) return true;
  const [, radicand] = ROOT.exec(text) ?? [];
  if (radicand !== undefined) return !Number.isInteger(Math.sqrt(Number(radicand)));
  const [, first, second] = PAIR.exec(text) ?? [];
  return first !== undefined && Number(first) !== Number(second);
}

function numberReading(text: string): Reading | null {
  if (PLAIN.test(text)) return reading(numberOf(text), text);
  const [, sign = '', above, below] = FRACTION.exec(text) ?? [];
  if (above !== undefined && below !== undefined)
    return sign + above.slice(0, 1) === '--'
      ? null
      : reading(quotient(sign + above, below), `${sign}\\frac{${above}}{${below}}`);
  const [, degrees] = DEGREES.exec(text) ?? [];
  return degrees === undefined ? null : reading(numberOf(degrees), text);
}

function quotient(above: string, below: string): MathNumber | null {
  const [over, under] = [numberOf(above), numberOf(below)];
  return over === null || under === null ? null : { above: over.above, below: under.above, kind: 'exact' };
}
