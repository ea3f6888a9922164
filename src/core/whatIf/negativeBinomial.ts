/** Steps of a continued fraction; it converges in about as many as the root of its larger parameter. */
const MOST_STEPS = 100_000;
const TINY = 1e-300;

/** Lanczos' approximation of ln Γ, with g = 7 and nine coefficients. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  const shifted = x - 1;
  let sum = LANCZOS[0] ?? 0;
  for (let index = 1; index < LANCZOS.length; index += 1) sum += (LANCZOS[index] ?? 0) / (shifted + index);
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The regularized incomplete beta function, by its continued fraction (Lentz's method). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const scale = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // Each side of the mean has a fraction that converges fast.
  return x < (a + 1) / (a + b + 2)
    ? (scale * betaFraction(x, a, b)) / a
    : 1 - (scale * betaFraction(1 - x, b, a)) / b;
}

function betaFraction(x: number, a: number, b: number): number {
  const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MOST_STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return fraction;
}

/** The probability that so many draws have at least `wanted` successes, each with the probability `rate`. */
export function chanceOfFilling(draws: number, wanted: number, rate: number): number {
  if (wanted <= 0) return 1;
  return draws < wanted ? 0 : incompleteBeta(rate, wanted, draws - wanted + 1);
}

/**
 * The fewest draws with which `wanted` successes are reached with at least the probability `level`: a quantile of the
 * negative binomial distribution, counting all draws. Infinity if there are no successes.
 * @param rate the probability of a success, from 0 to 1
 */
export function drawsToFill(wanted: number, rate: number, level: number): number {
  if (wanted <= 0) return 0;
  if (rate <= 0) return Infinity;
  if (rate >= 1) return wanted;
  let enough = Math.max(wanted, Math.ceil(wanted / rate));
  while (chanceOfFilling(enough, wanted, rate) < level) enough *= 2;
  let few = wanted - 1;
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (chanceOfFilling(middle, wanted, rate) < level) few = middle;
    else enough = middle;
  }
  return enough;
}
