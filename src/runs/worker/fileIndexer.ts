import { isUtf8 } from 'node:buffer';
import type { RunLimits } from '../index/model.ts';
import type { Sample } from '../../core/records/sample.ts';
import { emptyFile } from '../../core/unreadable.ts';
import { NotKept, type UnpackedCache } from '../packed/unpackedCache.ts';
import { endsOf } from './cacheKey.ts';
import { LineRecords } from './lineRecords.ts';
import { LineScan } from './lineScan.ts';
import type { RowsFirst } from './rowsFirst.ts';
import type { RowTable } from './rowTable.ts';
import { PlacedRecords } from './placedRecords.ts';
import type { SourceFile } from './sourceFile.ts';
import { sentenceOf } from '../../core/sentenceOf.ts';
import { Unpacking } from './unpacking.ts';

/** What a file was when it was read. */
interface Identity {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ends: Buffer;
}

/** How a file is indexed. */
export interface IndexingOptions {
  readonly rows: RowTable;
  /** The number of the file in the table. */
  readonly index: number;
  readonly limits: RunLimits;
  readonly signal: AbortSignal;
  /** Called after each portion. */
  readonly onProgress: () => void;
  /** Rows that someone looks at, which are read before the next lines. */
  readonly rowsFirst: RowsFirst;
  /** Where packed files are unpacked to; null to read them from their beginning whenever an earlier row is looked at. */
  readonly unpacked: UnpackedCache | null;
  /** Why files are not unpacked, by their paths, in sentences. */
  readonly unkept: Map<string, string>;
  /** Completes the columns of a row that cannot be read again from its place. */
  readonly score: (row: number, sample: Sample) => Promise<void>;
}

/** Bytes of some files that were indexed, and of the texts that they are unpacked to; null if none is being unpacked. */
export function bytesOf(indexers: readonly FileIndexer[]): {
  readonly indexedBytes: number;
  readonly unpackedBytes: number | null;
} {
  const sum = (all: readonly number[]): number => all.reduce((total, bytes) => total + bytes, 0);
  const known = indexers.flatMap(({ unpackedBytes }) => unpackedBytes ?? []);
  return {
    indexedBytes: sum(indexers.map(({ position }) => position)),
    unpackedBytes: known.length === 0 ? null : sum(known),
  };
}

/** Indexes one file, and what is added to it later. */
export class FileIndexer {
  readonly file: SourceFile;
  readonly #options: IndexingOptions;
  #lines: { readonly scan: LineScan; readonly records: LineRecords } | null = null;
  #identity: Identity | null = null;
  #unpacking: Unpacking | null = null;
  /** Why the rest of a packed file could not be unpacked, while it may still be written. */
  #fault: string | null = null;
  /** The time before which a file that cannot be followed is not read again only because it has grown. */
  #nextReading = 0;
  #position = 0;
  #hasChanged = false;

  constructor(file: SourceFile, options: IndexingOptions) {
    this.file = file;
    this.#options = options;
  }

  /** Bytes that were indexed. */
  get position(): number {
    return this.#position;
  }

  /** Bytes of text that it was unpacked to so far; null if it is not being unpacked. */
  get unpackedBytes(): number | null {
    return this.#unpacking?.bytes ?? null;
  }

