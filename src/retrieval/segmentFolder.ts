import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { CacheFolder } from '../documents/cacheFolder.ts';
import { readRegularFile } from '../documents/regularFile.ts';

/** What a file begins with; another number where its form is another one. */
const MAGIC = Buffer.from('PageTrace index1');
const HASH_BYTES = 32;

const GIGABYTE = 1024 ** 3;
/** The most bytes of a file: of terms, those of about a million pages. */
const MOST_SEGMENT_BYTES = 4 * GIGABYTE - 1;

/** The names of segments. */
const SEGMENT_NAME = /^[0-9a-f]{64}\.segment$/;

/** What determines the content of a segment. */
export interface SegmentKey {
  /** SHA-256 of the document. */
  readonly hash: string;
  /** How its content is made of the document. */
  readonly form: string;
}

/**
 * An index on disk: files for each document, or for each of its pages, under names that follow from the content of the
 * document and from what is made of it. Each has the hash of what it holds. A document that changes has other files.
 */
export class SegmentFolder {
  readonly #files: CacheFolder;

  /** @param mostBytes of all files; the ones that were written first are removed */
  constructor(folder: string, mostBytes = GIGABYTE) {
    this.#files = new CacheFolder(folder, SEGMENT_NAME, mostBytes);
  }

  /** What is kept of a document; null if nothing is, `damaged` if it is not what was written. */
  async read(key: SegmentKey): Promise<Uint8Array | null | 'damaged'> {
    let bytes: Uint8Array;
    try {
      bytes = await readRegularFile(this.#files.pathOf(nameOf(key)), MOST_SEGMENT_BYTES);
    } catch {
      return null;
    }
    const start = MAGIC.length + HASH_BYTES;
    const content = bytes.subarray(start);
    const isWhole =
      MAGIC.equals(bytes.subarray(0, MAGIC.length)) &&
      hashOf(content).equals(bytes.subarray(MAGIC.length, start));
    return isWhole ? content : 'damaged';
  }

  /**
   * Keeps what was made of a document.
   * @throws PageTraceError `file-unwritable`; the error of the file system
   */
  async write(key: SegmentKey, content: Uint8Array): Promise<void> {
    await this.#files.write(nameOf(key), Buffer.concat([MAGIC, hashOf(content), content]));
  }
}

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

function nameOf({ hash, form }: SegmentKey): string {
  return `${createHash('sha256')
    .update(JSON.stringify([hash, form]))
    .digest('hex')}.segment`;
}
