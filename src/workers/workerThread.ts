import { Worker } from 'node:worker_threads';
import { t } from '@vscode/l10n';
import { defer, type Deferred } from '../core/deferred.ts';
import { PageTraceError } from '../core/errors.ts';
import { errorOf } from './fault.ts';
import type { WorkerCalls, WorkerReply, WorkerRequest } from './messages.ts';

/** Why a call was given up: it took too long, it needed too much memory, or it ended the thread in another way. */
export type StopReason = 'deadline' | 'memory' | 'crash';

export interface WorkerThreadOptions {
  /** The script of the worker. */
  readonly url: URL;
  /** The name of the thread in a debugger. */
  readonly name: string;
  /** What the script gets when it starts. */
  readonly workerData: unknown;
  /** Milliseconds that a start may take. */
  readonly startTimeout: number;
  /** Megabytes of JavaScript values that the thread may hold. */
  readonly memory: number;
  /** The error of a thread that does not start. */
  readonly startFailed: (said: string) => PageTraceError;
}

/** How a call is made. */
export interface CallOptions<Request> {
  /**
   * The request, created when it is sent.
   * @param thread the number of the thread that gets it: another number means that nothing sent before is known there
   */
  readonly request: (thread: number) => Request;
  /** Milliseconds that the thread may work on the call. The time before it is sent does not count. */
  readonly deadline: number;
  /** The error if the call is given up. */
  readonly stopped: (why: StopReason) => PageTraceError;
  /**
   * What the call reads, such as a document, and its present content. A content that exceeded the deadline or the memory
   * is not tried again: calls for it fail at once with the same error until the subject has another content. Missing for
   * a call that may be tried again.
   */
  readonly about?: { readonly subject: string; readonly content: () => string };
  /** Whether somebody still waits for the answer, asked when it is this call's turn and when it was answered. */
  readonly isNeeded?: () => boolean;
  /** Rejects the call when it is aborted. */
  readonly signal?: AbortSignal;
}

/** A content that was given up. */
interface GivenUp {
  readonly content: string;
  readonly error: PageTraceError;
}

/** The thread that is running. */
interface Running {
  readonly worker: Worker;
  readonly ready: Deferred<null>;
  /** The call that it works on. */
  current: { readonly id: number; readonly answer: Deferred<unknown> } | null;
  /** Whether it has answered a call. */
  hasAnswered: boolean;
}

/** The most contents that are remembered as given up. */
const MOST_GIVEN_UP = 20;

/** Thrown inside when the thread was lost during a call. */
class ThreadLost extends Error {
  readonly why: StopReason;

  constructor(why: StopReason) {
    super(why);
    this.why = why;
  }
}

/**
 * A worker thread that answers one call at a time, in order. It is started by the first call. It is ended when a call
 * exceeds its deadline or its memory, and the next call starts another one.
 */
