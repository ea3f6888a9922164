/** Milliseconds of the past that rates are measured over. */
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
  #failed = 0;
  readonly #ends = new RecentTimes();
  /** When samples ended or failed: one that failed is not asked again either. */
  readonly #settled = new RecentTimes();

  /** Counts a sample that has ended. */
  end(now: number, reward: number | null): void {
    this.waitsFor = null;
    this.#ends.add(now);
    this.#settled.add(now);
    if (reward === null) return;
    this.#rewards += reward;
    this.#rewarded += 1;
  }

  /** Counts a sample that has failed. */
  fail(now: number): void {
    this.#failed += 1;
    this.#settled.add(now);
  }

  /** The mean reward; null if no reward is known. */
  get reward(): number | null {
    return this.#rewarded === 0 ? null : this.#rewards / this.#rewarded;
  }

  /** Samples that ended a second, over the last minute; null before two have. */
  rate(now: number): number | null {
    return this.#ends.rate(now);
  }

  /**
   * Seconds until the last sample will have ended or failed, if they go on as over the last minute; null if that is not known.
   * @param ended samples that the run has, of this and of earlier evaluations
   */
  secondsLeft(now: number, ended: number): number | null {
    const rate = this.#settled.rate(now);
    if (this.of === null || rate === null) return null;
    // What failed in an earlier evaluation is asked again.
    return Math.max(0, this.of - ended - this.#failed) / rate;
  }
}

/** Times of the last minute. */
class RecentTimes {
  /** Without those from before `#from`. */
  #times: number[] = [];
  #from = 0;

  add(now: number): void {
    this.#times.push(now);
    while ((this.#times[this.#from] ?? now) < now - RATE_OVER) this.#from += 1;
    // Removing them one by one would take time that grows with their number.
    if (this.#from <= this.#times.length / 2) return;
    this.#times = this.#times.slice(this.#from);
    this.#from = 0;
  }

  /** How many there were a second; null before there were two. */
  rate(now: number): number | null {
    const first = this.#times[this.#from];
    const count = this.#times.length - this.#from;
    return first === undefined || count < 2 || now <= first ? null : (count * 1000) / (now - first);
  }
}
