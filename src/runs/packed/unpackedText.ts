import type { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { IN_USE, TEXT, WHOLE } from './unpackedFolder.ts';

/** How often a window says that it uses a text, in the time after which it would not be believed any longer. */
const SAYINGS = 10;

/**
 * The text of a file that was unpacked into the cache, for this person only, while a window uses it. Its name does not
 * change while it grows, because other threads read it by then; a file beside it says when it is whole. What is not whole
 * is removed when it is closed, and after its window was ended by whoever comes next.
 */
export class UnpackedText {
  readonly path: string;
  readonly #folder: string;
  readonly #handle: fs.promises.FileHandle;
  readonly #lease: string;
  readonly #saying: NodeJS.Timeout;
  #bytes: number;
  #isWhole: boolean;

  private constructor(
    folder: string,
    handle: fs.promises.FileHandle,
    lease: { readonly file: string; readonly time: number },
    bytes: number | null,
  ) {
    this.#folder = folder;
    this.path = path.join(folder, TEXT);
    this.#handle = handle;
    this.#bytes = bytes ?? 0;
    this.#isWhole = bytes !== null;
    this.#lease = lease.file;
    this.#saying = setInterval(() => {
      const now = new Date();
      fs.promises.utimes(lease.file, now, now).catch(() => undefined);
    }, lease.time / SAYINGS).unref();
  }

  /** Begins a text. Rejects with an error of the system, and leaves nothing then. */
  static async create(folder: string, leaseTime: number): Promise<UnpackedText> {
    await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const lease = await say(folder);
      const handle = await fs.promises.open(path.join(folder, TEXT), 'wx+', 0o600);
      return new UnpackedText(folder, handle, { file: lease, time: leaseTime }, null);
    } catch (error) {
      await fs.promises.rm(folder, { recursive: true, force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Opens a text that is whole; null if there is none. */
  static async open(folder: string, leaseTime: number): Promise<UnpackedText | null> {
    let lease: string | null = null;
    let handle: fs.promises.FileHandle | null = null;
    try {
      // It is said to be used first, so that it is not removed after it was looked at.
      lease = await say(folder);
      handle = await fs.promises.open(path.join(folder, TEXT), 'r');
      const { size } = await handle.stat();
      if (Number(await fs.promises.readFile(path.join(folder, WHOLE), 'utf8')) === size)
        return new UnpackedText(folder, handle, { file: lease, time: leaseTime }, size);
    } catch {
      // It was removed, or is not whole.
    }
    await handle?.close();
    if (lease !== null) await fs.promises.rm(lease, { force: true });
    return null;
  }

  /** The open text. */
  get handle(): fs.promises.FileHandle {
    return this.#handle;
  }

  /** Bytes that it has. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds what comes next. Rejects with an error of the system. */
  async write(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const { bytesWritten } = await this.#handle.write(chunk, at, chunk.length - at, this.#bytes);
      at += bytesWritten;
      this.#bytes += bytesWritten;
    }
  }

  /** Says that it is whole. If that cannot be written, the file is unpacked again the next time. */
  async finish(): Promise<void> {
    const temporary = `${this.#lease}.tmp`;
    try {
      await fs.promises.writeFile(temporary, `${this.#bytes}`, { mode: 0o600, flag: 'wx' });
      await fs.promises.rename(temporary, path.join(this.#folder, WHOLE));
      this.#isWhole = true;
    } catch {
      await fs.promises.rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  /** No longer uses it. */
  async close(): Promise<void> {
    clearInterval(this.#saying);
    await this.#handle.close();
    const unused = this.#isWhole ? this.#lease : this.#folder;
    await fs.promises.rm(unused, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Says that a window uses an entry. */
async function say(folder: string): Promise<string> {
  const lease = path.join(folder, `${randomUUID()}${IN_USE}`);
  await fs.promises.writeFile(lease, '', { mode: 0o600, flag: 'wx' });
  return lease;
}
