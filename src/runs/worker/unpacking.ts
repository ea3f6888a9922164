import fs from 'node:fs';
import { asPageTraceError, type PageTraceError } from '../../core/errors.ts';
import { NotKept, type UnpackedCache } from '../packed/unpackedCache.ts';
import { hasPlacedLines, unpackedChunks } from '../packed/unpackedChunks.ts';
import type { UnpackedText } from '../packed/unpackedText.ts';
import { unpackedKey } from './cacheKey.ts';
import type { SourceFile } from './sourceFile.ts';

/** Unpacks a file into the cache, so that its rows are at places in bytes, while what is there is indexed. */
export class Unpacking {
  readonly #file: SourceFile;
  readonly #cache: UnpackedCache;
  #text: UnpackedText | null = null;
  #read = 0;
  #isDone = false;

  constructor(file: SourceFile, cache: UnpackedCache) {
    this.#file = file;
    this.#cache = cache;
  }

  /** Bytes of text so far; null before and after. */
  get bytes(): number | null {
    return this.#isDone ? null : (this.#text?.bytes ?? null);
  }

  /**
   * Bytes of the file that were unpacked, as far as that is known; of one that was unpacked before, those of the text that
   * were indexed, as a share of the file.
   */
  readUpTo(position: number): number {
    const { bytes } = this.#file;
    const whole = this.#text?.bytes ?? 0;
    return this.#isDone && whole > 0 ? bytes * (position / whole) : Math.min(this.#read, bytes);
  }

  /**
   * Unpacks the file, or opens what it was unpacked to before.
   * @param onText called when the text has begun
   * @param onMore called whenever there is more of it
   * @returns why not all of the file could be unpacked; null if all was
   * @throws NotKept if there is no room for it, before or after `onText`
   */
  async run(
    signal: AbortSignal,
    onText: () => Promise<void>,
    onMore: () => Promise<void>,
  ): Promise<PageTraceError | null> {
    const file = this.#file;
    const handle = await file.handle();
    const kind = file.form?.kind ?? 'lines';
    const key = await unpackedKey(handle, kind);
    const before = await this.#cache.find(key);
    const text = before ?? (await this.#cache.create(key));
    this.#text = text;
    file.readFrom({ path: text.path, isPlaced: hasPlacedLines(kind) });
    this.#isDone = before !== null;
    await onText();
    if (before === null) return this.#unpack(text, signal, onMore);
    await onMore();
    return null;
  }

  /** No longer uses the text; what is not whole is removed. */
  async close(): Promise<void> {
    this.#isDone = true;
    const text = this.#text;
    this.#text = null;
    await text?.close();
  }

  async #unpack(
    text: UnpackedText,
    signal: AbortSignal,
    onMore: () => Promise<void>,
  ): Promise<PageTraceError | null> {
    const { path, bytes } = this.#file;
    const before = await (await this.#file.handle()).stat();
    const chunks = unpackedChunks(path, signal, (count) => {
      this.#read += count;
    });
    try {
      for await (const chunk of chunks) {
        await this.#cache.write(text, chunk, path, this.#read / bytes);
        await onMore();
      }
    } catch (error) {
      if (error instanceof NotKept) throw error;
      return asPageTraceError(error);
    } finally {
      this.#isDone = true;
    }
    // A file that was changed by then has another key, and is unpacked again.
    const after = await fs.promises.stat(path).catch(() => null);
    const isSame =
      after?.ino === before.ino && after.size === before.size && after.mtimeMs === before.mtimeMs;
    if (isSame) await text.finish();
    return null;
  }
}
