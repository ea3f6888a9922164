import { partitionPoint } from '../binarySearch.ts';
import type { Tokens } from './tokens.ts';
import { scaleDecimal, type NumberReading } from './values.ts';

/** Numbers of a page that can be looked up by numbers that are nearly the same. */
export interface NearNumbers {
  /** Indices of the tokens where a number within one digit begins, by the number and each form without one digit. */
  readonly edited: ReadonlyMap<string, readonly number[]>;
  /** What the numbers can mean, in rising order, and where they begin. */
  readonly values: readonly NearValue[];
  /** The scales that the page names once for all of its figures. */
  readonly declared: readonly number[];
}

/** What a number of a page can mean. */
interface NearValue {
  readonly value: string;
  readonly number: number;
  /** How many of its digits are significant. */
  readonly digits: number;
  /** Index of the token where it begins. */
  readonly at: number;
}

/** A number of fewer digits is within one digit of too many others. */
const MIN_DIGITS = 3;
const MAX_LENGTH = 20;
/** A rounding has at least this many significant digits. */
const MIN_ROUNDED = 2;
const MAX_EXACT = 15;
/** A rounding to two digits differs by at most this share. */
const MAX_ROUNDING = 0.05;
const YEAR = /^(?:19|20)\d\d$/;
/** Near numbers of one number on a page, at most. */
const MAX_NEAR = 200;

/** The numbers of a page by what is nearly the same. Takes time in proportion to the digits of its numbers. */
export function findNearNumbers({ keys, numbers }: Tokens): NearNumbers {
  const edited = new Map<string, number[]>();
  const values: NearValue[] = [];
  const declared = new Set<number>();
  for (const [at, readings] of numbers) {
    for (const places of readings[0]?.declared ?? []) declared.add(places);
    for (const value of readings.flatMap((reading) => unsignedValues(reading, keys[at]))) {
      values.push({ value, number: Number(value), digits: significantDigits(value), at });
      for (const form of shortened(value)) {
        const known = edited.get(form);
        if (known === undefined) edited.set(form, [at]);
        else if (known.at(-1) !== at && known.length < MAX_NEAR) known.push(at);
      }
    }
  }
  values.sort((one, other) => one.number - other.number || one.at - other.at);
  return { edited, values, declared: [...declared] };
}

/**
 * Where numbers of a page begin that a number is nearly the same as: within one digit, or rounded.
 * @param key the first token of the number
 */
export function nearNumbers(
  { edited, values, declared }: NearNumbers,
  said: NumberReading,
  key: string | undefined,
  { keys, numbers }: Tokens,
): number[] {
  const found = new Set<number>();
  for (const value of unsignedValues(said, key, declared)) {
    const exchanged = exchangedAtPoint(value);
    const forms = digitCount(value) < MIN_DIGITS ? [] : [...shortened(value), ...exchanged];
    for (const form of forms) {
      for (const at of edited.get(form) ?? []) {
        const others = (numbers.get(at) ?? []).flatMap((reading) => unsignedValues(reading, keys[at]));
        if (others.some((other) => isWithinOneDigit(value, other) || exchanged.includes(other)))
          found.add(at);
      }
    }
    const number = Number(value);
    const digits = significantDigits(value);
    const from = partitionPoint(
      values.length,
      (at) => (values[at]?.number ?? 0) < number / (1 + MAX_ROUNDING),
    );
    for (let at = from; at < values.length && found.size < MAX_NEAR; at += 1) {
      const other = values[at];
      if (other === undefined || other.number > number / (1 - MAX_ROUNDING)) break;
      if (digits < other.digits && roundings(other.value).includes(value)) found.add(other.at);
    }
  }
  return [...found];
}

const ENDS_IN_ZERO = /[.,]0+$/;

/**
 * What a number can mean, without its sign.
 * @param declared the scales in which a page may have it: 12.3 million is 12,300 in thousands
 */
function unsignedValues(
  { values, scale, inDigits }: NumberReading,
  key = '',
  declared: readonly number[] = [],
): string[] {
  if (!inDigits) return [];
  const plain = new Set(values.map((value) => value.replace('-', '')));
  const unsigned = new Set(plain);
  for (const value of plain) {
    for (const places of scale > 0 ? [0, ...declared] : []) {
      if (scale >= places) unsigned.add(scaleDecimal(value, scale - places));
    }
    // `471.0` has a digit more than its value.
    if (!value.includes('.') && ENDS_IN_ZERO.test(key)) unsigned.add(`${value}.0`);
  }
  return [...unsigned];
}

/** A number and its forms without one of its characters; none for a short number. */
function shortened(value: string): string[] {
  if (value.length > MAX_LENGTH || digitCount(value) < MIN_DIGITS - 1) return [];
  const forms = new Set([value]);
  for (let at = 0; at < value.length; at += 1) forms.add(value.slice(0, at) + value.slice(at + 1));
  return [...forms];
}

/** A number with the digits before and after its decimal point exchanged, if it has enough digits. */
function exchangedAtPoint(value: string): string[] {
  if (value.length > MAX_LENGTH || digitCount(value) < MIN_DIGITS) return [];
  const exchanged = value.replace(/(\d)\.(\d)/, '$2.$1');
  return exchanged === value ? [] : [exchanged];
}

function digitCount(value: string): number {
  return value.includes('.') ? value.length - 1 : value.length;
}

/** The digits of a number without the zeros before and behind them. */
function significantDigits(value: string): number {
  const digits = value.replace('.', '');
  let [from, to] = [0, digits.length];
  while (from < to && digits.charAt(from) === '0') from += 1;
  while (to > from && digits.charAt(to - 1) === '0') to -= 1;
  return to - from;
}

/** The roundings of a number to fewer significant digits. A year is not rounded. */
function roundings(value: string): string[] {
  const digits = value.replace('.', '').replace(/^0+/, '').length;
  if (digits > MAX_EXACT || YEAR.test(value)) return [];
  const forms: string[] = [];
  for (let precision = MIN_ROUNDED; precision < digits; precision += 1) {
    const form = String(Number(Number(value).toPrecision(precision)));
    if (form !== value && `${form}.0` !== value) forms.push(form);
  }
  return forms;
}

/** Whether one digit is changed, missing or added, or two neighbors are exchanged. A changed sign counts too. */
function isWithinOneDigit(one: string, other: string): boolean {
  if (Math.max(digitCount(one), digitCount(other)) < MIN_DIGITS) return false;
  let start = 0;
  while (start < one.length && one.charAt(start) === other.charAt(start)) start += 1;
  let end = 0;
  while (
    end < Math.min(one.length, other.length) - start &&
    one.charAt(one.length - 1 - end) === other.charAt(other.length - 1 - end)
  ) {
    end += 1;
  }
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  const [first = '', second = ''] = left;
  return left.length === 2 && right === second + first;
}
