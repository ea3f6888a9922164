import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { WorkerThread, type CallOptions } from '../workers/workerThread.ts';
import type { FrontMatterCalls, DocumentText, LanguageCalls, LanguageWorkerData, SentText } from './calls.ts';
import { checkStopped, frontMatterStopped, readStopped, renderStopped } from './stopErrors.ts';

/** The limits of the language worker. */
export interface LanguageLimits {
  /** Milliseconds that a feature of an editor, or reading a response, may take for a text of less than a megabyte. */
  readonly checkDeadline: number;
  /** Milliseconds that it may take in addition for each whole megabyte (a million characters). */
  readonly checkDeadlinePerMegabyte: number;
  /** Milliseconds that rendering a prompt may take. */
  readonly renderDeadline: number;
  /** Megabytes that the worker's JavaScript values may take. */
  readonly memory: number;
  /** Milliseconds that the start of the worker may take. */
  readonly startTimeout: number;
}

const MEGABYTE = 1_000_000;

const DEFAULT_LIMITS: LanguageLimits = {
  checkDeadline: 5000,
  checkDeadlinePerMegabyte: 2000,
  // Checks wait for a rendering, so it may not take longer than the check of a short text.
  renderDeadline: 5000,
  memory: 512,
  startTimeout: 30_000,
};

export interface LanguageWorkerOptions extends LanguageWorkerData {
  /** The worker's script: `language-worker.js` of the bundles, or `worker/main.ts` in the sources. */
  readonly url: URL;
  readonly limits?: Partial<LanguageLimits>;
}

type Request<Name extends keyof LanguageCalls> = LanguageCalls[Name]['request'];
type Value<Name extends keyof LanguageCalls> = LanguageCalls[Name]['value'];

/** How a document is checked. */
export type CheckOptions<Name extends keyof LanguageCalls> = Pick<CallOptions<Request<Name>>, 'request'> & {
  readonly document: DocumentText;
  /** What the check reads in addition to the document. */
  readonly settings: unknown;
  /** Whether somebody still waits for the answer. */
  readonly isNeeded: () => boolean;
};

/**
 * The worker thread that reads texts of other people: it answers an editor's requests for trajectories and prompts, and
 * renders prompts. A text that takes too long or too much memory ends the thread and leaves the process as it is. The
 * thread starts with the first call.
 */
export class LanguageWorker {
  readonly #limits: LanguageLimits;
  readonly #thread: WorkerThread<LanguageCalls>;
  /**
   * The documents that a thread has, as they were sent. Changed only when a call is sent, in the order in which the
   * thread gets the calls.
   */
  #sent: { readonly thread: number; readonly documents: Map<string, DocumentText> } = {
    thread: 0,
    documents: new Map(),
  };

  constructor({ url, strings, locale, limits = {} }: LanguageWorkerOptions) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#thread = new WorkerThread<LanguageCalls>({
      url,
      name: 'pagetrace-language',
      workerData: { strings, locale } satisfies LanguageWorkerData,
      startTimeout: this.#limits.startTimeout,
      memory: this.#limits.memory,
      startFailed: (said) =>
        new PageTraceError('internal', t('The part of PageTrace that checks texts did not start.'), {
          hint: t('Reload the window; if that does not help, install PageTrace again.'),
          said,
        }),
    });
  }

  /** Whether the thread was started and has not ended. */
  get isRunning(): boolean {
    return this.#thread.isRunning;
  }

  /**
   * Makes a call for an editor.
   * @throws PageTraceError `timeout` if the document takes too long or too much memory, `cancelled` if the call is not
   * needed any longer, and what the call throws
   */
  check<Name extends keyof LanguageCalls>(
    name: Name,
    { document, settings, request, isNeeded }: CheckOptions<Name>,
  ): Promise<Value<Name>> {
    const { memory } = this.#limits;
    const deadline = this.#deadlineFor(document.text.length);
    return this.#thread.call(name, {
      request,
      deadline,
      stopped: (why) => checkStopped(why, { deadline, memory }),
      about: { subject: document.uri, content: () => JSON.stringify([document.text, settings]) },
      isNeeded,
    });
  }

  /**
   * Makes a call that renders a prompt.
   * @param content what is rendered, and with what
   * @throws PageTraceError `timeout` if that takes too long or too much memory, `cancelled` if the call is not needed
   * any longer, and what the call throws
   */
  render<Name extends keyof LanguageCalls>(
    name: Name,
    content: unknown,
    options: Pick<CallOptions<Request<Name>>, 'request' | 'isNeeded'>,
  ): Promise<Value<Name>> {
    const { renderDeadline: deadline, memory } = this.#limits;
    return this.#thread.call(name, {
      ...options,
      deadline,
      stopped: (why) => renderStopped(why, { deadline, memory }),
      about: { subject: JSON.stringify(content), content: () => '' },
    });
  }

  /**
   * Makes a call that reads responses of a model.
   * @param length the characters of the responses, which determine the deadline
   * @throws PageTraceError `timeout` if that takes too long or too much memory, and what the call throws
   */
  read<Name extends keyof LanguageCalls>(
    name: Name,
    request: Request<Name>,
    length: number,
  ): Promise<Value<Name>> {
    const { memory } = this.#limits;
    const deadline = this.#deadlineFor(length);
    return this.#thread.call(name, {
      request: () => request,
      deadline,
      stopped: (why) => readStopped(why, { deadline, memory }),
      // A short subject: the content of long responses is written out only where one of this length was given up.
      about: { subject: `${name} ${length}`, content: () => JSON.stringify(request) },
    });
  }

  /**
   * Makes a call that reads or changes a front matter.
   * @throws PageTraceError `timeout` if that takes too long or too much memory
   */
  readFrontMatter<Name extends keyof FrontMatterCalls>(
    name: Name,
    request: Request<Name>,
  ): Promise<Value<Name>> {
    const { memory } = this.#limits;
    const deadline = this.#deadlineFor(request.text.length);
    return this.#thread.call(name, {
      request: () => request,
      deadline,
      stopped: (why) => frontMatterStopped(why, { deadline, memory }),
      about: { subject: `${name} ${request.text.length}`, content: () => JSON.stringify(request) },
    });
  }

  /** The document as it is sent to a thread: without its text if that thread has it. */
  unsent<D extends DocumentText>(document: D, thread: number): SentText<D> {
    if (this.#sent.thread !== thread) this.#sent = { thread, documents: new Map() };
    const { documents } = this.#sent;
    const before = documents.get(document.uri);
    // A document that was closed and opened again can have the same version and another text.
    if (before?.version === document.version && before.text === document.text)
      return { ...document, text: null };
    documents.set(document.uri, document);
    return document;
  }

  /** Discards the state of a closed document. */
  forget(uri: string): void {
    if (!this.#thread.isRunning) return;
    const { checkDeadline: deadline, memory } = this.#limits;
    const call = this.#thread.call('forget', {
      request: (thread) => {
        if (this.#sent.thread === thread) this.#sent.documents.delete(uri);
        return uri;
      },
      deadline,
      stopped: (why) => checkStopped(why, { deadline, memory }),
      about: { subject: '', content: () => uri },
    });
    // A thread that was lost has nothing to forget.
    call.catch(() => undefined);
  }

  /** Milliseconds that reading a text of `length` characters may take. */
  #deadlineFor(length: number): number {
    const { checkDeadline, checkDeadlinePerMegabyte } = this.#limits;
    return checkDeadline + Math.floor(length / MEGABYTE) * checkDeadlinePerMegabyte;
  }

  /** Ends the thread. Calls that are waiting are rejected. */
  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}
