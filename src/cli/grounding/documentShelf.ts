import fs from 'node:fs/promises';
import path from 'node:path';
import { PageTraceError } from '../../core/errors.ts';
import type { Size } from '../../core/geometry/size.ts';
import type { Documents, OpenDocument } from '../../documents/model.ts';
import { drawReportPage } from '../../documents/reportPage.ts';
import type { PagePicture } from '../../reports/html/pages.ts';
import type { GroundingDocument } from '../../grounding/model.ts';
import { errorHint } from '../terminal/errorHint.ts';
import type { NamedDocument } from './placedPages.ts';

/** A document that could be opened. */
export interface FoundDocument {
  readonly path: string;
  readonly hash: string;
  readonly kind: OpenDocument['kind'];
  readonly pageCount: number;
}

/** The documents that samples name. Each is looked at once, whatever number of samples name it. */
export class DocumentShelf {
  readonly #documents: Documents;
  readonly #password: string | undefined;
  readonly #found = new Map<string, Promise<FoundDocument>>();
  readonly #sizes = new Map<string, Promise<Size>>();

  constructor(documents: Documents, password: string | undefined) {
    this.#documents = documents;
    this.#password = password;
  }

  /**
   * Finds a document.
   * @throws PageTraceError the errors of opening it, each with what to do in its sentence
   */
  async find({ name, paths }: NamedDocument, signal: AbortSignal): Promise<FoundDocument> {
    const file = await firstPresent(paths);
    if (file === null) {
      throw new PageTraceError('file-not-found', `The document ${name} was not found.`, {
        hint:
          paths[0] === name
            ? 'Check the path.'
            : 'Name it with --document, or the folder that it is in with --documents.',
      });
    }
    let found = this.#found.get(file);
    if (found === undefined) this.#found.set(file, (found = this.#inspect(file, signal)));
    return found;
  }

  /** Whether there is a file or folder for a document. */
  async has({ paths }: NamedDocument): Promise<boolean> {
    return (await firstPresent(paths)) !== null;
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
      size = this.#use(file, async (document) => document.pageInfo(page));
      this.#sizes.set(key, size);
    }
    return size;
  }

  /**
   * Draws a page for a report.
   * @throws PageTraceError
   */
  draw({ path: file }: FoundDocument, page: number, signal: AbortSignal): Promise<PagePicture> {
    return this.#use(file, (document) => drawReportPage(document, page, signal));
  }

  #open(file: string, signal?: AbortSignal): Promise<OpenDocument> {
    return this.#documents.open(
      { kind: 'path', path: file },
      {
        ...(this.#password === undefined ? {} : { password: this.#password }),
        ...(signal === undefined ? {} : { signal }),
      },
    );
  }

  async #use<T>(file: string, use: (document: OpenDocument) => Promise<T>): Promise<T> {
    const document = await this.#open(file);
    try {
      return await use(document);
    } finally {
      await document.close();
    }
  }

  async #inspect(file: string, signal: AbortSignal): Promise<FoundDocument> {
    const document = await this.#open(file, signal);
    try {
      const { kind, pageCount } = document;
      return { path: file, hash: await document.hash(), kind, pageCount };
    } finally {
      await document.close();
    }
  }
}

/** The message of an error, with what to do about it. */
export function errorText(error: PageTraceError, command: 'ground' | 'score' | 'export'): string {
  const hint = errorHint(error, command);
  return hint === null ? error.message : `${error.message} ${hint}`;
}

/** The first path at which there is something; pipes and devices do not count. */
async function firstPresent(paths: readonly string[]): Promise<string | null> {
  for (const each of paths) {
    const stats = await fs.stat(each).catch(() => null);
    if (stats !== null && (stats.isFile() || stats.isDirectory())) return path.resolve(each);
  }
  return null;
}
