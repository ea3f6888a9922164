import { readWordNumber } from './numberWords.ts';
import type { TokenTexts } from './tokenTexts.ts';
import { beginsUnit, scaleOf, unitOf, type Unit } from './units.ts';

/** A number in a text. */
export interface NumberReading {
  /** Index of the token after the last one of its digits. */
  readonly to: number;
  /** What it can mean, as plain decimals (`-1234.5`) before it is scaled: a lone `1.234` has two meanings. */
  readonly values: readonly string[];
  /** Whether a plus or minus stands before it. */
  readonly isSigned: boolean;
  /** By how many places `million` and the like behind it move its decimal point. */
  readonly scale: number;
  /** The scales that the text names once for all of its figures: 3 for `in thousands`. */
  readonly declared: readonly number[];
  readonly unit: Unit | null;
  /** Whether it is written in digits. */
  readonly inDigits: boolean;
}

/** How a text writes its numbers; null if it does not show it. */
type Convention = '.' | ',' | null;

const DIGITS = /^\d+(?:[.,']\d+)*$/;
/** Digits that begin with a zero are a code, not a value: `0127`. */
const CODE = /^0\d+$/;
const SIGN = /[+-]/;
const SHORT_GROUP = /^\d{1,3}$/;
const GROUP = /^\d{3}$/;
const LAST_GROUP = /^\d{3}(?:[.,]\d+)?$/;
const MAX_GROUPS = 5;
/** A number of more digits is a text, not a value. */
const MAX_DIGITS = 40;
/** What stands between the ends of an interval. */
export const BETWEEN: ReadonlySet<string> = new Set([
  'to',
  'bis',
  'through',
  'until',
  'and',
  'und',
  '至',
  '到',
]);

/** Whether a token is a year. */
export function isYearKey(key = ''): boolean {
  return /^(?:19|20)\d\d$/.test(key);
}

/**
 * The numbers of a text by the index of their first token.
 * @param optional receives the tokens that belong to a number without being its digits: units, scales, `to` of an
 * interval
 */
export function readNumbers(tokens: TokenTexts, optional: Set<number>): Map<number, NumberReading[]> {
  const { keys } = tokens;
  const convention = conventionOf(keys);
  const declared: number[] = [];
  const numbers = new Map<number, NumberReading[]>();
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const code = key.charCodeAt(0);
    const found =
      code >= 0x30 && code <= 0x39
        ? digitNumbers(tokens, at, { convention, declared }, optional)
        : wordNumbers(tokens, at, optional);
    if (found.length > 0) numbers.set(at, found);
  }
  for (const scale of declaredScales(keys, optional)) declared.push(scale);
  for (const at of numbers.keys()) {
    if (numbers.has(at + 2) && BETWEEN.has(keys[at + 1] ?? '')) optional.add(at + 1);
  }
  return numbers;
}

/**
 * The scales of a text that belong to no number of it: those of its tables. One letter (`m`) is rather a unit. Behind a
 * year, a scale is that of the year's column.
 */
function declaredScales(keys: readonly string[], optional: ReadonlySet<number>): ReadonlySet<number> {
  const scales = new Set<number>();
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const scale = optional.has(at) && !isYearKey(keys[at - 1]) ? 0 : scaleOf(key);
    if (scale > 0 && !/^[a-z]$/.test(key)) scales.add(scale);
  }
  return scales;
}

/** The separator of decimals, as the numbers that can be read in only one way show it. */
function conventionOf(keys: readonly string[]): Convention {
  let points = 0;
  let commas = 0;
  for (const key of keys) {
    const code = key.charCodeAt(0);
    if (code < 0x30 || code > 0x39 || !DIGITS.test(key)) continue;
    const separator = decimalSeparator(key);
    if (separator === '.') points += 1;
    else if (separator === ',') commas += 1;
  }
  return points === commas ? null : points > commas ? '.' : ',';
}

/** The separator of decimals that a number shows by itself; null if it shows none. */
function decimalSeparator(digits: string): Convention {
  const point = digits.indexOf('.');
  const comma = digits.indexOf(',');
  if (point < 0 && comma < 0) return null;
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const one = point >= 0 ? '.' : ',';
  const at = Math.max(point, comma);
  if (digits.includes(one, at + 1)) return one === '.' ? ',' : '.';
  const isGroup = digits.length - at - 1 === 3 && at <= 3 && !digits.startsWith('0');
  return isGroup ? null : one;
}

