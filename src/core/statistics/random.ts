import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { logFactorial } from './logFactorial.ts';

const WORD = 2 ** 32;

/** Outputs that are thrown away: the first ones of the generator are the seed itself. */
const WARM_UP = 32;

/** A mean below which a binomial number is found by adding up its probabilities. */
const FEW = 10;

/** Random numbers that only depend on a seed: xoroshiro128+, seeded with a whole number. */
export class Random {
  readonly #generator: ReturnType<typeof xoroshiro128plus>;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
    for (let skipped = 0; skipped < WARM_UP; skipped += 1) this.#generator.next();
  }

  /** 32 random bits, as a number of at least 0. */
  bits(): number {
    return this.#generator.next() >>> 0;
  }

  /** A number of at least 0 and less than 1, with 53 random bits. */
  fraction(): number {
    return ((this.bits() >>> 5) * 2 ** 26 + (this.bits() >>> 6)) / 2 ** 53;
  }

  /**
   * Fills an array with whole numbers from 0 to `count` - 1, each as likely as the others: what 2^32 has beyond a multiple
   * of the count is drawn again.
   */
  fillIndices(indices: Uint32Array, count: number): void {
    const share = Math.floor(WORD / count);
    const end = share * count;
    const inverse = 1 / share;
    for (let at = 0; at < indices.length; at += 1) {
      let bits = this.#generator.next() >>> 0;
      while (bits >= end) bits = this.#generator.next() >>> 0;
      // The half keeps the product from a whole number, so that rounding cannot reach the next one.
      indices[at] = (bits + 0.5) * inverse;
    }
  }

  /** How many of some independent trials succeed, each with the same probability. */
  binomial(trials: number, probability: number): number {
    if (trials === 0 || probability <= 0) return 0;
    if (probability >= 1) return trials;
    if (probability > 0.5) return trials - this.binomial(trials, 1 - probability);
    return trials * probability < FEW
      ? this.#fewSuccesses(trials, probability)
      : this.#manySuccesses(trials, probability);
  }

  /** By inversion: the probabilities of 0, 1, 2... successes are subtracted from a random number. */
  #fewSuccesses(trials: number, probability: number): number {
    const odds = probability / (1 - probability);
    const none = (1 - probability) ** trials;
    for (;;) {
      let left = this.fraction();
      let share = none;
      for (let successes = 0; successes <= trials; successes += 1) {
        if (left < share) return successes;
        left -= share;
        share *= ((trials - successes) / (successes + 1)) * odds;
      }
    }
  }

  /** By rejection from a transformed uniform number (Hörmann 1993, algorithm BTRS, whose constants these are). */
  #manySuccesses(trials: number, probability: number): number {
    const deviation = Math.sqrt(trials * probability * (1 - probability));
    const b = 1.15 + 2.53 * deviation;
    const a = -0.0873 + 0.0248 * b + 0.01 * probability;
    const center = trials * probability + 0.5;
    const sure = 0.92 - 4.2 / b;
    const alpha = (2.83 + 5.1 / b) * deviation;
    const logOdds = Math.log(probability / (1 - probability));
    const mode = Math.floor((trials + 1) * probability);
    const atMode = logFactorial(mode) + logFactorial(trials - mode);
    for (;;) {
      const u = this.fraction() - 0.5;
      const v = this.fraction();
      const width = 0.5 - Math.abs(u);
      const successes = Math.floor(((2 * a) / width + b) * u + center);
      if (successes < 0 || successes > trials) continue;
      if (width >= 0.07 && v <= sure) return successes;
      const bound = Math.log((v * alpha) / (a / (width * width) + b));
      const density =
        atMode - logFactorial(successes) - logFactorial(trials - successes) + (successes - mode) * logOdds;
      if (bound <= density) return successes;
    }
  }
}
