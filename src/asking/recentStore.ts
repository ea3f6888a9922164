import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import type { AskedQuestionRecord } from './model.ts';
import { AskedQuestion } from './askedQuestion.ts';
import { measureFolder, probabilitiesFile, RECORD, RecentWriter, sampleFile } from './recentWriter.ts';
import { PageTraceError } from '../core/errors.ts';
import { oneLine } from '../core/oneLine.ts';
import { isRunning } from '../core/records/sampleState.ts';
import { readTokenProbabilities, type TokenProbabilities } from '../core/records/tokenProbabilities.ts';

/** How much is kept, and how often streaming text is written. */
export interface RecentLimits {
  readonly maxCount: number;
  readonly maxBytes: number;
  /** Milliseconds between writes while text streams: if a window is killed, the text since the last write is lost. */
  readonly flushEvery: number;
}

/** A stored question as the list shows it. */
export interface RecentEntry {
  readonly record: AskedQuestionRecord;
  /** Bytes on disk. */
  readonly bytes: number;
}

export interface RecentStoreDeps {
  readonly limits: () => RecentLimits;
  readonly log: (line: string) => void;
  readonly onDidChange: () => void;
  /** Receives the error of a question that could not be saved, once until it can be saved again. */
  readonly onFailed: (error: PageTraceError) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Milliseconds without an update after which a question of another window counts as canceled, because that window
   * was closed, reloaded, or killed. A question in progress is updated four times as often, even without new text.
   */
  readonly staleAfter?: number;
}

/** A question that was removed and can be restored. */
export interface Removed {
  /** Restores it unchanged. */
  restore(): Promise<void>;
  discard(): Promise<void>;
}

/** How long a removed question is kept if the window was closed before it was restored or deleted, in milliseconds. */
const KEEP_REMOVED = 24 * 60 * 60 * 1000;

/** The default time that other windows may go without an update, in milliseconds. */
const STALE_AFTER = 20_000;

/**
 * Recent questions on disk: a folder for each question, with its record and a text file for each sample. Texts are
 * appended to as they stream; records are written to a temporary name and renamed. No page images are stored.
 */
export class RecentStore {
  readonly #folder: string;
  readonly #removed: string;
  readonly #deps: RecentStoreDeps;
  readonly #entries = new Map<string, RecentEntry>();
  readonly #writers = new Map<string, RecentWriter>();
  readonly #staleAfter: number;
  #loaded: Promise<void> | null = null;
  #watch: NodeJS.Timeout | null = null;
  #disposed = false;

  /**
   * @param folder the folder of the questions; removed questions are kept for a while in a folder with a similar name
   * next to it
   */
  constructor(folder: string, deps: RecentStoreDeps) {
    this.#folder = folder;
    this.#removed = `${folder}-deleted`;
    this.#deps = deps;
    this.#staleAfter = deps.staleAfter ?? STALE_AFTER;
  }