function digitNumbers(
  tokens: TokenTexts,
  at: number,
  { convention, declared }: { readonly convention: Convention; readonly declared: readonly number[] },
  optional: Set<number>,
): NumberReading[] {
  const { keys, starts, ends } = tokens;
  const { text } = tokens.folded;
  const key = keys[at] ?? '';
  const [first = '', exponent] = key.includes('e') ? key.split(EXPONENT, 2) : [key];
  if (!DIGITS.test(first) || CODE.test(first) || first.length > MAX_DIGITS) return [];
  const start = starts[at] ?? 0;
  if (first.length === 1 && UNIT_POWER.test(text.slice(Math.max(0, start - 8), start))) return [];
  const found: NumberReading[] = [];
  let to = at + 1;
  let digits = first;
  for (let groups = 1; ; groups += 1) {
    const end = ends[to - 1] ?? 0;
    const values = plainValues(
      digits,
      convention,
      text.charAt(start - 1) === '.' && start - 2 >= 0 && !isAlphanumeric(text.charAt(start - 2)),
    );
    const power = groups === 1 ? powerBehind(tokens, at, exponent) : null;
    to = power?.to ?? to;
    const { scale, unit } = readUnits(tokens, at, to, optional);
    found.push({
      to,
      values: values.flatMap((value) => signedValues(value, text, start, end)),
      isSigned: SIGN.test(text.charAt(start - 1)) && !isRaised(text, start - 1),
      scale: power?.scale ?? scale,
      declared,
      unit,
      inDigits: true,
    });
    if (power !== null) return found;
    const next = keys[to] ?? '';
    const isSpaced = starts[to] === end + 1 && text.charAt(end) === ' ';
    const canGrow = groups === 1 ? SHORT_GROUP.test(first) && first !== '0' : GROUP.test(keys[to - 1] ?? '');
    if (!isSpaced || !canGrow || !LAST_GROUP.test(next) || groups === MAX_GROUPS) return found;
    digits += next;
    to += 1;
  }
}

