import './commonJsDirname.ts';
import { createHash } from 'node:crypto';
import { t } from '@vscode/l10n';
import tesseract from 'tesseract.js';
import * as v from 'valibot';
import { isPageTraceError, PageTraceError } from '../core/errors.ts';
import { defer } from '../core/deferred.ts';
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
  waiters: number;
}

interface Cached {
  readonly promise: Promise<OcrPage>;
  readonly job: Job;
}

type Thread = tesseract.Worker & { readonly worker?: unknown };

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
   * The words of an image (PNG, JPEG, or WebP) with boxes in its pixels. Aborting `signal` ends the wait; a queued
   * image for which nobody waits any longer is not recognized.
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
        if (entry.job.waiters === 0) this.#drop(key, entry.job);
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

  /** Processes jobs from the queue with one thread until it is empty; the thread is kept for later. */
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
          if (!isUnreadable(error) && thread !== null) {
            await this.#end(thread);
            thread = null;
          }
          job.reject(error instanceof Error ? error : ocrError(String(error)));
        }
      }
    } finally {
      this.#running -= 1;
      if (thread !== null) this.#idle.push(thread);
    }
  }

  readonly #idle: Thread[] = [];

  async #start(): Promise<Thread> {
    // A thread that cannot start only calls its errorHandler; createWorker's own promise stays pending.
    const { promise: broken, reject } = defer<never>();
    const starting = tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
      workerPath: this.#files.worker,
      corePath: this.#files.core,
      langPath: this.#files.languages,
      cacheMethod: 'none',
      gzip: true,
      errorHandler: (said: unknown) => {
        reject(ocrError(String(said)));
      },
    });
    broken.catch(() => undefined);
    let thread: Thread;
    try {
      thread = await this.#within(Promise.race([starting, broken]));
    } catch (error) {
      // A thread that starts too late is terminated.
      starting.then((late) => late.terminate()).catch(() => undefined);
      throw error;
    }
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
      if (/read(ing)? image|pix(Read)?/i.test(String(error))) throw unreadable(String(error));
      throw isPageTraceError(error) ? error : ocrError(String(error));
    }
  }

  async #end(thread: Thread): Promise<void> {
    this.#threads.delete(thread);
    await thread.terminate();
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