  /** The stored questions, newest first. Folders that cannot be read are skipped and logged. */
  async list(): Promise<readonly RecentEntry[]> {
    await this.#load();
    return [...this.#entries.values()].sort((a, b) => (a.record.id < b.record.id ? 1 : -1));
  }

  /**
   * A stored question with its texts: the same object if it was asked or opened in this window; null if it no longer
   * exists.
   */
  async open(id: string): Promise<AskedQuestion | null> {
    await this.#load();
    const live = this.#writers.get(id);
    if (live) return live.asked;
    const entry = this.#entries.get(id);
    if (!entry) return null;
    const texts = await Promise.all(
      entry.record.samples.map((_, index) =>
        fs.readFile(path.join(this.#folder, id, sampleFile(index)), 'utf8').catch(() => ''),
      ),
    );
    const probabilities = await Promise.all(
      texts.map((text, index) => this.#readProbabilities(id, index, text)),
    );
    return AskedQuestion.restore(entry.record, texts, probabilities);
  }

  /** The probabilities of the tokens of a stored text; null if there are none, or if they belong to another text. */
  async #readProbabilities(id: string, index: number, text: string): Promise<TokenProbabilities | null> {
    try {
      const stored = await fs.readFile(path.join(this.#folder, id, probabilitiesFile(index)), 'utf8');
      return readTokenProbabilities(JSON.parse(stored), text.length);
    } catch {
      return null;
    }
  }

  /**
   * Stores `asked` from now on, including the text that arrives and later changes by a person. Never rejects: a failure
   * goes to `onFailed`, and the question is kept in memory until a write succeeds.
   */
  async keep(asked: AskedQuestion): Promise<void> {
    await this.#load();
    if (this.#writers.has(asked.id)) return;
    const writer = new RecentWriter(path.join(this.#folder, asked.id), asked, {
      flushEvery: () => this.#deps.limits().flushEvery,
      signEvery: this.#staleAfter / 4,
      onFailed: (error) => {
        this.#deps.log(`Writing to ${path.join(this.#folder, asked.id)} failed: ${String(error)}`);
        this.#deps.onFailed(unsavedError(asked, error));
      },
      onWritten: (bytes) => {
        // It may have been removed during the write.
        if (this.#writers.get(asked.id) !== writer) return;
        this.#entries.set(asked.id, { record: asked.record, bytes });
        this.#deps.onDidChange();
      },
    });
    this.#writers.set(asked.id, writer);
    this.#entries.set(asked.id, { record: asked.record, bytes: this.#entries.get(asked.id)?.bytes ?? 0 });
    await writer.start();
    await this.prune();
  }

  /**
   * Removes a question so that it can be restored. Null if it no longer exists.
   * @throws PageTraceError `bad-input` while the question is in progress, because text that still arrives would be lost
   */
  async remove(id: string): Promise<Removed | null> {
    await this.#load();
    const entry = this.#entries.get(id);
    const writer = this.#writers.get(id);
    if (!entry) return null;
    if (writer?.running === true) {
      throw new PageTraceError('bad-input', t('This question is still being answered.'), {
        hint: t('Cancel it first, then delete it.'),
      });
    }
    const putBack = async (): Promise<void> => {
      this.#entries.set(id, entry);
      // If it is still open, later changes are stored again.
      if (writer) await this.keep(writer.asked);
      this.#deps.onDidChange();
    };
    await writer?.flush();
    // Nothing may write into its folder from now on.
    this.#forget(id);
    await writer?.flush();
    const aside = path.join(this.#removed, id);
    try {
      await fs.mkdir(this.#removed, { recursive: true });
      await fs.rename(path.join(this.#folder, id), aside);
    } catch (error) {
      await putBack();
      throw error;
    }
    // Its age counts from its removal.
    const now = new Date(this.#deps.now());
    await fs.utimes(aside, now, now);
    this.#deps.onDidChange();
    return {
      restore: async () => {
        await fs.rename(aside, path.join(this.#folder, id));
        await putBack();
      },
      discard: () => fs.rm(aside, { recursive: true, force: true }),
    };
  }

  /** Deletes all questions except those in progress; they cannot be restored. */
  async clear(): Promise<void> {
    for (const { record } of await this.list())
      if (this.#writers.get(record.id)?.running !== true) await this.#delete(record.id);
  }

  async #delete(id: string): Promise<void> {
    this.#forget(id);
    await fs.rm(path.join(this.#folder, id), { recursive: true, force: true });
    this.#deps.onDidChange();
  }

  #forget(id: string): void {
    this.#writers.get(id)?.dispose();
    this.#writers.delete(id);
    this.#entries.delete(id);
  }

  /**
   * Deletes the oldest questions until their number and size are within the limits; questions in progress are kept.
   * Never rejects: a question that cannot be deleted is logged.
   */
  async prune(): Promise<void> {
    const { maxCount, maxBytes } = this.#deps.limits();
    let count = 0;
    let bytes = 0;
    for (const entry of await this.list()) {
      count++;
      bytes += entry.bytes;
      const running = this.#writers.get(entry.record.id)?.running ?? false;
      if ((count > maxCount || bytes > maxBytes) && !running && count > 1)
        await this.#delete(entry.record.id).catch((error: unknown) => {
          this.#deps.log(`An old trajectory could not be deleted from ${this.#folder}: ${String(error)}`);
        });
    }
  }

  /** Writes all changes that have not been written yet. */
  async flush(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.flush()));
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    if (this.#watch) clearTimeout(this.#watch);
    await this.flush();
    for (const writer of this.#writers.values()) writer.dispose();
    this.#writers.clear();
  }

  async #discardOld(): Promise<void> {
    for (const name of await fs.readdir(this.#removed).catch(() => [] as string[])) {
      const aside = path.join(this.#removed, name);
      const { mtimeMs } = await fs.stat(aside).catch(() => ({ mtimeMs: this.#deps.now() }));
      if (this.#deps.now() - mtimeMs > KEEP_REMOVED)
        await fs.rm(aside, { recursive: true, force: true }).catch((error: unknown) => {
          this.#deps.log(`${aside} could not be deleted: ${String(error)}`);
        });
    }
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  async #read(): Promise<void> {
    await this.#discardOld();
    const names = await fs.readdir(this.#folder).catch(() => [] as string[]);
    for (const name of names) {
      try {
        this.#entries.set(name, await this.#readEntry(name));
      } catch (error) {
        this.#deps.log(
          `A recent trajectory in ${path.join(this.#folder, name)} could not be read and is left alone: ${String(error)}`,
        );
      }
    }
    this.#watchOthers();
  }

  /** A stored question as it is on disk; canceled if it was in progress and no window writes it any more. */
  async #readEntry(id: string): Promise<RecentEntry> {
    const folder = path.join(this.#folder, id);
    const { bytes, writtenAt } = await measureFolder(folder);
    const record: unknown = JSON.parse(await fs.readFile(path.join(folder, RECORD), 'utf8'));
    if (!isRecord(record) || record.id !== id) throw new Error('it is not a record of PageTrace');
    const stale = record.samples.some(isRunning) && this.#deps.now() - writtenAt > this.#staleAfter;
    return { record: stale ? AskedQuestion.restore(record, []).record : record, bytes };
  }

  /** The questions that are in progress in another window, or were when it was killed. */
  #ofOthers(): RecentEntry[] {
    return [...this.#entries.values()].filter(
      ({ record }) => !this.#writers.has(record.id) && record.samples.some(isRunning),
    );
  }

  #watchOthers(): void {
    if (this.#disposed || this.#ofOthers().length === 0) return;
    this.#watch = setTimeout(() => void this.#readOthers(), this.#staleAfter).unref();
  }

  /** Reads the questions of other windows again: they may have grown, ended, or become stale. */
  async #readOthers(): Promise<void> {
    for (const before of this.#ofOthers()) {
      const { id } = before.record;
      const entry = await this.#readEntry(id).catch(() => null);
      // This window may have opened or deleted it in the meantime.
      if (this.#disposed || this.#entries.get(id) !== before || this.#writers.has(id)) continue;
      if (entry) this.#entries.set(id, entry);
      else this.#entries.delete(id);
      this.#deps.onDidChange();
    }
    this.#watchOthers();
  }
}

/** The error of a question that could not be written to disk. */
function unsavedError({ record }: AskedQuestion, cause: unknown): PageTraceError {
  const question = oneLine(record.info.question ?? '', 60);
  return new PageTraceError(
    'file-unwritable',
    t('The trajectory “{0}” could not be saved in Recent Trajectories.', question),
    {
      hint: t(
        'It is kept until this window is closed: check that there is room on the disk and permission, or save it as a trajectory file.',
      ),
      said: cause instanceof Error ? cause.message : String(cause),
      cause,
    },
  );
}

function isRecord(value: unknown): value is AskedQuestionRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Partial<Record<keyof AskedQuestionRecord, unknown>>;
  return (
    typeof record.id === 'string' &&
    typeof record.info === 'object' &&
    record.info !== null &&
    Array.isArray(record.samples) &&
    Array.isArray(record.images)
  );
}