  /** Whether all is to be read again: what was indexed is no longer in the file, or no longer where it was unpacked to. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /**
   * Indexes what has not been indexed.
   * @throws PageTraceError `file-not-found` or `file-unreadable`
   */
  async index(): Promise<void> {
    const { file } = this;
    if (this.#fault !== null) {
      await this.#settle(this.#fault);
      return;
    }
    const begun = Date.now();
    file.status = 'indexing';
    if (file.form === null) await file.recognize();
    const handle = await file.handle();
    // Taken before the file is read, so that what is written during or after the reading is a change.
    const { ino, size, mtimeMs } = await handle.stat();
    file.bytes = size;
    const { unpacked, unkept } = this.#options;
    if (unpacked !== null && file.isUnpackable && !unkept.has(file.path)) await this.#indexUnpacked(unpacked);
    else if (!file.hasPlainLines) await this.#indexItems(size);
    else await this.#indexLines(size);
    if (this.#options.signal.aborted) return;
    const ended = Date.now();
    this.#nextReading = ended + (ended - begun) * this.#options.limits.growthPause;
    this.#identity = { ino, size, mtimeMs, ends: await endsOf(handle, this.#position) };
  }

  /**
   * What has become of the file since it was indexed. `replaced`: other bytes are where records were read.
   * @param stats of the file at its path by now; null if there is none
   */
  async look(
    stats: { readonly ino: number; readonly size: number; readonly mtimeMs: number } | null,
  ): Promise<'same' | 'grown' | 'replaced' | 'deleted'> {
    const before = this.#identity;
    if (stats === null) return 'deleted';
    if (before === null) return 'same';
    if (stats.ino !== before.ino || stats.size < this.#position) return 'replaced';
    if (stats.size === before.size && stats.mtimeMs === before.mtimeMs)
      return this.file.status === 'pending' ? 'grown' : 'same';
    if (!before.ends.equals(await endsOf(await this.file.handle(), this.#position))) return 'replaced';
    if (stats.size === before.size) return 'same';
    if (this.file.hasOwnLines) return 'grown';
    return Date.now() < this.#nextReading ? 'same' : 'replaced';
  }

  /** No longer reads the file. */
  async close(): Promise<void> {
    await this.file.close();
    await this.#unpacking?.close();
  }

  /** Indexes what a file is unpacked to, while it is unpacked. */
  async #indexUnpacked(cache: UnpackedCache): Promise<void> {
    const { file } = this;
    const { rows, signal, unkept, onProgress } = this.#options;
    const first = rows.count;
    const unpacking = new Unpacking(file, cache);
    this.#unpacking = unpacking;
    try {
      const fault = await unpacking.run(
        signal,
        async () => {
          this.#lines = await this.#beginLines();
        },
        () =>
          this.#readLines(() => {
            this.#position = unpacking.readUpTo(this.#lines?.scan.position ?? 0);
            onProgress();
          }),
      );
      if (signal.aborted) return;
      await this.#endUnpacked(first, fault === null ? null : sentenceOf(fault));
    } catch (error) {
      if (!(error instanceof NotKept)) throw error;
      unkept.set(file.path, error.message);
      await unpacking.close();
      file.readFrom(null);
      if (rows.count === first) await this.#indexItems(file.bytes);
      else this.#hasChanged = true;
    }
  }

  /** The end of what a file is unpacked to. */
  async #endUnpacked(first: number, fault: string | null): Promise<void> {
    const { file } = this;
    this.#position = file.bytes;
    file.status = 'indexed';
    if (fault !== null) {
      await this.#settle(fault);
      return;
    }
    const rest = await this.#lines?.scan.rest();
    if (rest != null) this.#lines?.records.lastLine(rest.place, rest.bytes, isUtf8(rest.bytes), true);
    file.format = this.#lines?.records.format ?? null;
    if (this.#options.rows.count > first) return;
    file.status = 'failed';
    file.problem = emptyFile(file.path).message;
  }

  /** Says why a packed file could not be read to its end, unless it may still be written. */
  async #settle(fault: string): Promise<void> {
    const { file } = this;
    const { mtimeMs } = await (await file.handle()).stat();
    const isSettled = Date.now() - mtimeMs >= this.#options.limits.settleTime;
    this.#fault = isSettled ? null : fault;
    file.status = isSettled ? 'failed' : 'pending';
    if (isSettled) file.problem = fault;
  }

  /** Reads all lines that have ended. */
  async #readLines(onLines: () => void): Promise<void> {
    const { file } = this;
    const { signal, rowsFirst } = this.#options;
    const lines = this.#lines;
    while (lines !== null && !signal.aborted && (await lines.scan.next())) {
      if (rowsFirst.idle !== null) await rowsFirst.idle;
      file.format = lines.records.format;
      onLines();
    }
  }

  /** @param size bytes of the file, beyond which nothing is read until the next look at it */
  async #indexLines(size: number): Promise<void> {
    const { file } = this;
    const { signal, limits, onProgress } = this.#options;
    const { scan, records } = (this.#lines ??= await this.#beginLines());
    scan.readUpTo(size);
    await this.#readLines(() => {
      this.#position = scan.position;
      onProgress();
    });
    this.#hasChanged = scan.hasChanged;
    const rest = await scan.rest();
    if (signal.aborted || this.#hasChanged) return;
    const { mtimeMs } = await (await file.handle()).stat();
    const isSettled = Date.now() - mtimeMs >= limits.settleTime;
    const isWhole = rest === null || records.lastLine(rest.place, rest.bytes, isUtf8(rest.bytes), isSettled);
    if (rest !== null && isWhole) scan.takeRest(rest.place);
    file.format = records.format;
    file.status = isWhole ? 'indexed' : 'pending';
    this.#position = scan.position;
  }

  async #beginLines(): Promise<{ readonly scan: LineScan; readonly records: LineRecords }> {
    const { file } = this;
    const { rows, index, limits } = this.#options;
    const records = new LineRecords(rows, index, file.fields, file.step);
    const { block, chunk, longestUnasked: longest } = limits;
    const { unpacked } = file;
    const mark = unpacked === null ? (file.form?.encoding.mark ?? 0) : 0;
    const sink = unpacked?.isPlaced === true ? new PlacedRecords(records, rows, index) : records;
    return { records, scan: new LineScan(await file.lines(), { block, chunk, longest, mark }, sink) };
  }

  /** @param size bytes of the file, beyond which nothing is read until the next look at it */
  async #indexItems(size: number): Promise<void> {
    const { file } = this;
    const { rows, index, limits, signal, onProgress, score } = this.#options;
    file.status = 'indexed';
    let position = 0;
    for await (const items of file.items(signal, limits.longestUnasked, size)) {
      for (const item of items) {
        const { line, bytes, sample } = item.place;
        const place = { file: index, line, bytes, sample, item: bytes === null ? position : null };
        position += 1;
        if ('sample' in item) {
          file.format ??= item.format;
          const row = rows.addSample(place, item.sample, file.step);
          if (bytes === null) await score(row, item.sample);
        } else if (item.reason === undefined) {
          file.status = 'failed';
          file.problem = item.problem;
        } else rows.addProblem(place, item.reason);
      }
      onProgress();
    }
    this.#position = file.bytes;
  }
}
