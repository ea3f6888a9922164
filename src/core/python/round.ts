/** Powers of ten, because a lookup is faster than an exponentiation. */
const POWERS: readonly number[] = Array.from({ length: 16 }, (_, digits) => 10 ** digits);

/**
 * Python's `round(x, digits)` for 0 to 15 digits: the exact binary value to that many decimals, halves to even.
 * `toFixed` uses the exact value too, but for two equally near decimals it takes the one farther from zero.
 */
export function round(x: number, digits: number): number {
  const power = POWERS[digits] ?? 10 ** digits;
  const scaled = x * power;
  const nearest = Math.round(scaled);
  // If the product's own error cannot matter, the quotient of the two whole numbers is the result.
  if (Math.abs(scaled) < 1e9 && Math.abs(scaled - nearest) < 0.499) return nearest / power;
  if (!(Math.abs(x) < 1e21)) return x;
  const fixed = x.toFixed(digits);
  // A double can lie exactly between two decimals only as an odd multiple of 2^-(digits + 1).
  const isTie = Math.abs((x * 2 ** (digits + 1)) % 2) === 1;
  const lastIsOdd = fixed.charCodeAt(fixed.length - 1) % 2 === 1;
  if (!isTie || !lastIsOdd) return Number(fixed);
  const units = BigInt(fixed.replace('.', '').replace('-', '')) - 1n;
  return Number(`${x < 0 ? '-' : ''}${String(units)}e-${String(digits)}`);
}
