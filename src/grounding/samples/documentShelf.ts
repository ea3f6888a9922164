import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Size } from '../../core/geometry/size.ts';
import { folderEntries } from '../../documents/folderEntries.ts';
import type { OpenDocument } from '../../documents/model.ts';
import type { GroundingDocument } from '../model.ts';

/** A document that could be opened. */
export interface FoundDocument {
  readonly path: string;
  readonly hash: string;
  /** Tells by its size and times whether the file may have another content by now. */
  readonly stamp: string;
  readonly kind: OpenDocument['kind'];
  readonly pageCount: number;
}

/**
 * Opens the document at a path.
 * @throws PageTraceError
 */
export type OpenFile = (file: string, signal?: AbortSignal) => Promise<OpenDocument>;

/** The documents of samples. Each is looked at once, whatever number of samples name it. */
export class DocumentShelf {
  readonly #open: OpenFile;
  readonly #found = new Map<string, Promise<FoundDocument>>();
  readonly #sizes = new Map<string, Promise<Size>>();

  constructor(open: OpenFile) {
    this.#open = open;
  }

  /**
   * The document at an absolute path.
   * @throws PageTraceError the errors of opening it
   */
  find(file: string, signal: AbortSignal): Promise<FoundDocument> {
    let found = this.#found.get(file);
    if (found === undefined) {
      found = this.#inspect(file, signal);
      this.#found.set(file, found);
      // What was canceled is looked at again.
      found.catch(() => {
        if (signal.aborted) this.#found.delete(file);
      });
    }
    return found;
  }

  /** The document for grounding, under the name that the sample has for it. */
  forGrounding(name: string, { path: file, hash }: FoundDocument): GroundingDocument {
    return { name, hash, open: () => this.#open(file) };
  }

  /**
   * The size of a page as displayed.
   * @throws PageTraceError
   */
  async size({ path: file }: FoundDocument, page: number): Promise<Size> {
    const key = `${page} ${file}`;
    let size = this.#sizes.get(key);
    if (size === undefined) {
      size = this.use(file, async (document) => document.pageInfo(page));
      this.#sizes.set(key, size);
    }
    return size;
  }

  /**
   * Opens the document at a path, uses it, and closes it.
   * @throws PageTraceError
   */
  async use<T>(file: string, use: (document: OpenDocument) => Promise<T>): Promise<T> {
    const document = await this.#open(file);
    try {
      return await use(document);
    } finally {
      await document.close();
    }
  }

  async #inspect(file: string, signal: AbortSignal): Promise<FoundDocument> {
    // Before its content is read: a file that changes meanwhile has another stamp later.
    const stamp = await stampOf(file);
    const document = await this.#open(file, signal);
    try {
      const { kind, pageCount } = document;
      return { path: file, hash: await document.hash(), stamp, kind, pageCount };
    } finally {
      await document.close();
    }
  }
}

/**
 * Tells by its size and times whether a file may have another content by now, for a folder by those of its files; empty
 * if there is none.
 */
export async function stampOf(file: string): Promise<string> {
  const stats = await fs.stat(file).catch(() => null);
  if (stats === null) return '';
  if (!stats.isDirectory()) return `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
  const hash = createHash('sha256');
  const names = (await folderEntries(file).catch(() => [])).map(({ name }) => name);
  for (const name of names.sort()) {
    const entry = await fs.stat(path.join(file, name)).catch(() => null);
    hash.update(JSON.stringify([name, entry?.size, entry?.mtimeMs, entry?.ctimeMs, entry?.ino]));
  }
  return hash.digest('hex');
}
