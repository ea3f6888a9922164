import { Buffer } from 'node:buffer';
import fs from 'node:fs/promises';
import type { JsonObject } from '../core/records/fieldPath.ts';
import { pythonJson } from '../core/records/writing/pythonJson.ts';
import { wellFormed } from '../core/records/writing/wellFormed.ts';
import { unwritable } from '../documents/replaceFile.ts';
import type { ByteRange } from '../runs/reading/pieces.ts';
import { readKnownRun, type KnownRun, type KnownSamples } from './knownSamples.ts';
import { lockFile } from './lockFile.ts';
import type { EvaluationSettings } from './settings.ts';

/**
 * The file of a run that is being made. Each record is appended whole as soon as it is known, so that nothing is lost that
 * had ended, however the process ends; a line that was cut short then is taken away.
 */
export class RunFile {
  readonly file: string;
  /** The samples that are in it. */
  readonly samples: KnownSamples;
  readonly #handle: fs.FileHandle;
  readonly #unlock: () => Promise<void>;
  #size: number;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(file: string, handle: fs.FileHandle, unlock: () => Promise<void>, known: KnownRun) {
    this.file = file;
    this.samples = known.samples;
    this.#handle = handle;
    this.#unlock = unlock;
    this.#size = known.size;
  }

  /**
   * Opens the file of a run, which goes on where it ended, or creates it.
   * @throws PageTraceError `bad-input` for a file that holds something else or was made with other settings, and while
   * another process writes it; `file-unreadable`, `file-unwritable`, `cancelled`
   */
  static async open(file: string, settings: EvaluationSettings, signal: AbortSignal): Promise<RunFile> {
    const unlock = await lockFile(file);
    let handle: fs.FileHandle | null = null;
    try {
      handle = await fs.open(file, 'a').catch((error: unknown) => {
        throw unwritable(file, error);
      });
      const known = await readKnownRun(file, settings, signal);
      const run = new RunFile(file, handle, unlock, known);
      await run.#mendEnd(known.lacksLineFeed);
      return run;
    } catch (error) {
      await handle?.close();
      await unlock();
      throw error;
    }
  }

  /**
   * Appends the record of a sample that has ended, or whose request failed.
   * @returns where it is, without its line feed
   * @throws PageTraceError `file-unwritable`: nothing of the record is in the file then
   */
  append(record: JsonObject): Promise<ByteRange> {
    const line = Buffer.from(`${wellFormed(pythonJson(record))}\n`);
    const written = this.#writing.then(async () => {
      const start = this.#size;
      await this.#write(line);
      this.samples.add(record);
      return { start, length: line.length - 1 };
    });
    // What cannot be written does not keep others from being tried: a disk may have room again.
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Ends writing, after what is being written. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#handle.close();
    await this.#unlock();
  }

  /** Takes away what was cut short, or ends the last record. */
  async #mendEnd(lacksLineFeed: boolean): Promise<void> {
    try {
      await this.#handle.truncate(this.#size);
    } catch (error) {
      throw unwritable(this.file, error);
    }
    if (lacksLineFeed) await this.#write(Buffer.from('\n'));
  }

  async #write(bytes: Buffer): Promise<void> {
    let written = 0;
    try {
      while (written < bytes.length)
        written += (await this.#handle.write(bytes, written, bytes.length - written)).bytesWritten;
      this.#size += bytes.length;
    } catch (error) {
      // A full disk may have taken a part of it.
      await this.#handle.truncate(this.#size).catch(() => undefined);
      throw unwritable(this.file, error);
    }
  }
}
