/** Does something again and again, with a pause after each time. */
export class Polling {
  readonly #interval: number;
  readonly #run: () => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #isEnded = false;

  /**
   * @param interval milliseconds of the pause; 0 to do nothing
   * @param run is not to reject
   */
  constructor(interval: number, run: () => Promise<void>) {
    this.#interval = interval;
    this.#run = run;
  }

  start(): void {
    if (this.#interval === 0 || this.#isEnded) return;
    this.#timer = setTimeout(() => {
      void this.#run().then(() => {
        this.start();
      });
    }, this.#interval);
  }

  dispose(): void {
    this.#isEnded = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
