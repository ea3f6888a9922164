import './commonJsDirname.ts';
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { t } from '@vscode/l10n';
import tesseract from 'tesseract.js';
import * as v from 'valibot';
import { isPageTraceError, PageTraceError } from '../core/errors.ts';
import { defer, type Deferred } from '../core/deferred.ts';
import { scaleBox, type ImageBox } from '../core/geometry/box.ts';
import type { OcrFiles, OcrLine, OcrPage } from './model.ts';

/** Limits of a pool. */
export interface OcrLimits {
  /** Recognition threads. Each uses some 150 MB. */
  readonly threads: number;
  /** The most milliseconds for one image, and for the start of a thread. */
  readonly readTimeout: number;
  /** The number of images whose text is kept. */
  readonly cached: number;
}

export const DEFAULT_OCR_LIMITS: OcrLimits = { threads: 2, readTimeout: 120_000, cached: 400 };

interface Job {
  readonly image: Uint8Array;
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

interface Thread {
  readonly reader: tesseract.Worker;
  /** Rejects when the thread fails or ends. */
  readonly ended: Promise<never>;
  readonly terminate: () => Promise<unknown>;
}

/**
 * Recognizes the text of page images with Tesseract in a few threads, which start with the first image. Results are
 * kept by the hash of an image's bytes, so requesting the same image again costs nothing.
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
   * The words of an image (PNG, JPEG, or WebP) with boxes in its pixels. Aborting `signal` ends the wait; an
   * image for which nobody waits any longer is not recognized: a thread that is reading it is ended.
   * @throws PageTraceError `image-unreadable` if the bytes are not an image, `ocr-failed` if a thread fails or takes
   * longer than the limit; the signal's reason if it is aborted
   */
  async read(image: Uint8Array, signal?: AbortSignal): Promise<OcrPage> {
    signal?.throwIfAborted();
    const key = createHash('sha256').update(image).digest('hex');
    const entry = this.#cache.get(key) ?? this.#enqueue(key, image);
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
    for (const job of this.#queue.splice(0)) job.reject(ocrError(t('The pool was closed.')));
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
    this.#threads.clear();
  }

  #enqueue(key: string, image: Uint8Array): Cached {
    const { promise, resolve, reject } = defer<OcrPage>();
    const abandoned = defer<never>();
    abandoned.promise.catch(() => undefined);
    const job: Job = { image, resolve, reject, abandoned, waiters: 0 };
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
    let thread: Thread | null = null;
    try {
      for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
        try {
          thread ??= this.#idle.pop() ?? (await this.#start());
          job.resolve(await this.#recognize(thread, job));
        } catch (error) {
          job.reject(isPageTraceError(error) ? error : ocrError(String(error)));
          if (!isUnreadable(error) && thread !== null) {
            await this.#end(thread);
            thread = null;
          }
        }
      }
    } finally {
      this.#running -= 1;
      if (thread !== null && this.#threads.has(thread)) this.#idle.push(thread);
    }
  }

  readonly #idle: Thread[] = [];

  async #start(): Promise<Thread> {
    // A thread that cannot start only calls its errorHandler; createWorker's own promise stays pending.
    const { promise: ended, reject } = defer<never>();
    ended.catch(() => undefined);
    const worker = createdThread();
    const starting = tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
      workerPath: this.#files.worker,
      corePath: this.#files.core,
      langPath: this.#files.languages,
      cacheMethod: 'none',
      gzip: true,
      errorHandler: (said: unknown) => {
        // Tesseract also reports images that it cannot read here; a running thread goes on then.
        if (!started) reject(ocrError(String(said)));
      },
    });
    let started = false;
    const thread = await worker;
    // Without this listener, a thread that fails ends the process.
    thread.on('error', (error) => {
      reject(ocrError(String(error)));
    });
    try {
      const reader = await this.#within(Promise.race([starting, ended]));
      started = true;
      const running: Thread = { reader, ended, terminate: () => thread.terminate() };
      thread.once('exit', (code) => {
        reject(ocrError(t('The thread ended with code {0}.', code)));
        this.#forget(running);
      });
      this.#threads.add(running);
      await Promise.race([reader.setParameters({ tessedit_pageseg_mode: tesseract.PSM.AUTO }), ended]);
      return running;
    } catch (error) {
      await thread.terminate();
      throw error;
    }
  }

  async #recognize({ reader, ended }: Thread, { image, abandoned }: Job): Promise<OcrPage> {
    try {
      const { data } = await this.#within(
        Promise.race([
          reader.recognize(
            Buffer.from(image.buffer, image.byteOffset, image.byteLength),
            {},
            { text: true, blocks: true },
          ),
          ended,
          abandoned.promise,
        ]),
      );
      return toPage(data);
    } catch (error) {
      if (isPageTraceError(error)) throw error;
      throw /read(ing)? image|pix(Read)?/i.test(String(error))
        ? unreadable(String(error))
        : ocrError(String(error));
    }
  }

  async #end(thread: Thread): Promise<void> {
    this.#forget(thread);
    await thread.terminate();
  }

  #forget(thread: Thread): void {
    this.#threads.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at !== -1) this.#idle.splice(at, 1);
  }

  async #within<T>(work: Promise<T>): Promise<T> {
    const { promise: late, reject } = defer<never>();
    const timer = setTimeout(() => {
      reject(ocrError(t('An image took longer than {0} s.', this.#limits.readTimeout / 1000)));
    }, this.#limits.readTimeout);
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The thread that the caller creates next, before it awaits anything: tesseract.js does not give it away while it starts. */
function createdThread(): Promise<Worker> {
  const { promise, resolve, reject } = defer<Worker>();
  let last: unknown = null;
  const note = (worker: unknown): void => {
    last = worker;
  };
  process.on('worker', note);
  // Node reports a thread at the next tick after its creation, so this must be queued after that.
  queueMicrotask(() => {
    process.nextTick(() => {
      process.off('worker', note);
      if (last instanceof Worker) resolve(last);
      else reject(ocrError(t('The thread was not created.')));
    });
  });
  return promise;
}

function ocrError(said: string): PageTraceError {
  return new PageTraceError('ocr-failed', t('The text of a page image could not be recognized.'), {
    hint: t('Try again. If it fails again, choose fewer pages.'),
    said,
  });
}

function unreadable(said: string): PageTraceError {
  return new PageTraceError('image-unreadable', t('A page image could not be decoded.'), {
    hint: t('Use PNG, JPEG or WebP images.'),
    said,
  });
}

function isUnreadable(error: unknown): boolean {
  return isPageTraceError(error) && error.reason === 'image-unreadable';
}

/** The worker's addition to Tesseract's answer: the factor by which it enlarged the image. */
const scaleSchema = v.looseObject({ scale: v.optional(v.number(), 1) });

function toPage(data: tesseract.Page): OcrPage {
  const { scale } = v.parse(scaleSchema, data);
  const toBox = ({ x0, y0, x1, y1 }: tesseract.Bbox): ImageBox =>
    scaleBox({ left: x0, top: y0, right: x1, bottom: y1 }, 1 / scale, 1 / scale);
  const lines: OcrLine[] = [];
  let paragraph = 0;
  for (const block of data.blocks ?? []) {
    for (const part of block.paragraphs) {
      for (const line of part.lines) {
        const words = line.words
          .map(({ text, bbox, confidence }) => ({ text, box: toBox(bbox), confidence }))
          .filter(({ text }) => text.trim() !== '');
        if (words.length > 0) lines.push({ words, box: toBox(line.bbox), paragraph });
      }
      paragraph += 1;
    }
  }
  return { text: data.text, lines };
}
