import fs from 'node:fs/promises';
import path from 'node:path';
import type { RunRecord } from '../../asking/model.ts';
import { Run } from '../../asking/run.ts';
import { writeWhole } from '../../asking/writeWhole.ts';
import { PageTraceError } from '../../core/errors.ts';

/** How much is kept, and how often a stream is written. */
export interface RecentLimits {
  readonly maxCount: number;
  readonly maxBytes: number;
  /** Milliseconds between writes while text streams: what a killed window can lose. */
  readonly flushEvery: number;
}

/** One kept run as the list shows it. */
export interface RecentEntry {
  readonly record: RunRecord;
  /** Bytes on disk. */
  readonly bytes: number;
}

export interface RecentStoreDeps {
  readonly limits: () => RecentLimits;
  readonly log: (line: string) => void;
  readonly onDidChange: () => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What was taken out of the list, until it is put back or removed for good. */
export interface Removed {
  /** Puts it back as it was. */
  restore(): Promise<void>;
  discard(): Promise<void>;
}

/** How long what was taken out is kept where nobody said whether it is to be put back (the window was closed), ms. */
const KEEP_REMOVED = 24 * 60 * 60 * 1000;

const RECORD = 'record.json';
const sampleFile = (index: number) => `sample-${index}.txt`;

/**
 * Recent runs on disk: a folder a run, with its record and a text file a sample. Texts are appended to as they stream;
 * records are written to a temporary name and renamed. No page images are kept.
 */
export class RecentStore {
  readonly #folder: string;
  readonly #removed: string;
  readonly #deps: RecentStoreDeps;
  readonly #entries = new Map<string, RecentEntry>();
  readonly #writers = new Map<string, Writer>();
  #loaded: Promise<void> | null = null;

  /** @param folder of the runs; what is taken out of it is kept for a while in a folder of a like name beside it. */
  constructor(folder: string, deps: RecentStoreDeps) {
    this.#folder = folder;
    this.#removed = `${folder}-deleted`;
    this.#deps = deps;
  }

