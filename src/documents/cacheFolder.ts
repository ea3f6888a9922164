import fs from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from './makeFolder.ts';
import { replaceFile } from './replaceFile.ts';

/** The names of files that were not completely written. */
const TEMPORARY = /^\.pagetrace-[0-9a-f]{24}\.tmp$/;

/** A file that was not completely written this long ago, in milliseconds, is no longer being written. */
const LEFT_AFTER = 3_600_000;

/** The size of all files is measured again when this share of the limit was written. */
const MEASURED_EVERY = 0.05;

/**
 * A folder of files that can be made again, which keeps to a size. Several processes may use it at once: a file appears
 * with all of its content, and one that another process has removed is written again.
 */
export class CacheFolder {
  readonly #folder: string;
  readonly #ownName: RegExp;
  readonly #mostBytes: number;
  /** The bytes that were written since the size of all files was measured; null if it never was. */
  #written: number | null = null;

  /**
   * @param ownName the names of its files; others are left alone
   * @param mostBytes of all files; the ones that were written first are removed
   */
  constructor(folder: string, ownName: RegExp, mostBytes: number) {
    this.#folder = folder;
    this.#ownName = ownName;
    this.#mostBytes = mostBytes;
  }

  /** The path of a file, which may not be there. */
  pathOf(name: string): string {
    return path.join(this.#folder, name);
  }

  /**
   * Writes a file, and creates the folder.
   * @throws PageTraceError `file-unwritable`; the error of the file system
   */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    await makeFolder(this.#folder);
    await replaceFile(this.pathOf(name), content);
    if (this.#written !== null) this.#written += Buffer.byteLength(content);
    if (this.#written !== null && this.#written < MEASURED_EVERY * this.#mostBytes) return;
    this.#written = 0;
    await this.#shrink();
  }

  /** Removes the oldest files until the others have few enough bytes, and what ended processes left. */
  async #shrink(): Promise<void> {
    const files: { readonly file: string; readonly size: number; readonly written: number }[] = [];
    for (const name of await fs.readdir(this.#folder)) {
      if (!this.#ownName.test(name) && !TEMPORARY.test(name)) continue;
      const file = this.pathOf(name);
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