export class WorkerThread<Calls extends WorkerCalls<Calls>> {
  readonly #options: WorkerThreadOptions;
  readonly #givenUp = new Map<string, GivenUp>();
  #running: Running | null = null;
  #thread = 0;
  #nextId = 1;
  /** Settles when the last call of the queue is done. */
  #last: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  constructor(options: WorkerThreadOptions) {
    this.#options = options;
  }

  /** Whether a thread was started and has not ended. */
  get isRunning(): boolean {
    return this.#running !== null;
  }

  /**
   * Calls the worker when the calls before this one are done.
   * @throws PageTraceError what the worker threw, what `stopped` returns, or `cancelled` if the call is not needed any
   * longer
   */
  call<Name extends keyof Calls & string>(
    name: Name,
    options: CallOptions<Calls[Name]['request']>,
  ): Promise<Calls[Name]['value']> {
    const { signal } = options;
    const { promise, resolve, reject } = defer<Calls[Name]['value']>();
    const abort = (): void => {
      reject(cancelledError());
    };
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    const perform = async (): Promise<void> => {
      try {
        resolve(await this.#perform(name, options));
      } catch (error) {
        reject(error);
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    };
    this.#last = this.#last.then(perform);
    return promise;
  }

  /** Ends the thread. Calls that are waiting are rejected. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const worker = this.#running?.worker;
    this.#lose('crash');
    await worker?.terminate();
  }

  async #perform<Name extends keyof Calls & string>(
    name: Name,
    options: CallOptions<Calls[Name]['request']>,
  ): Promise<unknown> {
    const { about, stopped } = options;
    const assertNeeded = (): void => {
      if (this.#isDisposed || options.signal?.aborted || options.isNeeded?.() === false)
        throw cancelledError();
    };
    assertNeeded();
    const before = about && this.#givenUp.get(about.subject);
    if (about && before) {
      if (before.content === about.content()) throw before.error;
      this.#givenUp.delete(about.subject);
    }
    const isFirst = this.#running?.hasAnswered !== true;
    try {
      const value = await this.#send(name, options);
      assertNeeded();
      return value;
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
      assertNeeded();
      // The memory may have been needed for other calls, whose results the thread kept.
      if (error.why === 'memory' && !isFirst) return this.#perform(name, options);
      const fault = stopped(error.why);
      if (about && error.why !== 'crash')
        this.#giveUp(about.subject, { content: about.content(), error: fault });
      throw fault;
    }
  }

  #giveUp(subject: string, givenUp: GivenUp): void {
    const [oldest] = this.#givenUp.keys();
    if (oldest !== undefined && this.#givenUp.size >= MOST_GIVEN_UP) this.#givenUp.delete(oldest);
    this.#givenUp.set(subject, givenUp);
  }

  async #send(call: string, { request, deadline }: CallOptions<unknown>): Promise<unknown> {
    const running = this.#running ?? this.#start();
    const { worker, ready } = running;
    await ready.promise;
    // It may have been lost after it was ready, and then nobody would settle the answer.
    if (this.#running !== running) throw new ThreadLost('crash');
    const id = this.#nextId++;
    const answer = defer<unknown>();
    running.current = { id, answer };
    const timer = setTimeout(() => {
      this.#lose('deadline');
      void worker.terminate();
    }, deadline);
    // A thread that waits for calls must not keep the process alive.
    worker.ref();
    try {
      worker.postMessage({ id, call, request: request(this.#thread) } satisfies WorkerRequest);
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      running.current = null;
      worker.unref();
    }
  }

  /** Forgets the thread; the call that it works on fails. */
  #lose(why: StopReason): void {
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    running.ready.reject(new ThreadLost(why));
    running.current?.answer.reject(new ThreadLost(why));
  }

  #start(): Running {
    const { url, name, workerData, startTimeout, memory, startFailed } = this.#options;
    // The worker does not get the options of this process: those of a test runner or debugger are not meant for it.
    const worker = new Worker(url, {
      name,
      execArgv: [],
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    const ready = defer<null>();
    const running: Running = { worker, ready, current: null, hasAnswered: false };
    this.#running = running;
    this.#thread += 1;
    let isReady = false;
    const lost = (why: StopReason, said: string): void => {
      clearTimeout(timer);
      if (!isReady) ready.reject(startFailed(said));
      if (this.#running === running) this.#lose(why);
    };
    const timer = setTimeout(() => {
      lost('crash', t('It did not answer in time.'));
      void worker.terminate();
    }, startTimeout);
    worker.on('message', (reply: WorkerReply) => {
      if (reply.kind === 'ready') {
        clearTimeout(timer);
        isReady = true;
        ready.resolve(null);
        return;
      }
      if (running.current?.id !== reply.id) return;
      running.hasAnswered = true;
      if (reply.kind === 'value') running.current.answer.resolve(reply.value);
      else running.current.answer.reject(errorOf(reply.fault));
    });
    worker.on('error', (error: unknown) => {
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      lost(isMemory ? 'memory' : 'crash', error instanceof Error ? error.message : String(error));
    });
    worker.on('exit', (code) => {
      lost('crash', t('The thread ended with code {0}.', code));
    });
    return running;
  }
}

function cancelledError(): PageTraceError {
  return new PageTraceError('cancelled', t('This was canceled.'));
}
