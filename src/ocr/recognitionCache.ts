import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Word } from '../core/geometry/word.ts';
import { CacheFolder } from '../documents/cacheFolder.ts';
import { readRegularFile } from '../documents/regularFile.ts';
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

/** The names of pages. */
const PAGE_NAME = /^[0-9a-f]{64}\.json$/;

/** Keeps the recognized words of pages on disk, in one file a page. Several processes may use a folder at once. */
export class RecognitionCache {
  readonly #files: CacheFolder;

  /** @param mostBytes of all files; the ones that were written first are removed */
  constructor(folder: string, mostBytes = 200 * MEGABYTE) {
    this.#files = new CacheFolder(folder, PAGE_NAME, mostBytes);
  }

  /** The words of a page; null if they are not kept, or their file is damaged. */
  async read(key: RecognitionKey): Promise<readonly Word[] | null> {
    try {
      const bytes = await readRegularFile(this.#files.pathOf(nameOf(key)), MOST_PAGE_BYTES);
      const page = v.safeParse(pageSchema, JSON.parse(Buffer.from(bytes).toString('utf8')));
      return page.success ? page.output.words : null;
    } catch {
      return null;
    }
  }

  /** Keeps the words of a page. A folder that cannot be written is left alone: the page is then recognized again. */
  async write(key: RecognitionKey, words: readonly Word[]): Promise<void> {
    try {
      await this.#files.write(nameOf(key), JSON.stringify({ version: VERSION, words }));
    } catch {
      // The words are at hand, and were only to be kept for another time.
    }
  }
}

function nameOf({ hash, page, pictures, reader }: RecognitionKey): string {
  const name = createHash('sha256')
    .update(JSON.stringify([hash, page, pictures, reader]))
    .digest('hex');
  return `${name}.json`;
}
