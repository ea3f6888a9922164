const MOST_TERMS = 500;
const PRECISION = 1e-17;

/** The probability that a chi-square number with one degree of freedom is at least `value`: erfc(sqrt(value / 2)). */
export function chiSquareTail(value: number): number {
  if (value <= 0) return 1;
  const half = value / 2;
  return half < 1.5 ? 1 - seriesBelow(half) : fractionAbove(half);
}

/** The regularized lower incomplete gamma function of 1/2, by its series. */
function seriesBelow(half: number): number {
  let term = 2;
  let sum = term;
  for (let n = 1; n < MOST_TERMS && term > sum * PRECISION; n += 1) {
    term *= half / (n + 0.5);
    sum += term;
  }
  return (sum * Math.exp(-half) * Math.sqrt(half)) / Math.sqrt(Math.PI);
}

/** The regularized upper incomplete gamma function of 1/2, by its continued fraction (Lentz's method). */
function fractionAbove(half: number): number {
  let b = half + 0.5;
  let c = Infinity;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < MOST_TERMS; n += 1) {
    const a = -n * (n - 0.5);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    const factor = c * d;
    fraction *= factor;
    if (Math.abs(factor - 1) < PRECISION) break;
  }
  return (fraction * Math.exp(-half) * Math.sqrt(half)) / Math.sqrt(Math.PI);
}
