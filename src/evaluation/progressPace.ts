/** Tells how far something is: at once, and then not before some time has passed, however often it changes. */
export class ProgressPace {
  readonly #interval: number;
  readonly #tell: () => void;
  #timer: NodeJS.Timeout | null = null;
  #hasChanged = false;

  /**
   * @param interval the least number of milliseconds between two times
   * @param tell tells how far it is
   */
  constructor(interval: number, tell: () => void) {
    this.#interval = interval;
    this.#tell = tell;
  }

  /** Says that something has changed. */
  change(): void {
    this.#hasChanged = true;
    if (this.#timer === null) this.#tellNow();
  }

  /** Tells how far it was in the end. */
  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#tell();
  }

  #tellNow(): void {
    this.#hasChanged = false;
    this.#tell();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#hasChanged) this.#tellNow();
    }, this.#interval);
    this.#timer.unref();
  }
}
