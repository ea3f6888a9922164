import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { WorkerThread, type StopReason } from '../workers/workerThread.ts';
import type { RetrievalCalls, RetrievalWorkerData } from './calls.ts';

/** The limits of the thread. */
export interface RetrievalLimits {
  /** Milliseconds that it may work on a call: the text of a document, a question, or some of the pages for it. */
  readonly deadline: number;
  /** Megabytes that its values may take. */
  readonly memory: number;
  /** Milliseconds that its start may take. */
  readonly startTimeout: number;
}

const LIMITS: RetrievalLimits = { deadline: 60_000, memory: 1024, startTimeout: 30_000 };

export interface RetrievalThreadOptions extends RetrievalWorkerData {
  /** The worker's script: `retrieval-worker.js` of the bundles, or `worker/main.ts` in the sources. */
  readonly worker: URL;
  /** Told what a person should know of the index, a sentence at a time. */
  readonly onNotice: (sentence: string) => void;
  readonly limits?: Partial<RetrievalLimits>;
}

/** How a call is made. */
export interface RetrievalCallOptions {
  readonly signal: AbortSignal;
  /** What the call works on, if it is not to be tried again after it took too long or too much memory. */
  readonly subject?: string;
}

/** The worker thread that keeps the index, for words and vectors alike. It starts with the first call. */
export class RetrievalThread {
  readonly #limits: RetrievalLimits;
  readonly #onNotice: (sentence: string) => void;
  readonly #thread: WorkerThread<RetrievalCalls>;

  constructor({ worker, folder, strings, locale, onNotice, limits }: RetrievalThreadOptions) {
    this.#limits = { ...LIMITS, ...limits };
    this.#onNotice = onNotice;
    this.#thread = new WorkerThread({
      url: worker,
      name: 'pagetrace-retrieval',
      workerData: { folder, strings, locale } satisfies RetrievalWorkerData,
      startTimeout: this.#limits.startTimeout,
      memory: this.#limits.memory,
      startFailed: (said) =>
        new PageTraceError('internal', t('The part of PageTrace that finds pages did not start.'), {
          hint: t('Reload the window; if that does not help, install PageTrace again.'),
          said,
        }),
    });
  }

  /**
   * Calls the worker, and passes on what a person should know.
   * @throws PageTraceError what the worker throws; `timeout` if it takes too long or too much memory; `cancelled`
   */
  async call<Name extends keyof RetrievalCalls>(
    name: Name,
    request: RetrievalCalls[Name]['request'],
    { signal, subject }: RetrievalCallOptions,
  ): Promise<RetrievalCalls[Name]['value']['value']> {
    const { deadline } = this.#limits;
    const answer = await this.#thread.call(name, {
      request: () => request,
      deadline,
      stopped: (why) => stoppedError(why, deadline),
      ...(subject === undefined ? {} : { about: { subject, content: () => subject } }),
      signal,
    });
    answer.notices.forEach(this.#onNotice);
    return answer.value;
  }

  /** Ends the thread. */
  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}

function stoppedError(why: StopReason, deadline: number): PageTraceError {
  return new PageTraceError(
    'timeout',
    why === 'deadline'
      ? t('Finding pages took more than {0} s and was stopped.', deadline / 1000)
      : t('Finding pages took too much memory and was stopped.'),
    { hint: t('Choose fewer documents, or choose pages yourself.') },
  );
}
