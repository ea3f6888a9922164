import type { Span } from '../../span.ts';
import { NUMBER } from '../claims/patterns.ts';

/** A number in a trajectory, as computations read it. */
export interface Quantity {
  readonly span: Span;
  readonly text: string;
  /** What its digits can mean: `1.234` has two meanings, with a decimal point first. */
  readonly values: readonly number[];
  /** Digits behind the decimal separator, for each of `values`. */
  readonly decimals: readonly number[];
  /** What `million` and the like multiply it by; 1 without them. */
  readonly scale: number;
  readonly isPercent: boolean;
  /** A whole number that may be a year. */
  readonly isYear: boolean;
}

const NUMBERS = new RegExp(NUMBER, 'giu');
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/\d\s?(?:trillion|万亿)/iu, 1e12],
  [/\d\s?(?:billion|milliarden?|mrd|bn|b(?![\p{L}])|十亿)/iu, 1e9],
  [/\d\s?亿/u, 1e8],
  [/\d\s?千万/u, 1e7],
  [/\d\s?(?:million(?:en)?|mio|mn|m(?![\p{L}])|百万)/iu, 1e6],
  [/\d\s?万/u, 1e4],
  [/\d\s?(?:thousand|tausend|tsd|k(?![\p{L}])|千)/iu, 1e3],
];
const PERCENT = /%|percent|per cent|prozent/i;

/** The numbers of a text, which starts at `start`, in order. */
export function quantitiesIn(text: string, start: number): Quantity[] {
  return Array.from(text.matchAll(NUMBERS), ({ index, 0: words }) => readQuantity(words, start + index));
}

/** A number that the pattern of numbers matched at `start`. */
export function readQuantity(words: string, start: number): Quantity {
  const digits = /\d[\d.,'’\u00a0\u2009\u202f ]*/.exec(words)?.[0].trimEnd() ?? '0';
  const readings = readingsOf(digits);
  return {
    span: { start, end: start + words.length },
    text: words,
    values: readings.map(({ value }) => value),
    decimals: readings.map(({ decimals }) => decimals),
    scale: powerOf(words) ?? SCALES.find(([pattern]) => pattern.test(words))?.[1] ?? 1,
    isPercent: PERCENT.test(words),
    isYear: /^(?:19|20)\d{2}$/.test(words),
  };
}

/** The power of ten of a number in scientific notation; null if it has none. */
function powerOf(words: string): number | null {
  const power = /(?:\de\+?|10\^\{?|10(?=\D))(\d{1,2}|[⁰¹²³⁴-⁹]{1,2})\}?/iu.exec(words)?.[1];
  return power === undefined ? null : 10 ** Number(power.normalize('NFKC'));
}

interface Reading {
  readonly value: number;
  readonly decimals: number;
}

function readingsOf(digits: string): Reading[] {
  const separators = [...digits.matchAll(/[.,]/g)];
  const last = separators.at(-1);
  if (last === undefined) return [wholeOf(digits)];
  const behind = digits.length - last.index - 1;
  const isOnly = separators.length === 1;
  const differs = separators.some(({ 0: mark }) => mark !== last[0]);
  if (!isOnly && !differs) return [wholeOf(digits)];
  const decimal = decimalOf(digits, last.index);
  const isGroup = isOnly && behind === 3 && /^[1-9]\d{0,2}[.,]/.test(digits);
  if (!isGroup) return [decimal];
  return last[0] === '.' ? [decimal, wholeOf(digits)] : [wholeOf(digits), decimal];
}

function wholeOf(digits: string): Reading {
  return { value: Number(digits.replaceAll(/\D/g, '')), decimals: 0 };
}

function decimalOf(digits: string, at: number): Reading {
  const fraction = digits.slice(at + 1).replaceAll(/\D/g, '');
  const whole = digits.slice(0, at).replaceAll(/\D/g, '');
  return { value: Number(`${whole}.${fraction}`), decimals: fraction.length };
}

/** Whether a computed value rounds to a number, by the digits that the number has, with or without its scale. */
export function roundsTo(value: number, { values, decimals, scale }: Quantity): boolean {
  return values.some((said, at) => {
    const tolerance = 0.5 * 10 ** -(decimals[at] ?? 0) * (1 + 1e-9) + 1e-12;
    return Math.abs(value - said) <= tolerance || Math.abs(value / scale - said) <= tolerance;
  });
}

/** Whether two numbers can have the same value, with or without their scales. */
export function areEqual(one: Quantity, other: Quantity): boolean {
  if (
    one.isPercent !== other.isPercent &&
    one.scale === 1 &&
    other.scale === 1 &&
    (one.isYear || other.isYear)
  )
    return false;
  return one.values.some((value) =>
    other.values.some((different) => value === different || value * one.scale === different * other.scale),
  );
}
