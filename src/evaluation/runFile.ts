import { Buffer } from 'node:buffer';
import fs from 'node:fs/promises';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { JsonObject } from '../core/records/fieldPath.ts';
import { pythonJson } from '../core/records/writing/pythonJson.ts';
import { wellFormed } from '../core/records/writing/wellFormed.ts';
import { unwritable } from '../documents/replaceFile.ts';
import type { ByteRange } from '../runs/reading/pieces.ts';
import type { KnownSamples } from './knownSamples.ts';
import { lockFile } from './lockFile.ts';
import { readKnownRun, type KnownRun } from './readKnownRun.ts';
import type { EvaluationSettings } from './settings.ts';

/** An open file, as far as a run needs it. */
export type RunHandle = Pick<fs.FileHandle, 'write' | 'truncate' | 'close'>;

/** How the file of a run is opened, so that tests can make it fail. */
export type OpenRun = (file: string) => Promise<RunHandle>;

/** Opens a file for reading and writing anywhere in it, and creates it if it is missing. */
const openFile: OpenRun = async (file) => {
  await (await fs.open(file, 'a')).close();
  return fs.open(file, 'r+');
};

/**
 * Refuses what cannot be read again and written anywhere in it, and a pipe, whose opening would wait for a reader.
 * @throws PageTraceError `file-unwritable`
 */
async function requireFile(file: string): Promise<void> {
  const stats = await fs.stat(file).catch(() => null);
  if (stats === null || stats.isFile()) return;
  throw new PageTraceError(
    'file-unwritable',
    stats.isDirectory()
      ? t('{0} is a folder, not a file.', file)
      : t('{0} is a pipe or a device, not a file.', file),
    { hint: t('Name a file for the run, which goes on where it was stopped.') },
  );
}

/**
 * The file of a run that is being made. Each record is appended whole as soon as it is known, so that nothing is lost that
 * had ended, however the process ends; a line that was cut short then is taken away. A sample has one record: that of a
 * failure is replaced by white space when the sample has ended, or failed for another reason.
 */
export class RunFile {
  readonly file: string;
  /** The samples that are in it. */
  readonly samples: KnownSamples;
  readonly #handle: RunHandle;
  readonly #unlock: () => Promise<void>;
  #size: number;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(file: string, handle: RunHandle, unlock: () => Promise<void>, known: KnownRun) {
    this.file = file;
    this.samples = known.samples;
    this.#handle = handle;
    this.#unlock = unlock;
    this.#size = known.size;
  }

  /**
   * Opens the file of a run, which goes on where it ended, or creates it.
   * @throws PageTraceError `bad-input` for a file that holds something else or was made with other settings, and while
   * another process writes it; `file-unreadable`, `file-unwritable` (also for a folder, a pipe or a device), `cancelled`
   */
  static async open(
    file: string,
    settings: EvaluationSettings,
    signal: AbortSignal,
    open = openFile,
  ): Promise<RunFile> {
    await requireFile(file);
    const unlock = await lockFile(file);
    let handle: RunHandle | null = null;
    let known: KnownRun | null = null;
    try {
      handle = await open(file).catch((error: unknown) => {
        throw unwritable(file, error);
      });
      known = await readKnownRun(file, settings, signal);
      const run = new RunFile(file, handle, unlock, known);
      await run.#mend(known);
      return run;
    } catch (error) {
      known?.samples.close();
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
      const range = { start: this.#size, length: line.length - 1 };
      await this.#append(line);
      const replaced = this.samples.add(record, range);
      if (replaced !== null) await this.#blank(replaced);
      return range;
    });
    // What cannot be written does not keep others from being tried: a disk may have room again.
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Ends writing, after what is being written. */
  async close(): Promise<void> {
    await this.#writing;
    this.samples.close();
    await this.#handle.close();
    await this.#unlock();
  }

  /** Takes away what was cut short, or ends the last record, and takes away what was replaced. */
  async #mend({ size, lacksLineFeed, replaced }: KnownRun): Promise<void> {
    try {
      await this.#handle.truncate(size);
    } catch (error) {
      throw unwritable(this.file, error);
    }
    if (lacksLineFeed) await this.#append(Buffer.from('\n'));
    for (const range of replaced) await this.#blank(range);
  }

  async #append(bytes: Buffer): Promise<void> {
    try {
      await this.#write(bytes, this.#size);
      this.#size += bytes.length;
    } catch (error) {
      // A full disk may have taken a part of it.
      await this.#handle.truncate(this.#size).catch(() => undefined);
      throw unwritable(this.file, error);
    }
  }

  /** Writes white space over a record, so that all others stay where they are. It takes no room. */
  async #blank({ start, length }: ByteRange): Promise<void> {
    try {
      await this.#write(Buffer.alloc(length, ' '), start);
    } catch (error) {
      throw unwritable(this.file, error);
    }
  }

  async #write(bytes: Buffer, at: number): Promise<void> {
    let written = 0;
    while (written < bytes.length)
      written += (await this.#handle.write(bytes, written, bytes.length - written, at + written))
        .bytesWritten;
  }
}
