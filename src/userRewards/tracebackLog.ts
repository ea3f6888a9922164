import { t } from '@vscode/l10n';
import { wholeNumber } from '../core/displayLocale.ts';

/** The most tracebacks that are compared; a function whose messages all differ would otherwise fill memory. */
const MOST_COMPARED = 1_000;

/** Passes on identical tracebacks once, and counts the others. */
export class TracebackLog {
  readonly #log: (text: string) => void;
  /** For each traceback, the number of samples after the first that had the same one. */
  readonly #more = new Map<string, number>();

  constructor(log: (text: string) => void) {
    this.#log = log;
  }

  /** @param samples the number of samples that failed with this traceback */
  add(traceback: string, samples: number): void {
    const more = this.#more.get(traceback);
    if (more === undefined) this.#log(traceback);
    if (more !== undefined || this.#more.size < MOST_COMPARED)
      this.#more.set(traceback, more === undefined ? samples - 1 : more + samples);
  }

  /** Passes on how often each traceback was repeated; the next one is shown again. */
  end(): void {
    for (const [traceback, more] of this.#more) {
      const exception = traceback.trimEnd().split('\n').at(-1) ?? '';
      if (more === 1) this.#log(t('The same traceback for 1 more sample: {0}', exception));
      else if (more > 1)
        this.#log(t('The same traceback for {0} more samples: {1}', wholeNumber(more), exception));
    }
    this.#more.clear();
  }
}
