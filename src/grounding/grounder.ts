import { createHash } from 'node:crypto';
import { t } from '@vscode/l10n';
import { PageTraceError, type ErrorReason } from '../core/errors.ts';
import type { PageReference } from '../core/grounding/model.ts';
import { throwIfCancelled } from '../core/throwIfCancelled.ts';
import { WorkerThread } from '../workers/workerThread.ts';
import type { GroundAnswer, GroundCall, GroundingCalls, GroundingWorkerData, SentPage } from './calls.ts';
import type { GroundingRequest, GroundingResult, PageRecognizer } from './model.ts';
import { sentPages, unsentPages } from './pages.ts';
import { readPages, type KnownPage } from './readPages.ts';
import { groundingStopped } from './stopErrors.ts';

/** The limits of grounding. */
export interface GroundingLimits {
  /** Milliseconds that the thread may work on a trajectory of less than a megabyte. */
  readonly deadline: number;
  /** Milliseconds that it may work in addition for each whole megabyte (a million characters). */
  readonly deadlinePerMegabyte: number;
  /** Megabytes that the thread's JavaScript values may take. */
  readonly memory: number;
  /** Milliseconds that the start of the thread may take. */
  readonly startTimeout: number;
  /** The most pages that were not sent that are searched for claims that stand on no sent page. */
  readonly unsentPages: number;
  /** The number of results that are kept. */
  readonly results: number;
}

const MEGABYTE = 1_000_000;

const DEFAULT_LIMITS: GroundingLimits = {
  deadline: 10_000,
  deadlinePerMegabyte: 5000,
  memory: 768,
  startTimeout: 30_000,
  unsentPages: 200,
  results: 50,
};

/** The most pages that are remembered as unreadable, or as having pictures that were not read. */
const MOST_PAGES = 1000;

export interface GrounderOptions extends GroundingWorkerData {
  /** The worker's script: `grounding-worker.js` of the bundles, or `worker/main.ts` in the sources. */
  readonly worker: URL;
  /** Recognizes the text of scanned pages; without it, `recognizeText` of a request has no effect. */
  readonly recognizer?: PageRecognizer;
  readonly limits?: Partial<GroundingLimits>;
}

export interface GroundOptions {
  readonly signal?: AbortSignal;
  /** Whether no other pages than the sent ones are searched; they change where a claim stands, and not its status. */
  readonly sentOnly?: boolean;
  /** Called with the result for the sent pages before other pages are searched. */
  readonly onSentPages?: (result: GroundingResult) => void;
}

/** What grounding on some pages comes to. */
interface Pass {
  readonly answer: Extract<GroundAnswer, { readonly needs: null }>;
  /** The pages that could not be read, by key. */
  readonly failed: ReadonlyMap<string, PageTraceError>;
}

/** Errors that would be the same the next time. */
const LASTING: ReadonlySet<ErrorReason> = new Set([
  'document-damaged',
  'page-failed',
  'page-out-of-range',
  'page-timeout',
]);

/**
 * Finds the claims of trajectories on pages, in a worker thread that keeps the indices of pages. The words of a page are
 * read once for each content of its document. The thread starts with the first trajectory.
 */
export class Grounder {
  readonly #limits: GroundingLimits;
  readonly #recognizer: PageRecognizer | null;
  readonly #thread: WorkerThread<GroundingCalls>;
  readonly #results = new Map<string, GroundingResult>();
  readonly #failed = new Map<string, PageTraceError>();
  /** The pages with pictures whose text was not recognized. */
  readonly #unreadPictures = new Map<string, true>();

