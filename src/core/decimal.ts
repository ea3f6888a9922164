/**
 * Exact decimal arithmetic on plain texts such as `-0.01` and `0.8`: no exponent, no superfluous zeros, `0` never
 * signed. The weights and deductions of a reward are added up with it, so that the numbers that a person sees add up
 * exactly.
 */
interface Scaled {
  /** The decimal times ten to the power of `scale`. */
  readonly units: bigint;
  readonly scale: number;
}

const PLAIN = /^-?\d+(\.\d+)?$/;
const WITH_EXPONENT = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/;

function parse(decimal: string): Scaled {
  if (!PLAIN.test(decimal)) throw new RangeError(`${decimal} is not a decimal in plain notation.`);
  const point = decimal.indexOf('.');
  if (point < 0) return { units: BigInt(decimal), scale: 0 };
  const scale = decimal.length - point - 1;
  return { units: BigInt(decimal.slice(0, point) + decimal.slice(point + 1)), scale };
}

function format({ units, scale }: Scaled): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/(?<!0)0+$/, '');
  const sign = units < 0n ? '-' : '';
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

function unitsAt({ units, scale }: Scaled, finer: number): bigint {
  return units * 10n ** BigInt(finer - scale);
}

/**
 * Decimals of up to six places and this many characters are added as safe integers: most are that short, and it is
 * faster.
 */
const SHORT = 9;
const MILLION = 1_000_000;
/** Below this, millionths are exact as integers, and so are their quotients. */
const MOST_UNITS = 1e15;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
/** The factors by which numbers of 0 to 6 decimal places are scaled to millionths. */
const SCALES = [1_000_000, 100_000, 10_000, 1000, 100, 10, 1] as const;

/** A short plain decimal in millionths; NaN for any other text. */
function millionths(decimal: string): number {
  const { length } = decimal;
  const negative = decimal.charCodeAt(0) === MINUS;
  const first = negative ? 1 : 0;
  let units = 0;
  let point = length;
  for (let at = first; at < length; at++) {
    const code = decimal.charCodeAt(at);
    if (code === POINT && point === length) point = at;
    else if (code >= ZERO && code <= NINE) units = units * 10 + code - ZERO;
    else return NaN;
  }
  // A point must have a digit on either side of it.
  if (length > SHORT || point === first || point === length - 1) return NaN;
  const scaled = units * (SCALES[Math.max(0, length - point - 1)] ?? NaN);
  return negative ? -scaled : scaled;
}

/** The decimals from -2 to 2 in steps of a hundredth, as most amounts are: a lookup is faster than a conversion. */
const HUNDREDTHS: readonly string[] = Array.from({ length: 401 }, (_, index) => String((index - 200) / 100));
const HUNDREDTH = 10_000;

/**
 * A safe integer of millionths as a decimal. JavaScript prints the shortest decimal that identifies the quotient, and up
 * to 15 digits that is the exact decimal.
 */
function ofMillionths(units: number): string {
  return HUNDREDTHS[units / HUNDREDTH + 200] ?? String(units / MILLION);
}

/** `a` plus `b`. Throws RangeError on a text that is not a plain decimal. */
export function add(a: string, b: string): string {
  const units = millionths(a) + millionths(b);
  return Math.abs(units) < MOST_UNITS ? ofMillionths(units) : format(addExactly(parse(a), parse(b)));
}

/** The sum of `decimals`; `0` if there are none. Throws RangeError on a text that is not a plain decimal. */
export function sum(decimals: readonly string[]): string {
  return decimals.reduce((total, next) => add(total, next), '0');
}

function addExactly(a: Scaled, b: Scaled): Scaled {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

/** `a` minus `b`. Throws RangeError on a text that is not a plain decimal. */
export function subtract(a: string, b: string): string {
  return add(a, negate(b));
}

/** `a` times `b`. Throws RangeError on a text that is not a plain decimal. */
export function multiply(a: string, b: string): string {
  const product = millionths(a) * millionths(b);
  if (Math.abs(product) < MOST_UNITS && product % MILLION === 0) return ofMillionths(product / MILLION);
  const left = parse(a);
  const right = parse(b);
  return format({ units: left.units * right.units, scale: left.scale + right.scale });
}

/** Minus `a`. Throws RangeError on a text that is not a plain decimal. */
export function negate(a: string): string {
  return multiply('-1', a);
}

/**
 * The shortest decimal that reads back as the finite double `x`, in plain notation. Throws RangeError on NaN and
 * infinities.
 */
export function ofNumber(x: number): string {
  const text = String(x);
  const size = Math.abs(x);
  if (size === 0 || (size >= 1e-6 && size < 1e21)) return text;
  const parts = WITH_EXPONENT.exec(text);
  if (parts === null) throw new RangeError(`${text} is not a finite number.`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const scale = fraction.length - Number(exponent);
  const units = BigInt(sign + whole + fraction);
  return scale >= 0 ? format({ units, scale }) : format({ units: units * 10n ** BigInt(-scale), scale: 0 });
}

/** A double for people: at most four places, without the last bits of a sum of doubles. */
export function fourPlaces(x: number): string {
  return String(Number(x.toFixed(4)));
}
