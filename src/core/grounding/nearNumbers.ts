import { partitionPoint } from '../binarySearch.ts';
import type { Tokens } from './tokens.ts';
import { scaleDecimal, type NumberReading, isYearKey } from './values.ts';

/** Numbers of a page that can be looked up by numbers that are nearly the same. */
export interface NearNumbers {
  /** What the numbers can mean, in rising order. */
  readonly values: readonly NearValue[];
  /** The same as numbers, in one place of memory: each claim looks at those of every page. */
  readonly numbers: Float64Array;
  readonly byValue: ReadonlyMap<string, NearValue>;
  readonly ends: NumberEnds;
  /** The scales that the page names once for all of its figures. */
  readonly declared: readonly number[];
}

/**
 * Numbers by the characters at their ends, as chains of indices: it is filled for each page, and a map of arrays takes
 * several times as long.
 */
interface NumberEnds {
  /** The last entry of each chain, by `chainOf`; 0 if there is none. */
  readonly last: Int32Array;
  /** For each entry from 1 on, the index of its number, and the entry before it in its chain. */
  readonly numbers: Int32Array;
  readonly before: Int32Array;
}

/** What a number of a page can mean. */
interface NearValue {
  readonly value: string;
  readonly number: number;
  /** Indices of the tokens where it begins. */
  readonly at: number[];
}

/** A number of fewer digits is within one digit of too many others. */
const MIN_DIGITS = 3;
const MAX_LENGTH = 20;
/** A rounding has at least this many significant digits. */
const MIN_ROUNDED = 2;
const MAX_EXACT = 15;
/** Numbers that should be equal may differ by this share after a computation. */
const ROUGHLY = 1e-9;
/** Near numbers of one number on a page, at most. */
const MAX_NEAR = 200;
/** Numbers are looked up by at most so many characters at either end. */
const MAX_END = 3;
/** A number has at most so many ends: those of its neighbors in length differ by one character. */
const MOST_ENDS = 4;

/** The numbers of a page by what is nearly the same. Takes time in proportion to the digits of its numbers. */
export function findNearNumbers({ keys, numbers }: Pick<Tokens, 'keys' | 'numbers'>): NearNumbers {
  const byValue = new Map<string, NearValue>();
  const declared = new Set<number>();
  for (const [at, readings] of numbers) {
    for (const places of readings[0]?.declared ?? []) declared.add(places);
    for (const reading of readings) {
      for (const value of unsignedValues(reading, keys[at])) {
        const known = byValue.get(value);
        if (known === undefined) byValue.set(value, { value, number: Number(value), at: [at] });
        else if (known.at.at(-1) !== at) known.at.push(at);
      }
    }
  }
  const values = [...byValue.values()].sort((one, other) => one.number - other.number);
  const inOrder = Float64Array.from(values, ({ number }) => number);
  return { values, numbers: inOrder, byValue, ends: endsOf(values), declared: [...declared] };
}

/** The ends of numbers: of as many characters as numbers of a character more or less are looked up by. */
function endsOf(values: readonly NearValue[]): NumberEnds {
  const most = MOST_ENDS * values.length;
  const last = new Int32Array(2 ** Math.ceil(Math.log2(most + 1)));
  const numbers = new Int32Array(most + 1);
  const before = new Int32Array(most + 1);
  let entry = 0;
  for (const [index, { value }] of values.entries()) {
    if (value.length > MAX_LENGTH) continue;
    const longest = endLength(value.length + 1);
    for (let length = endLength(value.length - 1); length <= longest; length += 1) {
      for (const end of ENDS) {
        entry += 1;
        const chain = chainOf(value, length, end, last.length);
        numbers[entry] = index;
        before[entry] = last[chain] ?? 0;
        last[chain] = entry;
      }
    }
  }
  return { last, numbers, before };
}

/** What a number of a claim can mean, as it is looked up among the numbers of pages. */
interface SoughtNumber {
  readonly value: string;
  /** With the digits before and after its decimal point exchanged; null if it has none, or too few digits. */
  readonly exchanged: string | null;
  /** The numbers that can be rounded to it are from `least` to `most`. */
  readonly least: number;
  readonly most: number;
}

/**
 * Where numbers of a page begin that a number is nearly the same as, within one digit or rounded, from the page's first
 * one to its last: for one page after the other.
 * @param key the first token of the number
 */
export function seekNearNumbers(
  said: NumberReading,
  key: string | undefined,
): (near: NearNumbers) => number[] {
  const plain = soughtNumbers(said, key, []);
  return (near) => nearNumbers(near, said.scale > 0 ? soughtNumbers(said, key, near.declared) : plain);
}

