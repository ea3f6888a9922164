import fs from 'node:fs/promises';
import path from 'node:path';
import type { AskedQuestion } from './askedQuestion.ts';
import { appendToFile, replaceFile } from '../documents/replaceFile.ts';

/** The name of a question's record in its folder. */
export const RECORD = 'record.json';

/** The name of the file with the text of a sample. */
export const sampleFile = (index: number): string => `sample-${index}.txt`;

/** The name of the file with the probabilities of a sample's tokens, if they are known. */
export const probabilitiesFile = (index: number): string => `sample-${index}.tokens.json`;

interface RecentWriterDeps {
  readonly flushEvery: () => number;
  /** Milliseconds between updates of the record's age while the question is in progress. */
  readonly signEvery: number;
  readonly onWritten: (bytes: number) => void;
  /** Called when a write fails, and not again before one succeeds. What was not written is part of the next write. */
  readonly onFailed: (error: unknown) => void;
}

/** Writes one question's changes to its folder, one write at a time. */
export class RecentWriter {
  readonly #folder: string;
  readonly asked: AskedQuestion;
  readonly #deps: RecentWriterDeps;
  readonly #pending = new Map<number, string[]>();
  readonly #rewrite = new Set<number>();
  /** Samples whose probabilities are not written yet. */
  readonly #probabilities = new Set<number>();
  readonly #stop: () => void;
  #recordChanged = true;
  #timer: NodeJS.Timeout | null = null;
  #signs: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #disposed = false;
  #hasFailed = false;

  constructor(folder: string, asked: AskedQuestion, deps: RecentWriterDeps) {
    this.#folder = folder;
    this.asked = asked;
    this.#deps = deps;
    // What the question already contains (everything, for a restored one) is written once as a whole.
    for (let index = 0; index < asked.sampleCount; index++) {
      if (asked.text(index) !== '') this.#rewrite.add(index);
      if (asked.probabilities(index) !== null) this.#probabilities.add(index);
    }
    this.#stop = asked.listen((change) => {
      if (change.type === 'progress') return;
      if (change.type === 'text') {
        const chunks = this.#pending.get(change.sample) ?? [];
        chunks.push(change.text);
        this.#pending.set(change.sample, chunks);
      } else if (change.type === 'prefix' || change.type === 'replace') this.#rewrite.add(change.sample);
      else if (change.type === 'probabilities') this.#probabilities.add(change.sample);
      else this.#recordChanged = true;
      if (change.type === 'end') {
        this.#stopSigns();
        void this.flush();
      } else this.#schedule();
    });
    if (asked.running) this.#signs = setInterval(() => void this.#sign(), deps.signEvery).unref();
  }

  get running(): boolean {
    return this.asked.running;
  }

  async start(): Promise<void> {
    await this.flush();
  }

  /** Writes all changes so far; after `dispose`, only waits for a write that had begun. Never rejects. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing
      .then(() => this.#write())
      .then(() => {
        this.#hasFailed = false;
      })
      .catch((error: unknown) => {
        if (!this.#hasFailed) this.#deps.onFailed(error);
        this.#hasFailed = true;
      });
    return this.#writing;
  }

  dispose(): void {
    this.#disposed = true;
    this.#stop();
    this.#stopSigns();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #stopSigns(): void {
    if (this.#signs) clearInterval(this.#signs);
    this.#signs = null;
  }

  /** Updates the age of the record, by which other windows see that this question is still in progress. */
  async #sign(): Promise<void> {
    const now = new Date();
    // Before the first write there is no record to update.
    await fs.utimes(path.join(this.#folder, RECORD), now, now).catch(() => undefined);
  }

  #schedule(): void {
    if (this.#disposed) return;
    this.#timer ??= setTimeout(() => void this.flush(), this.#deps.flushEvery());
  }

  async #write(): Promise<void> {
    if (this.#disposed) return;
    await fs.mkdir(this.#folder, { recursive: true });
    for (const index of this.#rewrite) {
      this.#rewrite.delete(index);
      this.#pending.delete(index);
      await this.#writeText(index, (file) => replaceFile(file, this.asked.text(index)));
    }
    for (const [index, chunks] of this.#pending) {
      this.#pending.delete(index);
      await this.#writeText(index, (file) => appendToFile(file, chunks.join('')));
    }
    for (const index of this.#probabilities) {
      const file = path.join(this.#folder, probabilitiesFile(index));
      await replaceFile(file, JSON.stringify(this.asked.probabilities(index)));
      this.#probabilities.delete(index);
    }
    if (this.#recordChanged) {
      this.#recordChanged = false;
      try {
        await replaceFile(path.join(this.#folder, RECORD), JSON.stringify(this.asked.record, null, 1));
      } catch (error) {
        this.#recordChanged = true;
        throw error;
      }
    }
    this.#deps.onWritten((await measureFolder(this.#folder)).bytes);
  }

  /** Writes to a sample's file. If that fails, the next write replaces the file, which may contain a part. */
  async #writeText(index: number, write: (file: string) => Promise<void>): Promise<void> {
    try {
      await write(path.join(this.#folder, sampleFile(index)));
    } catch (error) {
      this.#rewrite.add(index);
      throw error;
    }
  }
}

/** The size of a question's files, and when one was last written, in ms since 1970; both 0 if there are no files. */
export async function measureFolder(
  folder: string,
): Promise<{ readonly bytes: number; readonly writtenAt: number }> {
  const names = await fs.readdir(folder);
  const files = await Promise.all(names.map((name) => fs.stat(path.join(folder, name)).catch(() => null)));
  return {
    bytes: files.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    writtenAt: files.reduce((latest, file) => Math.max(latest, file?.mtimeMs ?? 0), 0),
  };
}
