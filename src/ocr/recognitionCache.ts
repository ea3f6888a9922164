import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { Word } from '../core/geometry/word.ts';
import { readRegularFile } from '../documents/regularFile.ts';
import { replaceFile } from '../documents/replaceFile.ts';
import type { PagePart } from './model.ts';

const MEGABYTE = 1024 * 1024;

/** The most bytes of one page's words. */
const MOST_PAGE_BYTES = 32 * MEGABYTE;

/** Another number when pages are recognized in another way: pages that were kept before are recognized again. */
const VERSION = 2;

/** What a file must contain; another version of it is read as damaged. */
const pageSchema = v.object({
  version: v.literal(VERSION),
  words: v.array(
    v.object({
      text: v.string(),
      box: v.object({ left: v.number(), top: v.number(), right: v.number(), bottom: v.number() }),
      height: v.number(),
      line: v.number(),
      confidence: v.number(),
    }),
  ),
});

/** What determines the recognized words of a page. */
export interface RecognitionKey extends PagePart {
  /** How text is recognized: the languages and the resolution. */
  readonly reader: string;
}

/** The names of pages, and of files that were not completely written. */
const OWN_NAME = /^(?:[0-9a-f]{64}\.json|\.pagetrace-[0-9a-f]{24}\.tmp)$/;

/** A file that was not completely written this long ago, in milliseconds, is no longer being written. */
const LEFT_AFTER = 3_600_000;

/** The size of all files is measured again when this share of the limit was written. */
const MEASURED_EVERY = 0.05;

/**
 * Keeps the recognized words of pages on disk, in one file a page. Several processes may use a folder at once: a file
 * appears with all of its content, and one that another process has removed is written again.
 */
export class RecognitionCache {
  readonly #folder: string;
  readonly #mostBytes: number;
  /** The bytes that were written since the size of all files was measured; null if it never was. */
  #written: number | null = null;

  /** @param mostBytes of all files; the ones that were written first are removed */
  constructor(folder: string, mostBytes = 200 * MEGABYTE) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  /** The words of a page; null if they are not kept, or their file is damaged. */
  async read(key: RecognitionKey): Promise<readonly Word[] | null> {
    try {
      const bytes = await readRegularFile(this.#fileOf(key), MOST_PAGE_BYTES);
      const page = v.safeParse(pageSchema, JSON.parse(Buffer.from(bytes).toString('utf8')));
      return page.success ? page.output.words : null;
    } catch {
      return null;
    }
  }

  /** Keeps the words of a page. A folder that cannot be written is left alone: the page is then recognized again. */
  async write(key: RecognitionKey, words: readonly Word[]): Promise<void> {
    try {
      await fs.mkdir(this.#folder, { recursive: true });
      const content = JSON.stringify({ version: VERSION, words });
      await replaceFile(this.#fileOf(key), content);
      if (this.#written !== null) this.#written += Buffer.byteLength(content);
      if (this.#written !== null && this.#written < MEASURED_EVERY * this.#mostBytes) return;
      this.#written = 0;
      await this.#shrink();
    } catch {
      // The words are at hand, and were only to be kept for another time.
    }
  }

  #fileOf({ hash, page, pictures, reader }: RecognitionKey): string {
    const name = createHash('sha256')
      .update(JSON.stringify([hash, page, pictures, reader]))
      .digest('hex');
    return path.join(this.#folder, `${name}.json`);
  }

  /** Removes the oldest files until the others have few enough bytes, and what ended processes left. */
  async #shrink(): Promise<void> {
    const files: { readonly file: string; readonly size: number; readonly written: number }[] = [];
    for (const name of (await fs.readdir(this.#folder)).filter((each) => OWN_NAME.test(each))) {
      const file = path.join(this.#folder, name);
      const stats = await fs.lstat(file).catch(() => null);
      if (stats?.isFile() === true) files.push({ file, size: stats.size, written: stats.mtimeMs });
    }
    const newest = Math.max(...files.map(({ written }) => written));
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { file, size, written } of files.toSorted((one, other) => one.written - other.written)) {
      const isTemporary = file.endsWith('.tmp');
      if (isTemporary ? newest - written < LEFT_AFTER : bytes <= this.#mostBytes) continue;
      await fs.rm(file, { force: true });
      bytes -= size;
    }
  }
}
