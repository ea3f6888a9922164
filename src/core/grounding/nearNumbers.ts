import { partitionPoint } from '../binarySearch.ts';
import { once } from '../once.ts';
import type { Tokens } from './tokens.ts';
import { scaleDecimal, type NumberReading } from './values.ts';

/** Numbers of a page that can be looked up by numbers that are nearly the same. */
export interface NearNumbers {
  /** What the numbers can mean, in rising order. */
  readonly values: readonly NearValue[];
  readonly byValue: ReadonlyMap<string, NearValue>;
  /** Those that begin or end with some characters, by `endKey`. */
  readonly byEnd: ReadonlyMap<number, readonly NearValue[]>;
  /** The scales that the page names once for all of its figures. */
  readonly declared: readonly number[];
}

/** What a number of a page can mean. */
interface NearValue {
  readonly value: string;
  readonly number: number;
  /** How many of its digits are significant. */
  readonly digits: number;
  /** Its roundings to fewer significant digits. */
  readonly roundings: () => readonly string[];
  /** Indices of the tokens where it begins. */
  readonly at: number[];
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
/** Numbers are looked up by at most so many characters at either end. */
const MAX_END = 3;

/** The numbers of a page by what is nearly the same. Takes time in proportion to the digits of its numbers. */
export function findNearNumbers({ keys, numbers }: Tokens): NearNumbers {
  const byValue = new Map<string, NearValue>();
  const byEnd = new Map<number, NearValue[]>();
  const declared = new Set<number>();
  for (const [at, readings] of numbers) {
    for (const places of readings[0]?.declared ?? []) declared.add(places);
    for (const reading of readings) {
      for (const value of unsignedValues(reading, keys[at])) {
        const known = byValue.get(value);
        if (known !== undefined) {
          if (known.at.at(-1) !== at) known.at.push(at);
          continue;
        }
        const one: NearValue = {
          value,
          number: Number(value),
          digits: significantDigits(value),
          roundings: once(() => roundings(value)),
          at: [at],
        };
        byValue.set(value, one);
        if (value.length > MAX_LENGTH) continue;
        for (let length = endLength(value.length - 1); length <= endLength(value.length + 1); length += 1) {
          for (const end of ENDS) {
            const endsAlike = byEnd.get(endKey(value, length, end));
            if (endsAlike === undefined) byEnd.set(endKey(value, length, end), [one]);
            else endsAlike.push(one);
          }
        }
      }
    }
  }
  const values = [...byValue.values()].sort((one, other) => one.number - other.number);
  return { values, byValue, byEnd, declared: [...declared] };
}

/**
 * Where numbers of a page begin that a number is nearly the same as, within one digit or rounded, from the page's first
 * one to its last.
 * @param key the first token of the number
 */
export function nearNumbers(near: NearNumbers, said: NumberReading, key: string | undefined): number[] {
  const { values, byValue, declared } = near;
  const found = new Set<number>();
  const add = (one: NearValue | undefined): void => {
    for (const at of one?.at ?? []) if (found.size < MAX_NEAR) found.add(at);
  };
  for (const value of unsignedValues(said, key, declared)) {
    addWithinOneDigit(near, value, add);
    for (const exchanged of exchangedAtPoint(value)) add(byValue.get(exchanged));
    const number = Number(value);
    const digits = significantDigits(value);
    const from = partitionPoint(
      values.length,
      (at) => (values[at]?.number ?? 0) < number / (1 + MAX_ROUNDING),
    );
    for (let at = from; at < values.length && found.size < MAX_NEAR; at += 1) {
      const other = values[at];
      if (other === undefined || other.number > number / (1 - MAX_ROUNDING)) break;
      if (digits < other.digits && other.roundings().includes(value)) add(other);
    }
  }
  return [...found].sort((one, other) => one - other);
}

/**
 * Adds the numbers within one digit of a number. One changed digit, or two exchanged ones, leave the number the same at
 * one end, for half of its other characters.
 */
function addWithinOneDigit({ byEnd }: NearNumbers, value: string, add: (one: NearValue) => void): void {
  if (value.length > MAX_LENGTH || digitCount(value) < MIN_DIGITS) return;
  const length = endLength(value.length);
  for (const end of ENDS) {
    for (const other of byEnd.get(endKey(value, length, end)) ?? []) {
      if (Math.abs(value.length - other.value.length) <= 1 && isWithinOneDigit(value, other.value))
        add(other);
    }
  }
}

const ENDS = ['start', 'end'] as const;

/** By how many characters at either end a number of some characters is looked up. */
function endLength(characters: number): number {
  return Math.min(MAX_END, Math.max(1, Math.ceil((characters - 2) / 2)));
}

/** The characters at one end of a number, all of them ASCII, as a number. */
function endKey(value: string, length: number, end: (typeof ENDS)[number]): number {
  const from = end === 'start' ? 0 : value.length - length;
  let key = end === 'start' ? 1 : 2;
  for (let at = from; at < from + length; at += 1) key = key * 128 + value.charCodeAt(at);
  return key;
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
  const [only] = values;
  if (values.length === 1 && only !== undefined && scale === 0 && !ENDS_IN_ZERO.test(key))
    return [only.replace('-', '')];
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
