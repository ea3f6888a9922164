import { signal, type ReadonlySignal } from '@preact/signals';
import { sentenceOf } from '../../../src/core/sentenceOf.ts';
import type { Pace } from './pace.ts';

export interface LiveAnswerOptions<Value> {
  readonly pace: Pace;
  readonly ask: (signal: AbortSignal) => Promise<Value>;
}

/**
 * An answer of the extension that follows the run. It is asked for only while someone looks at it, and while the run
 * grows seldom enough to leave time for the rest. The last answer stays until the next one is there.
 */
export class LiveAnswer<Value> {
  readonly value: ReadonlySignal<Value | null>;
  /** Why the last question failed; null if it did not. */
  readonly failure: ReadonlySignal<string | null>;
  readonly isAsking: ReadonlySignal<boolean>;
  readonly #options: LiveAnswerOptions<Value>;
  readonly #value = signal<Value | null>(null);
  readonly #failure = signal<string | null>(null);
  readonly #isAsking = signal(false);
  #isWanted = false;
  /** Whether something has changed since the last question. */
  #isStale = true;
  /** Whether a person waits for the answer, which does not keep the pace then. */
  #isUrgent = true;
  #running: AbortController | null = null;
  #next = 0;
  #stopWaiting: (() => void) | null = null;

  constructor(options: LiveAnswerOptions<Value>) {
    this.#options = options;
    this.value = this.#value;
    this.failure = this.#failure;
    this.isAsking = this.#isAsking;
  }

  /** Says whether someone looks at the answer. */
  want(isWanted: boolean): void {
    this.#isWanted = isWanted;
    if (isWanted) this.#consider();
  }

  /** Says that the run has more, or other numbers. */
  grow(): void {
    this.#isStale = true;
    this.#consider();
  }

  /** Says that the question is another one: it is asked at once, and the answer to the one before is not waited for. */
  change(): void {
    this.#isStale = true;
    this.#isUrgent = true;
    // Why the question before failed says nothing of this one.
    this.#failure.value = null;
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    this.#running?.abort();
    this.#running = null;
    this.#consider();
  }

  dispose(): void {
    this.#isWanted = false;
    this.#stopWaiting?.();
    this.#running?.abort();
  }

  #consider(): void {
    if (!this.#isWanted || !this.#isStale || this.#running !== null || this.#stopWaiting !== null) return;
    const { pace } = this.#options;
    const wait = Math.max(this.#next - pace.clock.now(), pace.wait);
    if (this.#isUrgent || wait <= 0) {
      void this.#ask();
      return;
    }
    this.#stopWaiting = pace.clock.later(() => {
      this.#stopWaiting = null;
      this.#consider();
    }, wait);
  }

  async #ask(): Promise<void> {
    const { pace, ask } = this.#options;
    const { clock } = pace;
    const running = new AbortController();
    this.#running = running;
    this.#isStale = false;
    this.#isUrgent = false;
    this.#isAsking.value = true;
    const begun = clock.now();
    try {
      const value = await ask(running.signal);
      if (this.#running !== running) return;
      this.#value.value = value;
      this.#failure.value = null;
    } catch (error) {
      if (this.#running !== running) return;
      this.#failure.value = sentenceOf(error);
    }
    this.#running = null;
    this.#isAsking.value = false;
    pace.rest(clock.now() - begun);
    this.#next = clock.now() + pace.interval;
    this.#consider();
  }
}