function soughtNumbers(
  said: NumberReading,
  key: string | undefined,
  declared: readonly number[],
): SoughtNumber[] {
  return unsignedValues(said, key, declared).map((value) => ({
    value,
    exchanged: exchangedAtPoint(value),
    ...roundedTo(value),
  }));
}

function nearNumbers(near: NearNumbers, sought: readonly SoughtNumber[]): number[] {
  const { values, numbers, byValue } = near;
  const found = new Set<number>();
  const add = (one: NearValue | undefined): void => {
    for (const at of one?.at ?? []) if (found.size < MAX_NEAR) found.add(at);
  };
  for (const { value, exchanged, least, most } of sought) {
    addWithinOneDigit(near, value, add);
    if (exchanged !== null) add(byValue.get(exchanged));
    const from = partitionPoint(numbers.length, (at) => (numbers[at] ?? 0) < least);
    for (let at = from; (numbers[at] ?? Infinity) <= most && found.size < MAX_NEAR; at += 1) {
      const other = values[at];
      if (other !== undefined && roundings(other.value).includes(value)) add(other);
    }
  }
  return [...found].sort((one, other) => one - other);
}

/**
 * Adds the numbers within one digit of a number. One changed digit, or two exchanged ones, leave the number the same at
 * one end, for half of its other characters.
 */
function addWithinOneDigit(
  { values, ends: { last, numbers, before } }: NearNumbers,
  value: string,
  add: (one: NearValue) => void,
): void {
  if (value.length > MAX_LENGTH || digitCount(value) < MIN_DIGITS) return;
  const length = endLength(value.length);
  for (const end of ENDS) {
    let entry = last[chainOf(value, length, end, last.length)] ?? 0;
    for (; entry > 0; entry = before[entry] ?? 0) {
      const other = values[numbers[entry] ?? 0];
      if (
        other !== undefined &&
        Math.abs(value.length - other.value.length) <= 1 &&
        isWithinOneDigit(value, other.value)
      )
        add(other);
    }
  }
}

const ENDS = ['start', 'end'] as const;

/** By how many characters at either end a number of some characters is looked up. */
function endLength(characters: number): number {
  return Math.min(MAX_END, Math.max(1, Math.ceil((characters - 2) / 2)));
}

/** The chain of the numbers with some characters at one end; others may be in it too. There are 2^n chains. */
function chainOf(value: string, length: number, end: (typeof ENDS)[number], chains: number): number {
  const from = end === 'start' ? 0 : value.length - length;
  let hash = end === 'start' ? 1 : 2;
  for (let at = from; at < from + length; at += 1) hash = Math.imul(hash, SPREAD) + value.charCodeAt(at);
  return (hash ^ (hash >>> HALF)) & (chains - 1);
}
/** A large odd number: equal digits do not end up in few chains. */
const SPREAD = 0x9e37_79b1;
const HALF = 16;

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
function exchangedAtPoint(value: string): string | null {
  if (value.length > MAX_LENGTH || digitCount(value) < MIN_DIGITS) return null;
  const point = value.indexOf('.');
  const [before, after] = [value.charAt(point - 1), value.charAt(point + 1)];
  if (point < 0 || before === after) return null;
  return `${value.slice(0, point - 1)}${after}.${before}${value.slice(point + 2)}`;
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

/** The numbers between which all are that can be rounded to a number; none if it is zero. */
function roundedTo(value: string): { readonly least: number; readonly most: number } {
  const number = Number(value);
  const digits = Math.max(MIN_ROUNDED, significantDigits(value));
  const places = Math.floor(Math.log10(number) + ROUGHLY) + 1 - digits;
  const reach = (0.5 + ROUGHLY) * 10 ** places;
  return number > 0 ? { least: number - reach, most: number + reach } : { least: Infinity, most: 0 };
}

/** The roundings of a number to fewer significant digits. A year is not rounded. */
function roundings(value: string): string[] {
  const digits = value.replace('.', '').replace(/^0+/, '').length;
  if (digits > MAX_EXACT || isYearKey(value)) return [];
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
  while (start < one.length && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < Math.min(one.length, other.length) - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  ) {
    end += 1;
  }
  const differing = one.length - start - end;
  const instead = other.length - start - end;
  if (differing <= 1 && instead <= 1) return true;
  return (
    differing === 2 &&
    instead === 2 &&
    one.charAt(start) === other.charAt(start + 1) &&
    one.charAt(start + 1) === other.charAt(start)
  );
}
