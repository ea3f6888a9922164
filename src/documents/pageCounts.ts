import fs from 'node:fs/promises';
import type { KnownDocument } from '../core/datasets/documentProblems.ts';
import { asPageTraceError } from '../core/errors.ts';
import type { OpenDocument } from './model.ts';

/** Documents that are remembered. */
const MOST = 10_000;

/** Files of one page, which need not be opened to count it. */
const IMAGE = /\.(?:png|jpe?g|webp)$/i;

/** Opens a document by its path. */
export type OpenFile = (
  file: string,
  signal: AbortSignal,
) => Promise<Pick<OpenDocument, 'pageCount' | 'close'>>;

/** The numbers of pages of documents, each counted once as long as its file does not change. */
export class PageCounts {
  readonly #open: OpenFile;
  readonly #known = new Map<string, { readonly version: string; readonly about: Promise<KnownDocument> }>();

  constructor(open: OpenFile) {
    this.#open = open;
  }

  /**
   * What is known of a document.
   * @throws PageTraceError `cancelled`
   */
  async of(file: string, signal: AbortSignal): Promise<KnownDocument> {
    const stats = await fs.stat(file).catch(() => null);
    if (stats === null) return { fault: 'missing' };
    if (stats.isFile() && IMAGE.test(file)) return { pageCount: 1 };
    const version = `${stats.mtimeMs} ${stats.size}`;
    const before = this.#known.get(file);
    if (before?.version === version) return before.about;
    const about = this.#count(file, signal);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= MOST) this.#known.delete(oldest);
    this.#known.set(file, { version, about });
    about.catch(() => {
      this.#known.delete(file);
    });
    return about;
  }

  async #count(file: string, signal: AbortSignal): Promise<KnownDocument> {
    try {
      const document = await this.#open(file, signal);
      const { pageCount } = document;
      await document.close();
      return { pageCount };
    } catch (error) {
      const { reason, message } = asPageTraceError(error);
      if (reason === 'cancelled') throw error;
      return { fault: 'unreadable', message };
    }
  }
}