  /** The kept runs, newest first. Folders that cannot be read are left alone and logged. */
  async list(): Promise<readonly RecentEntry[]> {
    await this.#load();
    return [...this.#entries.values()].sort((a, b) => (a.record.id < b.record.id ? 1 : -1));
  }

  /** A kept run with its texts: the very run where it was asked or opened in this window; null when it is gone. */
  async open(id: string): Promise<Run | null> {
    await this.#load();
    const live = this.#writers.get(id);
    if (live) return live.run;
    const entry = this.#entries.get(id);
    if (!entry) return null;
    const texts = await Promise.all(
      entry.record.samples.map((_, index) =>
        fs.readFile(path.join(this.#folder, id, sampleFile(index)), 'utf8').catch(() => ''),
      ),
    );
    return Run.restore(entry.record, texts);
  }

  /** Keeps `run` from now on: what it is, what comes, and what a person changes later. */
  async keep(run: Run): Promise<void> {
    await this.#load();
    if (this.#writers.has(run.id)) return;
    const writer = new Writer(path.join(this.#folder, run.id), run, {
      flushEvery: () => this.#deps.limits().flushEvery,
      log: this.#deps.log,
      onWritten: (bytes) => {
        this.#entries.set(run.id, { record: run.record, bytes });
        this.#deps.onDidChange();
      },
    });
    this.#writers.set(run.id, writer);
    this.#entries.set(run.id, { record: run.record, bytes: this.#entries.get(run.id)?.bytes ?? 0 });
    await writer.start();
    await this.prune();
  }

  /**
   * Takes a run out of the list, with a way back. Null when it is not there any more.
   * @throws PageTraceError `bad-input` while the run is still running: what comes would be lost.
   */
  async remove(id: string): Promise<Removed | null> {
    await this.#load();
    const entry = this.#entries.get(id);
    const writer = this.#writers.get(id);
    if (!entry) return null;
    if (writer?.running === true) {
      throw new PageTraceError('bad-input', 'This question is still being answered.', {
        hint: 'Cancel it first, then delete it.',
      });
    }
    await writer?.flush();
    const aside = path.join(this.#removed, id);
    await fs.mkdir(this.#removed, { recursive: true });
    await fs.rename(path.join(this.#folder, id), aside);
    // Its age is that of its removal.
    const now = new Date(this.#deps.now());
    await fs.utimes(aside, now, now);
    this.#forget(id);
    this.#deps.onDidChange();
    return {
      restore: async () => {
        await fs.rename(aside, path.join(this.#folder, id));
        this.#entries.set(id, entry);
        // What a person changes in it is kept again where it is still open.
        if (writer) await this.keep(writer.run);
        this.#deps.onDidChange();
      },
      discard: () => fs.rm(aside, { recursive: true, force: true }),
    };
  }

  /** Deletes all runs for good, but for those that are still running. */
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

  /** Drops the oldest runs until count and size are within the limits; a run that is still running stays. */
  async prune(): Promise<void> {
    const { maxCount, maxBytes } = this.#deps.limits();
    let count = 0;
    let bytes = 0;
    for (const entry of await this.list()) {
      count++;
      bytes += entry.bytes;
      const running = this.#writers.get(entry.record.id)?.running ?? false;
      if ((count > maxCount || bytes > maxBytes) && !running && count > 1)
        await this.#delete(entry.record.id);
    }
  }

  /** Writes what is not yet written. */
  async flush(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.flush()));
  }

  async dispose(): Promise<void> {
    await this.flush();
    for (const writer of this.#writers.values()) writer.dispose();
    this.#writers.clear();
  }

  async #discardOld(): Promise<void> {
    for (const name of await fs.readdir(this.#removed).catch(() => [] as string[])) {
      const aside = path.join(this.#removed, name);
      const { mtimeMs } = await fs.stat(aside).catch(() => ({ mtimeMs: this.#deps.now() }));
      if (this.#deps.now() - mtimeMs > KEEP_REMOVED) await fs.rm(aside, { recursive: true, force: true });
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
      const folder = path.join(this.#folder, name);
      try {
        const record: unknown = JSON.parse(await fs.readFile(path.join(folder, RECORD), 'utf8'));
        if (!isRecord(record) || record.id !== name) throw new Error('it is not a record of PageTrace');
        this.#entries.set(name, { record, bytes: await sizeOf(folder) });
      } catch (error) {
        this.#deps.log(
          `A recent trajectory in ${folder} could not be read and is left alone: ${String(error)}`,
        );
      }
    }
  }
}

interface WriterDeps {
  readonly flushEvery: () => number;
  readonly log: (line: string) => void;
  readonly onWritten: (bytes: number) => void;
}

/** Writes one run's changes to its folder, one write at a time. */
class Writer {
  readonly #folder: string;
  readonly run: Run;
  readonly #deps: WriterDeps;
  readonly #pending = new Map<number, string[]>();
  readonly #rewrite = new Set<number>();
  readonly #stop: () => void;
  #recordChanged = true;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #disposed = false;

  constructor(folder: string, run: Run, deps: WriterDeps) {
    this.#folder = folder;
    this.run = run;
    this.#deps = deps;
    // What the run has by now (all of it, for one that was restored) is written whole once.
    for (let index = 0; index < run.sampleCount; index++) {
      if (run.text(index) !== '') this.#rewrite.add(index);
    }
    this.#stop = run.listen((change) => {
      if (change.type === 'text') {
        const chunks = this.#pending.get(change.sample) ?? [];
        chunks.push(change.text);
        this.#pending.set(change.sample, chunks);
      } else if (change.type === 'prefix') this.#rewrite.add(change.sample);
      else this.#recordChanged = true;
      if (change.type === 'end') void this.flush();
      else this.#schedule();
    });
  }

  get running(): boolean {
    return this.run.running;
  }

  async start(): Promise<void> {
    await this.flush();
  }

  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing
      .then(() => this.#write())
      .catch((error: unknown) => {
        this.#deps.log(`A recent trajectory could not be written to ${this.#folder}: ${String(error)}`);
      });
    return this.#writing;
  }

  dispose(): void {
    this.#disposed = true;
    this.#stop();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#disposed) return;
    this.#timer ??= setTimeout(() => void this.flush(), this.#deps.flushEvery());
  }

  async #write(): Promise<void> {
    if (this.#disposed) return;
    await fs.mkdir(this.#folder, { recursive: true });
    for (const index of this.#rewrite) {
      this.#pending.delete(index);
      await writeWhole(path.join(this.#folder, sampleFile(index)), this.run.text(index));
    }
    this.#rewrite.clear();
    for (const [index, chunks] of this.#pending) {
      this.#pending.delete(index);
      await fs.appendFile(path.join(this.#folder, sampleFile(index)), chunks.join(''));
    }
    if (this.#recordChanged) {
      this.#recordChanged = false;
      await writeWhole(path.join(this.#folder, RECORD), JSON.stringify(this.run.record, null, 1));
    }
    this.#deps.onWritten(await sizeOf(this.#folder));
  }
}

async function sizeOf(folder: string): Promise<number> {
  const names = await fs.readdir(folder);
  const sizes = await Promise.all(
    names.map(async (name) => (await fs.stat(path.join(folder, name)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function isRecord(value: unknown): value is RunRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Partial<Record<keyof RunRecord, unknown>>;
  return (
    typeof record.id === 'string' &&
    typeof record.info === 'object' &&
    record.info !== null &&
    Array.isArray(record.samples) &&
    Array.isArray(record.images)
  );
}
