/** Calls a function whenever something has changed, but not more often than its listener wants to hear. */
export class SpacedCalls {
  readonly #interval: number;
  readonly #run: () => void;
  #last = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param interval milliseconds between two calls */
  constructor(interval: number, run: () => void) {
    this.#interval = interval;
    this.#run = run;
  }

  /** Says that something has changed; `isFinal` if that is to be told at once. */
  call(isFinal: boolean): void {
    const wait = this.#last + this.#interval - performance.now();
    if (isFinal || wait <= 0) this.#callNow();
    else
      this.#timer ??= setTimeout(() => {
        this.#callNow();
      }, wait);
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #callNow(): void {
    this.dispose();
    this.#last = performance.now();
    this.#run();
  }
}