/** What stands before the power of a unit, which is no value: `mg kg-1`. */
const UNIT_POWER = /(?:^|[^\p{L}-])(?:k?g|ha|[cmk]?m|m?l|mol|s|min|h|d|yr|a|k) ?-$/u;
/** `1.2e6`: the digits, and the power of ten. */
const EXPONENT = /e(?=\d{1,2}$)/;
/** The power of ten behind a number, in folded text: raised digits are digits behind a space. */
const POWER =
  /^\s?(?:(?:[×·⋅]|\\times|\\cdot)\s?10(?:\s?\^\s?\{?|\s)|[x*]\s?10\^\{?)(\d{1,2}|\d \d)(?! ?\d|[.,]\d)/;
const MOST_POWER = 30;

function powerBehind(
  { folded, starts, ends }: TokenTexts,
  at: number,
  exponent: string | undefined,
): { scale: number; to: number } | null {
  const from = ends[at] ?? 0;
  const behind = exponent === undefined ? POWER.exec(folded.text.slice(from, from + 20)) : null;
  const scale = Number(exponent ?? behind?.[1]?.replace(' ', ''));
  if (!(scale > 0 && scale <= MOST_POWER)) return null;
  let to = at + 1;
  while ((starts[to] ?? Infinity) < from + (behind?.[0].length ?? 0)) to += 1;
  return { scale, to };
}

function wordNumbers(tokens: TokenTexts, at: number, optional: Set<number>): NumberReading[] {
  const found = readWordNumber(tokens.keys, at);
  if (found === null) return [];
  const { value, to } = found;
  const { scale, unit } = readUnits(tokens, at, to, optional);
  return [{ to, values: [String(value)], isSigned: false, scale, declared: [], unit, inDigits: false }];
}

/** The scale and the unit of the number in tokens `from` to `to`, which stand next to it. */
function readUnits(
  { folded, keys, starts, ends }: TokenTexts,
  from: number,
  to: number,
  optional: Set<number>,
): Pick<NumberReading, 'scale' | 'unit'> {
  let scale = 0;
  let unit: Unit | null = null;
  let at = to;
  for (let step = 0; step < 2; step += 1) {
    const between = step === 0 ? NEXT_TO : BEHIND_SCALE;
    if (at >= keys.length || !between.test(folded.text.slice(ends[at - 1], starts[at]))) break;
    const pair = pairOfUnits(keys[at] ?? '', keys[at + 1] ?? '');
    const isPair = pair !== null && (unitOf(pair) !== null || scaleOf(pair) > 0);
    const key = isPair ? pair : (keys[at] ?? '');
    const ten = step === 0 ? scaleOf(key) : 0;
    if (ten > 0) scale = ten;
    // `m` is a million or a meter: read as both, since a number may be compared without its scale.
    const named = unitOf(key);
    if (named !== null) unit = named;
    if (ten === 0 && named === null) break;
    optional.add(at);
    if (isPair) optional.add(at + 1);
    // Another unit behind a unit is what it is divided by: `mg kg-1`.
    if (ten === 0) break;
    at += isPair ? 2 : 1;
  }
  const before = unitOf(keys[from - 1] ?? '');
  if (before?.kind === 'currency' && (starts[from] ?? 0) - (ends[from - 1] ?? 0) <= 1) {
    unit ??= before;
    optional.add(from - 1);
  }
  return { scale, unit };
}

/** Two tokens as they are named if they are one unit or scale: `m2`, `cubic metres`. Null if they cannot be one. */
function pairOfUnits(one: string, two: string): string | null {
  if (two === '') return null;
  if (one.length === 1 && two.length === 1) return `${one}${two}`;
  return beginsUnit(one) ? `${one} ${two}` : null;
}

/** What digits with separators can mean. */
function plainValues(digits: string, convention: Convention, isFraction: boolean): string[] {
  if (isFraction && /^\d+$/.test(digits)) return [decimal(digits, ''), decimal('0', digits)];
  const separator = decimalSeparator(digits);
  if (separator !== null) return [withSeparator(digits, separator)];
  const lone = digits.includes('.') ? '.' : digits.includes(',') ? ',' : null;
  if (lone === null) return [decimal(digits.replaceAll("'", ''), '')];
  const readings = [withSeparator(digits, lone), withSeparator(digits, lone === '.' ? ',' : '.')];
  return convention === null ? readings : [withSeparator(digits, convention)];
}

function withSeparator(digits: string, separator: '.' | ','): string {
  const at = digits.lastIndexOf(separator);
  const whole = at < 0 ? digits : digits.slice(0, at);
  return decimal(withoutSeparators(whole), at < 0 ? '' : withoutSeparators(digits.slice(at + 1)));
}

function withoutSeparators(digits: string): string {
  return SEPARATOR.test(digits) ? digits.replaceAll(SEPARATORS, '') : digits;
}
const SEPARATOR = /[.,']/;
const SEPARATORS = /[.,']/g;

/** A plain decimal without superfluous zeros. */
function decimal(whole: string, fraction: string): string {
  let first = 0;
  while (first < whole.length - 1 && whole.charAt(first) === '0') first += 1;
  let last = fraction.length;
  while (last > 0 && fraction.charAt(last - 1) === '0') last -= 1;
  const rest = fraction.slice(0, last);
  const head = whole.slice(first) || '0';
  return rest === '' ? head : `${head}.${rest}`;
}

/** What may stand between a number and its unit. */
const NEXT_TO = /^\)?\s?$/;
/** A scale may be abbreviated with a point: `12 Mio. €`. */
const BEHIND_SCALE = /^\.?\)?\s?$/;

/**
 * A value with the sign that stands before it. In brackets it is negative, as in a column of figures, but a person says
 * it without the sign (costs of 12.3): it has both meanings. The first one of a short number, a year, or one that words
 * follow on its line is that of a remark.
 */
function signedValues(value: string, text: string, start: number, end: number): string[] {
  let before = start - 1;
  while (before >= 0 && CURRENCY_OR_SPACE.test(text.charAt(before)) && start - before < 3) before -= 1;
  if (text.charAt(before) === '-' && !isAlphanumeric(text.charAt(before - 1)) && !isRaised(text, before)) {
    // A dash with space behind it may be the empty cell before the number.
    return text.charAt(before + 1) === ' ' ? [value, negate(value)] : [negate(value)];
  }
  let after = end;
  while (after < text.length && PERCENT_OR_SPACE.test(text.charAt(after)) && after - end < 3) after += 1;
  if (text.charAt(before) !== '(' || text.charAt(after) !== ')') return [value];
  const isRemark =
    isYearKey(value) || value.length < 3 || WORD_FOLLOWS.test(text.slice(after + 1, after + 4));
  return isRemark ? [value, negate(value)] : [negate(value), value];
}

/** Whether a sign is that of an exponent, as in `cm^-3` or `cm^{-3}`: a page has it as raised characters. */
function isRaised(text: string, sign: number): boolean {
  return text.charAt(text.charAt(sign - 1) === '{' ? sign - 2 : sign - 1) === '^';
}

const CURRENCY_OR_SPACE = /[\p{Sc} ]/u;
const PERCENT_OR_SPACE = /[% ]/;
const WORD_FOLLOWS = /^[ ,.;:]{0,2}\p{L}/u;

function isAlphanumeric(character: string): boolean {
  return AFTER_ALPHANUMERIC.test(character);
}
const AFTER_ALPHANUMERIC = /[\p{L}\p{N}]/u;

function negate(value: string): string {
  return value === '0' ? value : value.startsWith('-') ? value.slice(1) : `-${value}`;
}

/** A plain decimal with its point moved to the right. */
export function scaleDecimal(value: string, places: number): string {
  if (places === 0) return value;
  const sign = value.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = value.slice(sign.length).split('.');
  const padded = fraction.padEnd(places, '0');
  return sign + decimal(whole + padded.slice(0, places), padded.slice(places));
}

/** Significant digits that are compared after a conversion. */
const CONVERTED_DIGITS = 6;

/** What a number is found by in an index: every value that may be equal to that of another one; some twice. */
export function numberKeys({ values, scale, declared, unit }: NumberReading): string[] {
  const keys: string[] = [];
  for (const value of values) {
    const unsigned = value.replace('-', '');
    if (unsigned !== value) keys.push(`#${value}`);
    keys.push(`#${unsigned}`);
    for (const one of scale > 0 ? [scale] : declared) keys.push(`#${scaleDecimal(unsigned, one)}`);
    if (unit !== null && unit.kind !== 'currency')
      keys.push(`#${unit.kind} ${convert(unsigned, scale, unit)}`);
  }
  return keys;
}

function convert(value: string, scale: number, { factor }: Unit): string {
  return String(Number((Number(scaleDecimal(value, scale)) * factor).toPrecision(CONVERTED_DIGITS)));
}

/**
 * Whether two numbers have an equal value. Where only one of them is scaled (`12.3 million`), it may also be meant
 * without its scale, as a table says once what its figures are in, and the other one in the scale that its text names.
 * Units count only if both have one of the same kind. A claim without a sign may speak of a negative number: costs of
 * 12.3, a fall by 11%.
 * @param one that of the claim
 * @param read that of the page
 */
export function areEqualNumbers(one: NumberReading, read: NumberReading): boolean {
  const unsigned = one.isSigned ? [] : read.values.flatMap(withoutSign);
  const other = unsigned.length === 0 ? read : { ...read, values: [...read.values, ...unsigned] };
  const [unit, different] = [one.unit, other.unit];
  if (
    unit !== null &&
    different !== null &&
    unit.kind === different.kind &&
    unit.factor !== different.factor
  ) {
    if (unit.kind === 'currency') return false;
    const converted = other.values.map((value) => convert(value, other.scale, different));
    return one.values.some((value) => converted.includes(convert(value, one.scale, unit)));
  }
  const bothScaled = one.scale > 0 && other.scale > 0;
  return one.values.some((value) =>
    other.values.some(
      (second) =>
        (!bothScaled && value === second) ||
        isEqualScaled(scaleDecimal(value, one.scale), second, other, one.scale) ||
        isEqualScaled(scaleDecimal(second, other.scale), value, one, other.scale),
    ),
  );
}

function withoutSign(value: string): string[] {
  return value.startsWith('-') ? [value.slice(1)] : [];
}

/** Whether a number is equal to a value of another one with its scale, or with one that its text names. */
function isEqualScaled(
  number: string,
  value: string,
  { scale, declared }: NumberReading,
  by: number,
): boolean {
  if (number === scaleDecimal(value, scale)) return true;
  return by > 0 && scale === 0 && declared.some((places) => number === scaleDecimal(value, places));
}