  constructor({ worker: url, strings, locale, recognizer, limits = {} }: GrounderOptions) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#recognizer = recognizer ?? null;
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
          { hint: t('Reload the window; if that does not help, install PageTrace again.'), said },
        ),
    });
  }

  /** Whether the thread was started and has not ended. */
  get isRunning(): boolean {
    return this.#thread.isRunning;
  }

  /**
   * Grounds a trajectory on the pages that were sent. Claims that stand on none of them are then looked for on other
   * pages of the documents.
   * @throws PageTraceError `timeout` if it takes too long or too much memory, `cancelled`
   */
  async ground(
    request: GroundingRequest,
    { signal, sentOnly = false, onSentPages }: GroundOptions = {},
  ): Promise<GroundingResult> {
    throwIfCancelled(signal);
    const recognizer = request.recognizeText ? this.#recognizer : null;
    const key = keyOf(request, recognizer);
    const kept = this.#results.get(key);
    if (kept !== undefined) {
      remember(this.#results, key, kept, this.#limits.results);
      return kept;
    }
    const sent = sentPages(request, recognizer);
    const first = await this.#pass(key, request, sent, signal);
    let result: GroundingResult = {
      grounding: first.answer.grounding,
      withoutText: referencesOf(sent, first.answer.withoutText),
      unrecognized: referencesOf(sent, [
        ...this.#unreadPictures.keys(),
        ...[...first.failed].flatMap(([page, { reason }]) => (reason === 'ocr-failed' ? [page] : [])),
      ]),
      unsent: null,
      notices: [...new Set([...first.failed.values()].map(sentenceOf))],
    };
    if (!request.complete || sentOnly) return result;
    if (result.grounding.claims.some(({ status }) => status === 'not-found')) {
      onSentPages?.(result);
      const { pages, total } = await unsentPages(request, sent, this.#limits.unsentPages);
      if (pages.length > 0) {
        const { answer, failed } = await this.#pass(key, request, [...sent, ...pages], signal);
        const searched = pages.filter((page) => !failed.has(page.key)).length;
        result = { ...result, grounding: answer.grounding, unsent: { searched, total } };
      }
    }
    if ([...first.failed.values()].every(({ reason }) => LASTING.has(reason))) {
      remember(this.#results, key, result, this.#limits.results);
    }
    return result;
  }

  /** Ends the thread and the recognition of text. Trajectories that are being grounded are rejected. */
  async dispose(): Promise<void> {
    await Promise.all([this.#thread.dispose(), this.#recognizer?.close()]);
  }

  /**
   * Grounds a trajectory on some pages.
   * @param key identifies the request
   */
  async #pass(
    key: string,
    request: GroundingRequest,
    pages: readonly KnownPage[],
    signal: AbortSignal | undefined,
  ): Promise<Pass> {
    const failed = new Map<string, PageTraceError>();
    for (const page of pages) {
      const error = this.#failed.get(page.key);
      if (error !== undefined) failed.set(page.key, error);
    }
    // What was read stays here until the end: another trajectory may take its place in the thread meanwhile.
    const read = new Map<string, SentPage>();
    let needs: readonly string[] = [];
    for (;;) {
      const answer = await this.#call(key, request, {
        pages: pages.flatMap((page) => (failed.has(page.key) ? [] : [page.key])),
        words: needs.flatMap((needed) => read.get(needed) ?? []),
        signal,
      });
      if (answer.needs === null) return { answer, failed };
      needs = answer.needs;
      const wanted = new Set(needs.filter((needed) => !read.has(needed)));
      const outcome = await readPages(
        pages.filter((page) => wanted.has(page.key)),
        signal,
      );
      for (const page of outcome.read) read.set(page.key, page);
      for (const pictured of outcome.unreadPictures) {
        remember(this.#unreadPictures, pictured, true, MOST_PAGES);
      }
      for (const { key: unread, error } of outcome.failed) {
        failed.set(unread, error);
        if (LASTING.has(error.reason)) remember(this.#failed, unread, error, MOST_PAGES);
      }
    }
  }

  #call(
    key: string,
    { response, context, complete, question, images }: GroundingRequest,
    {
      pages,
      words,
      signal,
    }: Pick<GroundCall, 'pages' | 'words'> & { readonly signal: AbortSignal | undefined },
  ): Promise<GroundAnswer> {
    const { memory, deadlinePerMegabyte } = this.#limits;
    const deadline = this.#limits.deadline + Math.floor(response.length / MEGABYTE) * deadlinePerMegabyte;
    return this.#thread.call('ground', {
      request: () => ({ response, context, complete, question, images, pages, words }),
      deadline,
      stopped: (why) => groundingStopped(why, { deadline, memory }),
      about: { subject: key, content: () => '' },
      ...(signal === undefined ? {} : { signal }),
    });
  }
}

/** Identifies a request by its texts, its images, and the contents of its documents. */
function keyOf(request: GroundingRequest, recognizer: PageRecognizer | null): string {
  const { response, context, complete, question, images, documents } = request;
  const read = documents.map(({ name, hash }) => [name, hash]);
  const all = JSON.stringify([response, context, complete, question, images, read, recognizer?.name ?? null]);
  return createHash('sha256').update(all).digest('hex');
}

function referencesOf(pages: readonly KnownPage[], keys: readonly string[]): readonly PageReference[] {
  return pages.filter(({ key }) => keys.includes(key)).map(({ document, page }) => ({ document, page }));
}

/** Sets an entry as the last one of a map in the order of use, and removes the first if there are more than `most`. */
function remember<T>(entries: Map<string, T>, key: string, value: T, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (oldest !== undefined && entries.size > most) entries.delete(oldest);
}

function sentenceOf({ message }: PageTraceError): string {
  return message;
}
