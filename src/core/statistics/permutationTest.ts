import { Random } from './random.ts';

/** What a test of paired differences says. */
export interface PermutationTest {
  /** Whether all changes of signs were tried, or some at random. */
  readonly method: 'exact' | 'random';
  /** How many changes of signs were tried. */
  readonly rounds: number;
  /** The share of them whose mean is at least as far from 0; two-sided. */
  readonly pValue: number;
}

/** Up to this many differences, all changes of their signs are tried. */
const MOST_EXACT = 16;

/** Sums that differ by this share of what they are made of are equal: they are added in different orders. */
const TOLERANCE = 1e-12;

/** A binomial number takes about as long as the signs of this many differences. */
const BINOMIAL_COST = 32;

/** Signs that are looked up together, and how many such lookups 32 random bits are enough for. */
const TOGETHER = 4;
const PATTERNS = 1 << TOGETHER;
const LOOKUPS = 32 / TOGETHER;

/**
 * Fisher's paired permutation test (Fisher 1935; Good 2005): if there is no difference between two runs, each question's
 * difference is as likely to have the other sign. Differences of 0 have no sign. If there are more than 16 others, signs are
 * drawn at random, and the p-value is (b + 1) / (rounds + 1), where b of the rounds are at least as extreme (Davison and
 * Hinkley 1997; Phipson and Smyth 2010).
 */
export function permutationTest(
  differences: Float64Array,
  { seed, rounds }: { readonly seed: number; readonly rounds: number },
): PermutationTest {
  const signed = differences.filter((difference) => difference !== 0);
  let observed = 0;
  let total = 0;
  for (const difference of signed) {
    observed += difference;
    total += Math.abs(difference);
  }
  const least = Math.abs(observed) - TOLERANCE * total;
  if (signed.length > MOST_EXACT) {
    const random = new Random(seed);
    const sizes = sizesOf(signed, signed.length / BINOMIAL_COST);
    const extreme =
      sizes === null
        ? countRandom(sumsOfPatterns(signed), least, rounds, random)
        : countRandomSizes(sizes, least, rounds, random);
    return { method: 'random', rounds, pValue: (extreme + 1) / (rounds + 1) };
  }
  const sums = sumsOfPatterns(signed);
  const all = 2 ** signed.length;
  let extreme = 0;
  for (let signs = 0; signs < all; signs += 1) {
    let sum = 0;
    for (let at = 0; at < sums.length; at += PATTERNS)
      sum += sums[at + ((signs >>> ((at / PATTERNS) * TOGETHER)) & (PATTERNS - 1))] ?? 0;
    if (Math.abs(sum) >= least) extreme += 1;
  }
  return { method: 'exact', rounds: all, pValue: extreme / all };
}

/** How many differences there are of each size; null if there are more than `most` sizes. */
function sizesOf(differences: Float64Array, most: number): ReadonlyMap<number, number> | null {
  const sizes = new Map<number, number>();
  for (const difference of differences) {
    const size = Math.abs(difference);
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
    if (sizes.size > most) return null;
  }
  return sizes;
}

/** The same as `countRandom`: how many differences of a size get a minus is binomial. */
function countRandomSizes(
  sizes: ReadonlyMap<number, number>,
  least: number,
  rounds: number,
  random: Random,
): number {
  let extreme = 0;
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (const [size, count] of sizes) sum += size * (count - 2 * random.binomial(count, 0.5));
    if (Math.abs(sum) >= least) extreme += 1;
  }
  return extreme;
}

/** For each four differences, their sums with all patterns of signs: a set bit is a minus. */
function sumsOfPatterns(differences: Float64Array): Float64Array {
  const fours = Math.ceil(differences.length / TOGETHER);
  const sums = new Float64Array(fours * PATTERNS);
  for (let four = 0; four < fours; four += 1) {
    for (let pattern = 0; pattern < PATTERNS; pattern += 1) {
      let sum = 0;
      for (let bit = 0; bit < TOGETHER; bit += 1) {
        const difference = differences[four * TOGETHER + bit] ?? 0;
        sum += ((pattern >>> bit) & 1) === 1 ? -difference : difference;
      }
      sums[four * PATTERNS + pattern] = sum;
    }
  }
  return sums;
}

/** How many of some rounds with random signs have a sum of at least `least`, whatever its sign is. */
function countRandom(sums: Float64Array, least: number, rounds: number, random: Random): number {
  let extreme = 0;
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (let at = 0; at < sums.length;) {
      let bits = random.bits();
      for (let lookup = 0; lookup < LOOKUPS && at < sums.length; lookup += 1) {
        sum += sums[at + (bits & (PATTERNS - 1))] ?? 0;
        bits >>>= TOGETHER;
        at += PATTERNS;
      }
    }
    if (Math.abs(sum) >= least) extreme += 1;
  }
  return extreme;
}
