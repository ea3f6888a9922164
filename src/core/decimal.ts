/**
 * Exact decimal arithmetic on plain texts such as `-0.01` and `0.8`: no exponent, no superfluous zeros, `0` never
 * signed. Weights and deductions of a reward are added up with it, so that what a person sees adds up exactly.
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
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const sign = units < 0n ? '-' : '';
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

function unitsAt({ units, scale }: Scaled, finer: number): bigint {
  return units * 10n ** BigInt(finer - scale);
}

/** The sum of `decimals`; `0` of none. Throws RangeError on a text that is not a plain decimal. */
export function sum(decimals: Iterable<string>): string {
  let total: Scaled = { units: 0n, scale: 0 };
  for (const decimal of decimals) {
    const next = parse(decimal);
    const scale = Math.max(total.scale, next.scale);
    total = { units: unitsAt(total, scale) + unitsAt(next, scale), scale };
  }
  return format(total);
}

/** `a` minus `b`. Throws RangeError on a text that is not a plain decimal. */
export function subtract(a: string, b: string): string {
  return sum([a, negate(b)]);
}

/** `a` times `b`. Throws RangeError on a text that is not a plain decimal. */
export function multiply(a: string, b: string): string {
  const left = parse(a);
  const right = parse(b);
  return format({ units: left.units * right.units, scale: left.scale + right.scale });
}

/** Minus `a`. Throws RangeError on a text that is not a plain decimal. */
export function negate(a: string): string {
  const { units, scale } = parse(a);
  return format({ units: -units, scale });
}

/** -1, 0 or 1 as `a` is less than, equal to or more than `b`. Throws RangeError on a text that is not a plain decimal. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  const difference = parse(subtract(a, b)).units;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** The shortest decimal that reads back as the finite double `x`, in plain notation. Throws RangeError on others. */
export function ofNumber(x: number): string {
  const text = String(x);
  if (PLAIN.test(text)) return text;
  const parts = WITH_EXPONENT.exec(text);
  if (parts === null) throw new RangeError(`${text} is not a finite number.`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const scale = fraction.length - Number(exponent);
  const units = BigInt(sign + whole + fraction);
  return scale >= 0 ? format({ units, scale }) : format({ units: units * 10n ** BigInt(-scale), scale: 0 });
}
