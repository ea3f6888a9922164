import { t } from '@vscode/l10n';
import { asPageTraceError, PageTraceError } from '../core/errors.ts';
import type { PageReference, PageWords } from '../core/grounding/model.ts';
import { WorkerThread } from '../workers/workerThread.ts';
import type { GroundAnswer, GroundCall, GroundingCalls, GroundingWorkerData } from './calls.ts';
import type { GroundingDocument, GroundingRequest, GroundingResult } from './model.ts';

/** Limits, each a parameter so that tests can shorten it. Times are in milliseconds. */
export interface GroundingLimits {
  /** How long the claims of one response may take. */
  readonly deadline: number;
  /** Megabytes that the worker's JavaScript values may take. */
  readonly memory: number;
  readonly startTimeout: number;
  /** The most words of pages that are kept for other responses. */
  readonly mostWords: number;
}

export const DEFAULT_GROUNDING_LIMITS: GroundingLimits = {
  deadline: 20_000,
  memory: 512,
  startTimeout: 30_000,
  mostWords: 600_000,
};

export interface GrounderOptions extends GroundingWorkerData {
  /** The worker's script: `grounding-worker.js` of the bundles, or `worker/main.ts` in the sources. */
  readonly worker: URL;
  readonly limits?: Partial<GroundingLimits>;
}

/** A page that has fewer words has no text: a page number, a stamp. */
const FEWEST_WORDS = 3;

/** The words of a page, or why they could not be read. */
type ReadPage = { readonly key: string; readonly page: PageWords } | { readonly notice: string };

/**
 * Finds the claims of responses on the pages of their documents. The words of a page are read once; the search runs in a
 * worker thread, which a response that takes too long ends.
 */
export class Grounder {
  readonly #limits: GroundingLimits;
  readonly #thread: WorkerThread<GroundingCalls>;
  /** The words of pages, by their keys; those that were used last come last. */
  readonly #pages = new Map<string, PageWords>();
  #words = 0;
  /** The keys of the pages that a thread has. */
  #sent: { readonly thread: number; readonly keys: Set<string> } = { thread: 0, keys: new Set() };

  constructor(options: GrounderOptions) {
    this.#limits = { ...DEFAULT_GROUNDING_LIMITS, ...options.limits };
    const { worker: url, strings, locale } = options;
    this.#thread = new WorkerThread<GroundingCalls>({
      url,
      name: 'pagetrace-grounding',
      workerData: { strings, locale } satisfies GroundingWorkerData,
      startTimeout: this.#limits.startTimeout,
      memory: this.#limits.memory,
      startFailed: (said) =>
        new PageTraceError(
          'internal',
          t('The part of PageTrace that looks for claims on pages did not start.'),
          {
            hint: t('Reload the window; if that does not help, install PageTrace again.'),
            said,
          },
        ),
    });
  }

  /**
   * Finds the claims of a response.
   * @throws PageTraceError `timeout` if it takes too long or too much memory, `cancelled`, and the errors of opening
   * documents
   */
  async ground(
    request: GroundingRequest,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<GroundingResult> {
    const notices: string[] = [];
    const pages: { readonly key: string; readonly page: PageWords }[] = [];
    for (const document of request.documents) {
      for (const read of await this.#readSent(document, request, signal)) {
        if ('notice' in read) notices.push(read.notice);
        else pages.push(read);
      }
    }
    const withText = pages.filter(({ page }) => page.words.length >= FEWEST_WORDS);
    const grounding = await this.#call(request, withText, signal);
    return {
      grounding,
      withoutText: pages
        .filter((one) => !withText.includes(one))
        .map(({ page: { document, page } }): PageReference => ({ document, page })),
      notices,
    };
  }

  async dispose(): Promise<void> {
    await this.#thread.dispose();
  }

  /** The sent pages of a document. One bad page does not affect the others. */
  async #readSent(
    document: GroundingDocument,
    { images }: GroundingRequest,
    signal: AbortSignal,
  ): Promise<ReadPage[]> {
    const wanted = new Set(
      images.filter((image) => image.document === document.name).map(({ page }) => page),
    );
    const missing = [...wanted].filter((page) => !this.#pages.has(keyOf(document, page)));
    const failed = new Map<number, string>();
    if (missing.length > 0) {
      const opened = await document.open();
      try {
        for (const page of missing) {
          signal.throwIfAborted();
          try {
            const [{ words }, { width, height }] = [await opened.text(page), await opened.pageInfo(page)];
            const size = { width, height };
            this.#keep(keyOf(document, page), { document: document.name, page, size, words, source: 'text' });
          } catch (error) {
            failed.set(page, asPageTraceError(error).message);
          }
        }
      } finally {
        await opened.close();
      }
    }
    return [...wanted].map((page): ReadPage => {
      const key = keyOf(document, page);
      const words = this.#pages.get(key);
      return words === undefined ? { notice: failed.get(page) ?? '' } : { key, page: words };
    });
  }

  async #call(
    { response, context, complete, question, images }: GroundingRequest,
    pages: readonly { readonly key: string; readonly page: PageWords }[],
    signal: AbortSignal,
  ) {
    const { deadline, memory } = this.#limits;
    for (;;) {
      const answer: GroundAnswer = await this.#thread.call('ground', {
        request: (thread): GroundCall => {
          if (this.#sent.thread !== thread) this.#sent = { thread, keys: new Set() };
          const { keys } = this.#sent;
          const sent = pages.map(({ key, page }) => ({ key, page: keys.has(key) ? null : page }));
          for (const { key } of sent) keys.add(key);
          return { response, context, complete, question, images, pages: sent };
        },
        deadline,
        stopped: (why) =>
          new PageTraceError(
            'timeout',
            why === 'deadline'
              ? t('PageTrace needs more than {0} s to look for the claims of this response.', deadline / 1000)
              : t(
                  'PageTrace needs more than {0} MB of memory to look for the claims of this response.',
                  memory,
                ),
            { hint: t('Its claims are looked for again after the next change.') },
          ),
        about: { subject: 'ground', content: () => JSON.stringify([response, pages.map(({ key }) => key)]) },
        signal,
      });
      if (answer.grounding !== null) return answer.grounding;
      for (const key of answer.needs) this.#sent.keys.delete(key);
    }
  }

  #keep(key: string, page: PageWords): void {
    this.#pages.set(key, page);
    this.#words += page.words.length;
    for (const [oldest, { words }] of this.#pages) {
      if (this.#words <= this.#limits.mostWords || oldest === key) return;
      this.#pages.delete(oldest);
      this.#words -= words.length;
    }
  }
}

/** A page by the content and the name of its document. */
function keyOf({ hash, name }: GroundingDocument, page: number): string {
  return `${hash} ${page} ${name}`;
}
