import { defer, type Deferred } from '../../core/deferred.ts';

/** Has what reads a whole file wait while rows are read that someone looks at. */
export class RowsFirst {
  #count = 0;
  #idle: Deferred<null> | null = null;

  /** Settles when nobody waits for rows; null if nobody does. */
  get idle(): Promise<unknown> | null {
    return this.#idle?.promise ?? null;
  }

  /** Reads rows that someone looks at. */
  async read<T>(rows: () => Promise<T>): Promise<T> {
    this.#count += 1;
    this.#idle ??= defer<null>();
    try {
      return await rows();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) {
        this.#idle.resolve(null);
        this.#idle = null;
      }
    }
  }
}
