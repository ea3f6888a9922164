const POINT = 128n;
const ONE = 1n << POINT;
const DIGITS = 60;

/**
 * The binary logarithm of a positive whole number below 2^53, correctly rounded, which `Math.log2` is not (1375 is the
 * first of 18 such numbers up to 20,000). Each squaring of the number's significand gives the next binary digit.
 */
export function log2(number: number): number {
  const whole = number.toString(2).length - 1;
  let significand = (BigInt(number) << POINT) >> BigInt(whole);
  if (significand === ONE) return whole;
  let digits = BigInt(whole);
  for (let count = 0; count < DIGITS; count++) {
    significand = (significand * significand) >> POINT;
    digits <<= 1n;
    if (significand >> (POINT + 1n) === 0n) continue;
    significand >>= 1n;
    digits++;
  }
  // The logarithm is irrational, so further digits follow: the last one is 1, and no result is halfway between doubles.
  return Number((digits << 1n) | 1n) / 2 ** (DIGITS + 1);
}
