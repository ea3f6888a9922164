import type { Buffer } from 'node:buffer';
import { defer, type Deferred } from '../../core/deferred.ts';
import { asPageTraceError } from '../../core/errors.ts';
import { readRange } from '../reading/bytes.ts';

/** Bytes that are read at a time. */
const CHUNK = 256 * 1024;

/**
 * The bytes of a file that is being written: at its end, reading waits until someone says that there is more. A file that
 * was deleted since someone looked at it has come to its end, too: the next look finds that it is gone.
 */
export class GrowingBytes {
  readonly #file: string;
  #position = 0;
  #isOver = false;
  /** Resolved when everything that is there has been read. */
  #atEnd: Deferred<null> = defer<null>();
  /** Resolved when there may be more. */
  #more: Deferred<null> | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** How many bytes were read. */
  get position(): number {
    return this.#position;
  }

  /** Settles when everything that is there has been read, and all that came before was handed on. */
  get atEnd(): Promise<null> {
    return this.#atEnd.promise;
  }

  /** Says that there may be more bytes. */
  resume(): void {
    const more = this.#more;
    if (more === null) return;
    this.#more = null;
    this.#atEnd = defer<null>();
    more.resolve(null);
  }

  /** Says that nothing will follow: what is there ends the file. */
  finish(): void {
    this.#isOver = true;
    this.resume();
  }

  /**
   * The bytes, until `finish`.
   * @throws PageTraceError `file-unreadable`
   */
  async *read(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = await this.#next();
      if (chunk !== null && chunk.length > 0) {
        this.#position += chunk.length;
        yield chunk;
      } else if (this.#isOver) return;
      else {
        const more = defer<null>();
        this.#more = more;
        this.#atEnd.resolve(null);
        await more.promise;
      }
    }
  }

  /** What follows; null if the file is not there. */
  async #next(): Promise<Buffer | null> {
    try {
      return await readRange(this.#file, { start: this.#position, length: CHUNK });
    } catch (error) {
      if (asPageTraceError(error).reason === 'file-not-found') return null;
      throw error;
    }
  }
}
