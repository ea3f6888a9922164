/** Milliseconds of the past that the rate is measured over. */
const RATE_OVER = 60_000;

/** What is counted while an evaluation runs. */
export class Tally {
  /** The samples that the run will have; null before the data set was read to its end. */
  of: number | null = null;
  /** Questions that cannot be asked because of a mistake in the data set. */
  unusable = 0;
  /** Why nothing is sent at the moment. */
  waitsFor: string | null = null;
  #rewards = 0;
  #rewarded = 0;
  /** When samples ended, without those from before `#from`. */
  #ends: number[] = [];
  #from = 0;

  /** Counts a sample that has ended. */
  end(now: number, reward: number | null): void {
    this.waitsFor = null;
    this.#ends.push(now);
    while ((this.#ends[this.#from] ?? now) < now - RATE_OVER) this.#from += 1;
    // Removing them one by one would take time that grows with their number.
    if (this.#from > this.#ends.length / 2) {
      this.#ends = this.#ends.slice(this.#from);
      this.#from = 0;
    }
    if (reward === null) return;
    this.#rewards += reward;
    this.#rewarded += 1;
  }

  /** The mean reward; null if no reward is known. */
  get reward(): number | null {
    return this.#rewarded === 0 ? null : this.#rewards / this.#rewarded;
  }

  /** Samples a second over the last minute; null before two have ended. */
  rate(now: number): number | null {
    const first = this.#ends[this.#from];
    const count = this.#ends.length - this.#from;
    return first === undefined || count < 2 || now <= first ? null : (count * 1000) / (now - first);
  }
}
