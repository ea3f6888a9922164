import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { t } from '@vscode/l10n';
import type { ImageBox } from '../core/geometry/box.ts';
import { defer, type Deferred } from '../core/deferred.ts';
import { isPageTraceError, PageTraceError } from '../core/errors.ts';
import { WorkerThread, type StopReason } from '../workers/workerThread.ts';
import type { ImageParts, OcrCalls, OcrWorkerData } from './calls.ts';
import { recognitionError } from './errors.ts';
import type { OcrFiles, OcrPage } from './model.ts';

/** Limits of a pool. */
export interface OcrLimits {
  /** Recognition threads. Each uses some 150 MB. */
  readonly threads: number;
  /** The most milliseconds for one image, and for the start of a thread. */
  readonly readTimeout: number;
  /** Megabytes of JavaScript values that a thread may hold. */
  readonly memory: number;
  /** The number of images whose text is kept. */
  readonly cached: number;
}

export const DEFAULT_OCR_LIMITS: OcrLimits = { threads: 2, readTimeout: 120_000, memory: 512, cached: 400 };

interface Job extends ImageParts {
  readonly resolve: (page: OcrPage) => void;
  readonly reject: (error: Error) => void;
  /** Rejects when nobody waits for the image any longer. */
  readonly abandoned: Deferred<never>;
  waiters: number;
}

interface Cached {
  readonly promise: Promise<OcrPage>;
  readonly job: Job;
}

type Thread = WorkerThread<OcrCalls>;

/**
 * Recognizes the text of page images with Tesseract in a few threads, which start with the first image. Results are
 * kept by the hash of an image's bytes and by its parts, so requesting the same image again costs nothing.
 */
export class OcrPool {
  readonly #files: OcrFiles;
  readonly #limits: OcrLimits;
  readonly #queue: Job[] = [];
  readonly #cache = new Map<string, Cached>();
  readonly #threads = new Set<Thread>();
  #running = 0;
  #closed = false;

  constructor(files: OcrFiles, limits: OcrLimits = DEFAULT_OCR_LIMITS) {
    this.#files = files;
    this.#limits = limits;
  }

  /**
   * The words of an image (PNG, JPEG, or WebP), or of parts of it, with boxes in its pixels. Aborting `signal` ends the wait; an
   * image for which nobody waits any longer is not recognized: a thread that is reading it is ended.
   * @throws PageTraceError `image-unreadable` if the bytes are not an image, `document-too-large` if decoding it would
   * take too much memory, `ocr-failed` if a thread fails or takes longer than the limit; the signal's reason if it is
   * aborted
   */
  async read(
    image: Uint8Array,
    signal?: AbortSignal,
    parts: readonly ImageBox[] | null = null,
  ): Promise<OcrPage> {
    signal?.throwIfAborted();
    const key = createHash('sha256').update(image).update(JSON.stringify(parts)).digest('hex');
    const entry = this.#cache.get(key) ?? this.#enqueue(key, { image, parts });
    entry.job.waiters += 1;
    // Deleting and setting entries again keeps them in the order of their last use.
    this.#cache.delete(key);
    this.#cache.set(key, entry);
    if (signal === undefined) return entry.promise;
    return await new Promise<OcrPage>((resolve, reject) => {
      const abort = (): void => {
        entry.job.waiters -= 1;
        if (entry.job.waiters === 0) this.#drop(key, entry);
        reject(
          signal.reason instanceof Error
            ? signal.reason
            : new PageTraceError('cancelled', t('Text recognition was canceled.')),
        );
      };
      signal.addEventListener('abort', abort, { once: true });
      entry.promise.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', abort);
      });
    });
  }

  /** Ends the threads. Unfinished images fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(recognitionError(t('The pool was closed.')));
    await Promise.all([...this.#threads].map((thread) => thread.dispose()));
    this.#threads.clear();
  }

  #enqueue(key: string, image: ImageParts): Cached {
    const { promise, resolve, reject } = defer<OcrPage>();
    const abandoned = defer<never>();
    abandoned.promise.catch(() => undefined);
    const job: Job = { ...image, resolve, reject, abandoned, waiters: 0 };
    promise.catch(() => {
      // After an image was abandoned, the same one may have been requested again.
      if (this.#cache.get(key)?.job === job) this.#cache.delete(key);
    });
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size < this.#limits.cached) break;
      this.#cache.delete(oldest);
    }
    this.#queue.push(job);
    void this.#work();
    return { promise, job };
  }

  #drop(key: string, { job }: Cached): void {
    if (this.#cache.get(key)?.job === job) this.#cache.delete(key);
    const at = this.#queue.indexOf(job);
    if (at !== -1) this.#queue.splice(at, 1);
    job.abandoned.reject(new PageTraceError('cancelled', t('Text recognition was canceled.')));
  }

  /** Processes jobs from the queue with one thread until it is empty; the thread is kept for later. */
  async #work(): Promise<void> {
    if (this.#running >= this.#limits.threads || this.#closed) return;
    this.#running += 1;
    let thread = this.#idle.pop() ?? this.#createThread();
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
      try {
        job.resolve(await this.#recognize(thread, job));
      } catch (error) {
        job.reject(isPageTraceError(error) ? error : recognitionError(String(error)));
        if (isAboutImage(error)) continue;
        this.#threads.delete(thread);
        void thread.dispose();
        thread = this.#createThread();
      }
    }
    this.#running -= 1;
    this.#idle.push(thread);
  }

  readonly #idle: Thread[] = [];

  /** A thread that starts with its first image. */
  #createThread(): Thread {
    const { worker, core, languages } = this.#files;
    const thread = new WorkerThread<OcrCalls>({
      url: pathToFileURL(worker),
      name: 'pagetrace-ocr',
      workerData: { core, languages } satisfies OcrWorkerData,
      startTimeout: this.#limits.readTimeout,
      memory: this.#limits.memory,
      startFailed: recognitionError,
    });
    this.#threads.add(thread);
    return thread;
  }

  async #recognize(thread: Thread, { image, parts, abandoned }: Job): Promise<OcrPage> {
    const reading = thread.call('recognize', {
      request: () => ({ image, parts }),
      deadline: this.#limits.readTimeout,
      stopped: (why) => recognitionError(this.#describe(why)),
      // A thread is not used again after it was stopped, so it has no image to remember.
      about: { subject: '', content: () => '' },
    });
    return await Promise.race([reading, abandoned.promise]);
  }

  #describe(why: StopReason): string {
    if (why === 'deadline') return t('An image took longer than {0} s.', this.#limits.readTimeout / 1000);
    return why === 'memory' ? t('The thread ran out of memory.') : t('The thread ended.');
  }
}

const ABOUT_IMAGES: ReadonlySet<string> = new Set(['image-unreadable', 'document-too-large']);

/** Whether a thread can go on after an error, because the error is about the image. */
function isAboutImage(error: unknown): boolean {
  return isPageTraceError(error) && ABOUT_IMAGES.has(error.reason);
}
