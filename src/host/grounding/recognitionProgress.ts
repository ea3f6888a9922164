import { t } from '@vscode/l10n';
import { defer } from '../../core/deferred.ts';
import { PageTraceError } from '../../core/errors.ts';
import { showProgress } from '../shared/workbench.ts';

/** Milliseconds after a page for which the notification stays for the next one. */
const PAUSE = 500;

/** What is shown while pages are recognized. */
interface Shown {
  readonly report: (message: string) => void;
  readonly end: () => void;
}

/**
 * A notification that names the page that is being recognized, from the first page until there is none. If the person
 * cancels it, the pages that are left are not recognized until they want that again; those that are finished are kept.
 */
export class RecognitionProgress {
  #stop = new AbortController();
  #shown: Shown | null = null;
  #pages = 0;

  /** Recognizes pages again after the person has canceled that. */
  restart(): void {
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
  }

  /**
   * Recognizes a page, which the notification names.
   * @param recognize gets a signal that is aborted with `signal`, or when the person cancels
   * @throws PageTraceError `ocr-failed` if the person has canceled; the errors of `recognize`
   */
  async follow<T>(
    name: string,
    signal: AbortSignal | undefined,
    recognize: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const stop = this.#stop;
    const isStopped = (): boolean => stop.signal.aborted;
    if (isStopped()) throw stopped();
    this.#pages += 1;
    this.#shown ??= this.#show(stop);
    this.#shown.report(name);
    try {
      return await recognize(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]));
    } catch (error) {
      throw isStopped() ? stopped() : error;
    } finally {
      this.#pages -= 1;
      setTimeout(() => {
        if (this.#pages > 0) return;
        this.#shown?.end();
        this.#shown = null;
      }, PAUSE);
    }
  }

  #show(stop: AbortController): Shown {
    const ended = defer<undefined>();
    let name = '';
    let write: ((message: string) => void) | null = null;
    void showProgress(t('Recognizing text'), (report, token) => {
      write = report;
      report(name);
      token.onCancellationRequested(() => {
        stop.abort();
      });
      return ended.promise;
    });
    return {
      report: (message) => {
        name = message;
        write?.(message);
      },
      end: () => {
        ended.resolve(undefined);
      },
    };
  }
}

function stopped(): PageTraceError {
  return new PageTraceError('ocr-failed', t('Text recognition was stopped, and some pages were not read.'), {
    hint: t('Recognize the text again to read the other pages.'),
  });
}
