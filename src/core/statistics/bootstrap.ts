import { quantileOf } from './quantile.ts';
import { Random } from './random.ts';

/** Values by question: the sum of the values of each question's samples, and how many there are (at least one). */
export interface QuestionSums {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

/** An interval that contains both of its ends. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How questions are drawn. */
export interface BootstrapOptions {
  /** A whole number from 0 to 2^32 - 1; the same seed gives the same interval. */
  readonly seed: number;
  /** How often all questions are drawn, with replacement. */
  readonly rounds: number;
  /** How much of the drawn means the interval contains, such as 0.95. */
  readonly level: number;
}

/** Questions with equal sums and counts: it makes no difference which of them is drawn. */
interface EqualQuestions {
  readonly sum: number;
  readonly count: number;
  questions: number;
}

/** A binomial number takes about as long as drawing this many questions one by one. */
const BINOMIAL_COST = 12;

/**
 * The interval of the mean over all samples if questions are drawn at random: a percentile bootstrap (Efron 1979) whose
 * units are the questions, because the samples of a question depend on each other (Field and Welsh 2007). Each round draws
 * as many questions as there are, with all of their samples. Null with fewer than two questions,
 * and if sums are too large for a number.
 */
export function bootstrapInterval(
  { sums, counts }: QuestionSums,
  { seed, rounds, level }: BootstrapOptions,
): Interval | null {
  const { length: questions } = sums;
  if (questions < 2) return null;
  let sum = 0;
  let samples = 0;
  for (let at = 0; at < questions; at += 1) {
    sum += sums[at] ?? 0;
    samples += counts[at] ?? 0;
  }
  const mean = sum / samples;
  const random = new Random(seed);
  const equal = equalQuestions({ sums, counts }, questions / BINOMIAL_COST);
  const means =
    equal === null
      ? drawOneByOne({ sums, counts }, mean, rounds, random)
      : drawKinds(equal, questions, mean, rounds, random);
  means.sort();
  const outside = (1 - level) / 2;
  const interval = { low: quantileOf(means, outside), high: quantileOf(means, 1 - outside) };
  return Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
}

/** The different questions; null if there are more than `most`. */
function equalQuestions({ sums, counts }: QuestionSums, most: number): readonly EqualQuestions[] | null {
  const byCount = new Map<number, Map<number, EqualQuestions>>();
  const kinds: EqualQuestions[] = [];
  for (let at = 0; at < sums.length; at += 1) {
    const sum = sums[at] ?? 0;
    const count = counts[at] ?? 0;
    let bySum = byCount.get(count);
    if (bySum === undefined) byCount.set(count, (bySum = new Map<number, EqualQuestions>()));
    const kind = bySum.get(sum);
    if (kind !== undefined) {
      kind.questions += 1;
      continue;
    }
    if (kinds.length >= most) return null;
    const first: EqualQuestions = { sum, count, questions: 1 };
    bySum.set(sum, first);
    kinds.push(first);
  }
  return kinds;
}

/** The mean of each round, where the questions are drawn one by one. */
function drawOneByOne(
  { sums, counts }: QuestionSums,
  mean: number,
  rounds: number,
  random: Random,
): Float64Array {
  const { length: questions } = sums;
  // Differences from the mean keep their digits where a sum of many values would lose them.
  const excess = sums.map((sum, at) => sum - mean * (counts[at] ?? 0));
  const means = new Float64Array(rounds);
  const indices = new Uint32Array(questions);
  for (let round = 0; round < rounds; round += 1) {
    let drawn = 0;
    let samples = 0;
    random.fillIndices(indices, questions);
    for (let at = 0; at < questions; at += 1) {
      const question = indices[at] ?? 0;
      drawn += excess[question] ?? 0;
      samples += counts[question] ?? 0;
    }
    means[round] = mean + drawn / samples;
  }
  return means;
}

/** The mean of each round, where the number of questions of each kind is drawn: they are multinomial. */
function drawKinds(
  kinds: readonly EqualQuestions[],
  questions: number,
  mean: number,
  rounds: number,
  random: Random,
): Float64Array {
  const means = new Float64Array(rounds);
  for (let round = 0; round < rounds; round += 1) {
    let drawn = 0;
    let samples = 0;
    let left = questions;
    let others = questions;
    for (const { sum, count, questions: own } of kinds) {
      const times = random.binomial(left, own / others);
      drawn += times * (sum - mean * count);
      samples += times * count;
      left -= times;
      others -= own;
    }
    means[round] = mean + drawn / samples;
  }
  return means;
}
