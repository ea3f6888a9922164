/** How busy a server says it is. */
export interface QueueReport {
  readonly running: number;
  /** Requests in its queue; null if it does not say. */
  readonly waiting: number | null;
}

/** How many requests may be in flight. */
export interface AdmissionOptions {
  /** The most at once. */
  readonly most: number;
  /** How many at the beginning, before the server has said how long its queue is, and at least. */
  readonly first: number;
}

/** A queue of up to this share of the running requests keeps the server busy without holding images in its memory. */
const SHORT_QUEUE = 0.125;

/**
 * Decides how many requests are in flight: as many as the server works on, and a few that wait in its queue, so that it
 * never idles. A server that does not report its queue gets as many as allowed.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  #allowed: number;
  #inFlight = 0;
  /** Whether the queue was long when the server reported it last. */
  #wasLong = false;
  #waiting: (() => void)[] = [];

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#allowed = Math.min(options.most, options.first);
  }

  /** How many may be in flight now. */
  get allowed(): number {
    return this.#allowed;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Whether as many are in flight as ever may be, and the server keeps up with them. */
  get isSteady(): boolean {
    return this.#allowed >= this.#options.most && !this.#wasLong;
  }

  /**
   * Waits until another request may be sent, and counts it.
   * @returns counts it no more, however often it is called; null if the signal was aborted before
   */
  async enter(signal: AbortSignal): Promise<(() => void) | null> {
    while (this.#inFlight >= this.#allowed && !signal.aborted)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    if (signal.aborted) return null;
    this.#inFlight += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#inFlight -= 1;
      this.wake();
    };
  }

  /** Takes what the server says of its queue; null if it cannot say. */
  take(report: QueueReport | null): void {
    const { most, first } = this.#options;
    if (report === null || report.waiting === null) this.#allowed = most;
    else {
      const { running, waiting } = report;
      const short = Math.max(1, Math.floor(running * SHORT_QUEUE));
      const isLong = waiting > short;
      // Requests that arrived just now are in its queue for a moment.
      if (isLong && this.#wasLong) this.#allowed = Math.min(most, Math.max(first, running + short));
      else if (!isLong && this.#inFlight >= this.#allowed) this.#allowed = Math.min(most, this.#allowed * 2);
      this.#wasLong = isLong;
    }
    this.wake();
  }

  /** Lets all who wait look again, such as at a signal that was aborted. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
