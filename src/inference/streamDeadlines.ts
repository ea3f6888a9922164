import type { PageTraceError } from '../core/errors.ts';
import { emptinessError, silenceError, slownessError } from './connectionErrors.ts';
import type { InferenceLimits } from './model.ts';

/** How long a connection may stay open after the mark that ends a stream, in milliseconds. */
const AFTER_END = 1_000;

/** The longest time that a timer of Node can wait, in milliseconds. */
export const LONGEST_TIMER = 2 ** 31 - 1;

function timer(expired: () => void, after: number): NodeJS.Timeout {
  return setTimeout(expired, Math.min(after, LONGEST_TIMER)).unref();
}

/**
 * The time limits of a stream that has begun. Bytes without content, such as comments that only keep a connection open,
 * do not extend them.
 */
export class StreamDeadlines {
  readonly #content: NodeJS.Timeout;
  readonly #whole: NodeJS.Timeout;
  #afterEnd: NodeJS.Timeout | null = null;
  /** Whether bytes have arrived since the last content. */
  #heard = false;
  #error: PageTraceError | null = null;
  readonly #close: () => void;

  /** @param close closes the connection; called when a limit is reached */
  constructor(url: string, limits: Pick<InferenceLimits, 'body' | 'generation'>, close: () => void) {
    this.#close = close;
    const expire = (error: () => PageTraceError) => (): void => {
      this.#error ??= error();
      close();
    };
    this.#content = timer(
      expire(() => (this.#heard ? emptinessError : silenceError)(url, limits.body)),
      limits.body,
    );
    this.#whole = timer(
      expire(() => slownessError(url, limits.generation)),
      limits.generation,
    );
  }

  /** The limit that was reached, or null. */
  get error(): PageTraceError | null {
    return this.#error;
  }

  /** Bytes have arrived. */
  hear(): void {
    this.#heard = true;
  }

  /** Content has arrived. */
  extend(): void {
    this.#heard = false;
    this.#content.refresh();
  }

  /** The mark that ends the stream has arrived. */
  end(): void {
    this.#afterEnd ??= timer(this.#close, AFTER_END);
  }

  clear(): void {
    clearTimeout(this.#content);
    clearTimeout(this.#whole);
    if (this.#afterEnd !== null) clearTimeout(this.#afterEnd);
  }
}
