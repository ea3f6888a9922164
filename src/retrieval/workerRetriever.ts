import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { WorkerThread, type StopReason } from '../workers/workerThread.ts';
import type { FindAnswer, RetrievalCalls, RetrievalWorkerData } from './calls.ts';
import type { FoundPage, Retriever, SearchedDocument } from './model.ts';
import { readPageTexts, type ReadingOptions } from './pageTexts.ts';
import type { TermKey } from './termStore.ts';

/** The limits of the thread. */
export interface RetrievalLimits {
  /** Milliseconds that it may work on the text of a document, or on a question. */
  readonly deadline: number;
  /** Megabytes that its values may take. */
  readonly memory: number;
  /** Milliseconds that its start may take. */
  readonly startTimeout: number;
}

const LIMITS: RetrievalLimits = { deadline: 60_000, memory: 1024, startTimeout: 30_000 };

export interface WorkerRetrieverOptions extends ReadingOptions, RetrievalWorkerData {
  /** The worker's script: `retrieval-worker.js` of the bundles, or `worker/main.ts` in the sources. */
  readonly worker: URL;
  readonly limits?: Partial<RetrievalLimits>;
}

/** Finds pages by their words, in a worker thread that keeps the index. Pages are read on this side. */
export class WorkerRetriever implements Retriever {
  readonly name = 'bm25';
  readonly settings = 'bm25';
  readonly #options: WorkerRetrieverOptions;
  readonly #limits: RetrievalLimits;
  readonly #thread: WorkerThread<RetrievalCalls>;

  constructor(options: WorkerRetrieverOptions) {
    const { worker, folder, strings, locale } = options;
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
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

  async index(documents: readonly SearchedDocument[], signal: AbortSignal): Promise<void> {
    await this.find('', documents, 0, signal);
  }

  async find(
    question: string,
    documents: readonly SearchedDocument[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly FoundPage[]> {
    const keys = documents.map((document) => this.#keyOf(document));
    const first = await this.#find(question, keys, most, signal);
    if (first.needs.length === 0) return first.pages;
    for (const position of first.needs) {
      const [document, key] = [documents[position], keys[position]];
      if (document === undefined || key === undefined) continue;
      const texts = await readPageTexts(document, this.#options, signal);
      const notices = await this.#thread.call('add', {
        request: () => ({ document: key, texts }),
        ...this.#callOptions(key.hash, signal),
      });
      notices.forEach(this.#options.onNotice);
    }
    return (await this.#find(question, keys, most, signal)).pages;
  }

  /** Ends the thread. */
  dispose(): Promise<void> {
    return this.#thread.dispose();
  }

  #keyOf({ name, hash }: SearchedDocument): TermKey {
    return { name, hash, reader: this.#options.recognizer?.name ?? null };
  }

  async #find(
    question: string,
    documents: readonly TermKey[],
    most: number,
    signal: AbortSignal,
  ): Promise<FindAnswer> {
    const answer = await this.#thread.call('find', {
      request: () => ({ question, documents, most }),
      ...this.#callOptions(question, signal),
    });
    answer.notices.forEach(this.#options.onNotice);
    return answer;
  }

  #callOptions(subject: string, signal: AbortSignal) {
    const { deadline } = this.#limits;
    return {
      deadline,
      stopped: (why: StopReason): PageTraceError => stoppedError(why, deadline),
      about: { subject, content: () => subject },
      signal,
    };
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
