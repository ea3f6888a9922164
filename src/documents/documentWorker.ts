import { Worker } from 'node:worker_threads';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { DocumentLimits } from './model.ts';
import type { CallName, WorkerCalls, WorkerReply, WorkerRequest, WorkerData } from './worker/messages.ts';

/** How long a call may take, and the errors for one that takes longer or ends the worker. */
export interface CallBounds {
  readonly timeout: number;
  readonly timedOut: () => PageTraceError;
  readonly crashed: (said: string) => PageTraceError;
}

/** Sends one request to the worker and waits for its answer. */
export type Call = <Name extends CallName>(
  name: Name,
  request: WorkerCalls[Name]['request'],
  bounds: CallBounds,
) => Promise<WorkerCalls[Name]['value']>;

interface Task {
  run(): Promise<void>;
  /** Rejects without running. */
  drop(error: PageTraceError): void;
}

interface Waiting {
  readonly id: number;
  settle(reply: Extract<WorkerReply, { readonly id: number }>): void;
  /** Ends the worker unless an answer comes within `grace` milliseconds. */
  hurry(grace: number): void;
  fail(said: string): void;
}

/**
 * One worker thread that is started when it is needed, replaced when it hangs or breaks, and handles one call at a
 * time, in order. `generation` changes whenever the thread is lost, and with it all documents that were open in it.
 */
export class DocumentWorker {
  readonly #url: URL;
  readonly #limits: DocumentLimits;
  readonly #log: (line: string) => void;
  readonly #strings: Readonly<Record<string, string>>;
  readonly #tasks: Task[] = [];
  #worker: Worker | null = null;
  #starting: Promise<Worker> | null = null;
  #waiting: Waiting | null = null;
  #generation = 0;
  #heapBytes = 0;
  #nextId = 1;
  #busy = false;
  #disposed = false;

  /** @param strings those of the display language, by the English ones */
  constructor(
    url: URL,
    limits: DocumentLimits,
    log: (line: string) => void,
    strings: Readonly<Record<string, string>> = {},
  ) {
    this.#url = url;
    this.#limits = limits;
    this.#log = log;
    this.#strings = strings;
  }

  /** Number of the thread that is running now or will be started next. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Runs `task` when the tasks before it are done; its calls go to the worker without others in between.
   * @throws PageTraceError `cancelled` as soon as the signal is aborted; the worker's current work is then given up
   */
  enqueue<Result>(task: (call: Call) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#disposed) {
        reject(closedError());
        return;
      }
      let started = false;
      const call: Call = async (name, request, bounds) => {
        if (signal?.aborted) throw cancelledError();
        return this.#call(name, request, bounds);
      };
      const onAbort = (): void => {
        const index = this.#tasks.indexOf(queued);
        if (index >= 0) this.#tasks.splice(index, 1);
        if (started) this.#waiting?.hurry(this.#limits.cancelGrace);
        reject(cancelledError());
      };
      const queued: Task = {
        run: async () => {
          started = true;
          try {
            resolve(await task(call));
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          } finally {
            started = false;
            signal?.removeEventListener('abort', onAbort);
          }
        },
        drop: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      if (signal?.aborted) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#tasks.push(queued);
      void this.#drain();
    });
  }

  /** Ends the thread; the next task starts a new one. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#forget();
    this.#waiting?.fail(t('The thread was ended.'));
    await worker?.terminate();
  }

  /** Ends the thread permanently and rejects the waiting tasks. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const task of this.#tasks.splice(0)) {
      task.drop(closedError());
    }
    await this.stop();
  }

  #forget(): void {
    this.#worker = null;
    this.#starting = null;
    this.#generation++;
    this.#heapBytes = 0;
  }

  async #drain(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) {
      await task.run();
      // This happens only after the task: if the task opens its document again, the document may be what needs the
      // memory.
      if (this.#heapBytes > this.#limits.recycleBytes) await this.stop();
    }
    this.#busy = false;
  }

  readonly #call: Call = async (name, request, bounds) => {
    const worker = await this.#started();
    const crashError = (said: string): PageTraceError =>
      this.#disposed ? closedError() : bounds.crashed(said);
    if (worker !== this.#worker) throw crashError(t('The thread was ended.'));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#waiting = null;
        // A thread that waits for requests must not keep the process alive.
        worker.unref();
      };
      const giveUp = (): void => {
        finish();
        void this.stop();
        reject(bounds.timedOut());
      };
      let timer = setTimeout(giveUp, bounds.timeout);
      this.#waiting = {
        id,
        settle: (reply) => {
          finish();
          if (reply.kind === 'broken') {
            void this.stop();
            reject(bounds.crashed(reply.said));
            return;
          }
          this.#heapBytes = reply.heapBytes;
          if (reply.kind === 'value') {
            resolve(reply.value as never);
            return;
          }
          const { reason, message, hint, said } = reply.fault;
          reject(
            new PageTraceError(reason, message, {
              ...(hint === undefined ? {} : { hint }),
              ...(said === undefined ? {} : { said }),
            }),
          );
        },
        hurry: (grace) => {
          clearTimeout(timer);
          timer = setTimeout(giveUp, Math.min(grace, bounds.timeout));
        },
        fail: (said) => {
          finish();
          reject(crashError(said));
        },
      };
      worker.ref();
      const message: WorkerRequest = { id, call: name, request } as WorkerRequest;
      worker.postMessage(message);
    });
  };

  #started(): Promise<Worker> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  #start(): Promise<Worker> {
    return new Promise((resolve, reject) => {
      // The worker does not get the options of this process: those of a test runner or debugger are not meant for it.
      const worker = new Worker(this.#url, {
        name: 'pagetrace-documents',
        execArgv: [],
        workerData: { strings: { ...this.#strings } } satisfies WorkerData,
      });
      this.#worker = worker;
      const failed = (said: string): void => {
        clearTimeout(timer);
        if (this.#worker === worker) {
          this.#forget();
          this.#waiting?.fail(said);
        }
        reject(
          new PageTraceError('internal', t('The part of PageTrace that reads documents did not start.'), {
            hint: t('Reload the window; if that does not help, install PageTrace again.'),
            said,
          }),
        );
      };
      const timer = setTimeout(() => {
        void worker.terminate();
        failed(t('It did not answer in time.'));
      }, this.#limits.startTimeout);
      worker.on('message', (reply: WorkerReply) => {
        if (reply.kind === 'ready') {
          clearTimeout(timer);
          resolve(worker);
        } else if (reply.kind === 'log') {
          this.#log(reply.line);
        } else if (this.#waiting?.id === reply.id) {
          this.#waiting.settle(reply);
        }
      });
      worker.on('error', (error) => {
        failed(error instanceof Error ? error.message : String(error));
      });
      worker.on('exit', (code) => {
        failed(t('The thread ended with code {0}.', code));
      });
    });
  }
}

function closedError(): PageTraceError {
  return new PageTraceError('cancelled', t('The documents have been closed.'));
}

function cancelledError(): PageTraceError {
  return new PageTraceError('cancelled', t('This was canceled.'));
}
