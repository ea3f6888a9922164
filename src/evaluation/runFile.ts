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

/** What is at the path of a run: nothing, or a file with an identity and a size in bytes. */
async function lookAt(file: string): Promise<{ readonly identity: string | null; readonly size: number }> {
  const stats = await fs.stat(file, { bigint: true }).catch(() => null);
  return stats === null
    ? { identity: null, size: 0 }
    : { identity: `${stats.dev} ${stats.ino}`, size: Number(stats.size) };
}

/** The parts of a run that is open. */
interface OpenedRun {
  readonly file: string;
  readonly handle: RunHandle;
  readonly unlock: () => Promise<void>;
  readonly known: KnownRun;
  readonly identity: string | null;
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
  /** Tells the file apart from another one of its name. */
  readonly #identity: string | null;
  #size: number;
  /** Whether a part of a record that could not be written whole may be in it. */
  #isTorn = false;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor({ file, handle, unlock, known, identity }: OpenedRun) {
    this.file = file;
    this.samples = known.samples;
    this.#handle = handle;
    this.#unlock = unlock;
    this.#identity = identity;
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
      const { identity } = await lookAt(file);
      const run = new RunFile({ file, handle, unlock, known, identity });
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
   * @throws PageTraceError `file-unwritable`, also for a file that is not there any more or that another program has
   * changed: nothing of the record is in the file then
   */
  append(record: JsonObject): Promise<ByteRange> {
    const line = Buffer.from(`${wellFormed(pythonJson(record))}\n`);
    const written = this.#writing.then(async () => {
      await this.#requireSame();
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

  /** What is written into a file that has lost its name is lost, and in one that has changed, it would stand anywhere. */
  async #requireSame(): Promise<void> {
    const { identity, size } = await lookAt(this.file);
    if (identity !== this.#identity)
      throw new PageTraceError(
        'file-unwritable',
        t('{0} was deleted, moved or replaced while the evaluation wrote it.', this.file),
        { hint: t('Bring it back, and run the same command again: it goes on with what the file has.') },
      );
    if (size === this.#size || (this.#isTorn && size > this.#size)) return;
    throw new PageTraceError(
      'file-unwritable',
      t('Another program has changed {0} while the evaluation wrote it.', this.file),
      { hint: t('Close it there, and run the same command again: it goes on with what the file has.') },
    );
  }

  async #append(bytes: Buffer): Promise<void> {
    try {
      await this.#write(bytes, this.#size);
      this.#size += bytes.length;
    } catch (error) {
      // A full disk may have taken a part of it.
      await this.#handle.truncate(this.#size).catch(() => {
        this.#isTorn = true;
      });
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
