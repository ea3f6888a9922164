import { defer, type Deferred } from '../../core/deferred.ts';
import type { Settled } from '../index/model.ts';

/** Who waits until a run has come so far. */
export class SettledWaits {
  readonly #waiting = new Set<{ readonly what: Settled; readonly done: Deferred<null> }>();

  /** Settles when `settle` finds it so, or at the end. */
  async until(what: Settled): Promise<void> {
    const done = defer<null>();
    this.#waiting.add({ what, done });
    await done.promise;
  }

  settle(isSettled: (what: Settled) => boolean): void {
    for (const each of this.#waiting) {
      if (!isSettled(each.what)) continue;
      this.#waiting.delete(each);
      each.done.resolve(null);
    }
  }

  end(): void {
    this.settle(() => true);
  }
}
