import './dirname.ts';
import { createHash } from 'node:crypto';
import tesseract from 'tesseract.js';
import { PageTraceError } from '../core/errors.ts';
import { deferred } from './deferred.ts';
import type { ImageBox } from '../core/geometry/box.ts';
import type { OcrFiles, OcrLine, OcrPage } from './model.ts';

/** Limits of the pool, each a parameter that tests shorten. */
export interface OcrLimits {
  /** Reading threads. Each takes some 150 MB. */
  readonly threads: number;
  /** Milliseconds that one image may take. */
  readonly readTimeout: number;
  /** Images whose text is kept. */
  readonly cached: number;
}

export const DEFAULT_OCR_LIMITS: OcrLimits = { threads: 2, readTimeout: 120_000, cached: 400 };

interface Job {
  readonly image: Uint8Array;
  readonly resolve: (page: OcrPage) => void;
  readonly reject: (error: Error) => void;
  waiters: number;
}

interface Cached {
  readonly promise: Promise<OcrPage>;
  readonly job: Job;
}

type Thread = tesseract.Worker & { readonly worker?: unknown };

/** Said by Tesseract of bytes that are no image it can read. */
export class UnreadableImageError extends Error {}

/**
 * Reads images with Tesseract in a few threads, which start with the first image. The text of an image is kept by the
 * hash of its bytes, so that a further question about the same pages costs no reading.
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
   * Reads an image (PNG, JPEG or WebP). Aborting `signal` gives up waiting; an image that nobody waits for any more is
   * not read.
   * @throws UnreadableImageError when the bytes are no image; PageTraceError `offline-reader-failed` when a thread
   * fails or takes too long.
   */
  async read(image: Uint8Array, signal?: AbortSignal): Promise<OcrPage> {
    signal?.throwIfAborted();
    const key = createHash('sha256').update(image).digest('hex');
    const entry = this.#cache.get(key) ?? this.#enqueue(key, image);
    entry.job.waiters += 1;
    // Taken out and put back, the map's order is that of last use.
    this.#cache.delete(key);
    this.#cache.set(key, entry);
    if (signal === undefined) return entry.promise;
    return await new Promise<OcrPage>((resolve, reject) => {
      const abort = (): void => {
        entry.job.waiters -= 1;
        if (entry.job.waiters === 0) this.#drop(key, entry.job);
        reject(signal.reason instanceof Error ? signal.reason : new Error('Reading was cancelled.'));
      };
      signal.addEventListener('abort', abort, { once: true });
      entry.promise.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', abort);
      });
    });
  }

  /** Ends the threads. Images that are still being read fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(failed('It was closed.'));
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
    this.#threads.clear();
  }

  #enqueue(key: string, image: Uint8Array): Cached {
    const { promise, resolve, reject } = deferred<OcrPage>();
    const job: Job = { image, resolve, reject, waiters: 0 };
    promise.catch(() => {
      this.#cache.delete(key);
    });
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size < this.#limits.cached) break;
      this.#cache.delete(oldest);
    }
    this.#queue.push(job);
    void this.#work();
    return { promise, job };
  }

  #drop(key: string, job: Job): void {
    const at = this.#queue.indexOf(job);
    if (at === -1) return;
    this.#queue.splice(at, 1);
    this.#cache.delete(key);
  }

  /** Takes jobs from the queue with one thread until it is empty; the thread is kept for the next time. */
  async #work(): Promise<void> {
    if (this.#running >= this.#limits.threads || this.#closed) return;
    this.#running += 1;
    let thread: Thread | null = null;
    try {
      for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
        try {
          thread ??= this.#idle.pop() ?? (await this.#start());
          job.resolve(await this.#recognize(thread, job.image));
        } catch (error) {
          if (!(error instanceof UnreadableImageError) && thread !== null) {
            await this.#end(thread);
            thread = null;
          }
          job.reject(error instanceof Error ? error : failed(String(error)));
        }
      }
    } finally {
      this.#running -= 1;
      if (thread !== null) this.#idle.push(thread);
    }
  }

  readonly #idle: Thread[] = [];

  async #start(): Promise<Thread> {
    // A thread that cannot start tells its errorHandler only; createWorker's own promise would stay pending.
    const { promise: broken, reject } = deferred<never>();
    const starting = tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
      workerPath: this.#files.worker,
      corePath: this.#files.core,
      langPath: this.#files.languages,
      cacheMethod: 'none',
      gzip: true,
      errorHandler: (said: unknown) => {
        reject(failed(String(said)));
      },
    });
    broken.catch(() => undefined);
    const thread: Thread = await this.#within(Promise.race([starting, broken]));
    this.#threads.add(thread);
    await thread.setParameters({ tessedit_pageseg_mode: tesseract.PSM.AUTO });
    return thread;
  }

  async #recognize(thread: Thread, image: Uint8Array): Promise<OcrPage> {
    try {
      const { data } = await this.#within(
        thread.recognize(
          Buffer.from(image.buffer, image.byteOffset, image.byteLength),
          {},
          { text: true, blocks: true },
        ),
      );
      return toPage(data);
    } catch (error) {
      if (/read(ing)? image|pix(Read)?/i.test(String(error))) throw new UnreadableImageError(String(error));
      throw error instanceof PageTraceError ? error : failed(String(error));
    }
  }

  async #end(thread: Thread): Promise<void> {
    this.#threads.delete(thread);
    await thread.terminate();
  }

  async #within<T>(work: Promise<T>): Promise<T> {
    const { promise: late, reject } = deferred<never>();
    const timer = setTimeout(() => {
      reject(failed(`An image took longer than ${this.#limits.readTimeout / 1000} s.`));
    }, this.#limits.readTimeout);
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function failed(said: string): PageTraceError {
  return new PageTraceError('offline-reader-failed', 'The offline reader could not read an image.', {
    hint: 'Ask again. If it fails again, ask about fewer pages.',
    said,
  });
}

function toPage(data: tesseract.Page): OcrPage {
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

function toBox({ x0, y0, x1, y1 }: tesseract.Bbox): ImageBox {
  return { left: x0, top: y0, right: x1, bottom: y1 };
}
