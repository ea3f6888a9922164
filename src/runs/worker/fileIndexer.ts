import { isUtf8 } from 'node:buffer';
import type { RunLimits } from '../index/model.ts';
import type { Sample } from '../../core/records/sample.ts';
import { endsOf } from './cacheKey.ts';
import { LineRecords } from './lineRecords.ts';
import { LineScan } from './lineScan.ts';
import type { RowTable } from './rowTable.ts';
import type { SourceFile } from './sourceFile.ts';

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
  /** Completes the columns of a row that cannot be read again from its place. */
  readonly score: (row: number, sample: Sample) => Promise<void>;
}

/** Indexes one file, and what is added to it later. */
export class FileIndexer {
  readonly file: SourceFile;
  readonly #options: IndexingOptions;
  #lines: { readonly scan: LineScan; readonly records: LineRecords } | null = null;
  #identity: Identity | null = null;
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

  /** Whether what was indexed is no longer what is in the file. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /**
   * Indexes what has not been indexed.
   * @throws PageTraceError `file-not-found` or `file-unreadable`
   */
  async index(): Promise<void> {
    const { file } = this;
    file.status = 'indexing';
    if (file.form === null) await file.recognize();
    const handle = await file.handle();
    // Taken before the file is read, so that what is written during or after the reading is a change.
    const { ino, size, mtimeMs } = await handle.stat();
    file.bytes = size;
    if (!file.hasPlainLines) await this.#indexItems();
    else await this.#indexLines();
    if (this.#options.signal.aborted) return;
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
    return this.file.hasPlainLines ? 'grown' : 'replaced';
  }

  async #indexLines(): Promise<void> {
    const { file } = this;
    const { signal, limits, onProgress } = this.#options;
    const { scan, records } = (this.#lines ??= await this.#beginLines());
    while (!signal.aborted && (await scan.next())) {
      file.format = records.format;
      this.#position = scan.position;
      onProgress();
    }
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
    const { chunk, longestUnasked: longest } = limits;
    const mark = file.form?.encoding.mark ?? 0;
    return { records, scan: new LineScan(await file.handle(), { chunk, longest, mark }, records) };
  }

  async #indexItems(): Promise<void> {
    const { file } = this;
    const { rows, index, limits, signal, onProgress, score } = this.#options;
    file.status = 'indexed';
    let position = 0;
    for await (const items of file.items(signal, limits.longestUnasked)) {
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
