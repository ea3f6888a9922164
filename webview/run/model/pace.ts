import type { Clock } from '../../shared/clock.ts';

/** How many times as long as an answer took the view waits before it asks again only because the run has grown. */
const REST = 9;

/**
 * How often a view asks about a run that grows. All of its questions have one pace: together they take a tenth of the
 * time of the thread that reads the run.
 */
export class Pace {
  readonly clock: Clock;
  /** Milliseconds between two times that the same is asked. */
  readonly interval: number;
  #next = 0;

  constructor(clock: Clock, interval: number) {
    this.clock = clock;
    this.interval = interval;
  }

  /** A pace of its own for what has to read the samples again, in other threads: that takes long, and nothing else waits for it. */
  another(): Pace {
    return new Pace(this.clock, this.interval);
  }

  /** Milliseconds until something may be asked; 0 or less if now. */
  get wait(): number {
    return this.#next - this.clock.now();
  }

  /** Says that something was answered, and how many milliseconds that took. */
  rest(took: number): void {
    this.#next = Math.max(this.#next, this.clock.now() + REST * took);
  }
}
