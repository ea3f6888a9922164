import { isUtf8 } from 'node:buffer';
import { t } from '@vscode/l10n';
import { defer, type Deferred } from '../../core/deferred.ts';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import type {
  RowSample,
  RunIndexState,
  RunLimits,
  RunOpening,
  RunPhase,
  RunRows,
  RunViewOptions,
  RunViewState,
} from '../index/model.ts';
import { LineRecords } from './lineRecords.ts';
import { LineScan } from './lineScan.ts';
import { expandInputs } from '../reading/expandInputs.ts';
import { RowReader } from './rowReader.ts';
import { placeOf, RowTable } from './rowTable.ts';
import { RunView } from './runView.ts';
import { runState } from './runState.ts';
import { SourceFile } from './sourceFile.ts';

/** A run as its thread holds it: its files, the columns of its rows, and what is looked at. */
export class Engine {
  readonly #limits: RunLimits;
  readonly #emit: (state: RunIndexState) => void;
  readonly #closing = new AbortController();
  readonly #rows = new RowTable();
  readonly #view: RunView;
  #files: readonly SourceFile[] = [];
  #notices: readonly string[] = [];
  #phase: RunPhase = 'indexing';
  #version = 0;
  #indexedBytes = 0;
  #lastEmit = 0;
  #indexed: Deferred<null> = defer<null>();
  #firstRows: Deferred<null> = defer<null>();

  constructor(limits: RunLimits, emit: (state: RunIndexState) => void) {
    this.#limits = limits;
    this.#emit = emit;
    const reader = new RowReader(this.#rows, limits, (file) => this.#files[file]);
    this.#view = new RunView(this.#rows, limits, reader);
  }

  /** Starts to index files; answers when the first rows are there. */
  async open({ paths, fields }: RunOpening): Promise<RunIndexState> {
    const files = await expandInputs(paths);
    this.#files = files.map((file) => new SourceFile(file, fields));
    void this.#index();
    await this.#firstRows.promise;
    return this.state();
  }

  async dispose(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#files.map((file) => file.close()));
  }

  setView(view: RunViewOptions, _signal: AbortSignal): RunViewState {
    return this.#view.set(view);
  }

  async rows(start: number, count: number, signal: AbortSignal): Promise<RunRows> {
    const rows = await this.#view.rows(start, count, signal);
    return { version: this.#version, generation: 0, start, rows };
  }

  async sample(row: number): Promise<RowSample> {
    const at = this.#rows.place(row);
    const file = at === null ? undefined : this.#files[at.file];
    if (at === null || file === undefined)
      throw new PageTraceError('bad-input', t('The run has no row {0}.', row));
    const place = placeOf(file.path, at);
    const found = await file.sampleAt(at);
    return 'problem' in found
      ? { place, problem: found.problem }
      : { place, format: found.format, sample: found.sample };
  }

  setBusy(_isBusy: boolean): void {
    // Nothing runs in the background that could wait.
  }

  refresh(): Promise<RunIndexState> {
    return this.settled('indexed');
  }

  async settled(_what: 'indexed' | 'scored'): Promise<RunIndexState> {
    await this.#indexed.promise;
    return this.state();
  }

  /** What is known now. */
  state(): RunIndexState {
    return runState({
      rows: this.#rows,
      files: this.#files,
      view: this.#view.state(),
      phase: this.#phase,
      version: this.#version,
      indexedBytes: this.#indexedBytes,
      notices: this.#notices,
    });
  }

  async #index(): Promise<void> {
    for (const [index, file] of this.#files.entries()) {
      if (this.#closing.signal.aborted) break;
      try {
        file.status = 'indexing';
        await file.recognize();
        file.bytes = (await (await file.handle()).stat()).size;
        if (file.hasPlainLines) await this.#indexLines(file, index);
        else await this.#indexItems(file, index);
        file.status = 'indexed';
      } catch (error) {
        const { message, hint } = asPageTraceError(error);
        file.status = 'failed';
        file.problem = hint === undefined ? message : `${message} ${hint}`;
      }
      this.#changed();
    }
    this.#phase = this.#files.every(({ status }) => status === 'failed') ? 'failed' : 'done';
    this.#changed(true);
    this.#firstRows.resolve(null);
    this.#indexed.resolve(null);
  }

  async #indexLines(file: SourceFile, index: number): Promise<void> {
    const records = new LineRecords(this.#rows, index, file.fields, file.step);
    const scan = new LineScan(
      await file.handle(),
      {
        chunk: this.#limits.chunk,
        longest: this.#limits.longestUnasked,
        mark: file.form?.encoding.mark ?? 0,
      },
      records,
    );
    const before = this.#indexedBytes;
    while (!this.#closing.signal.aborted && (await scan.next())) {
      file.format = records.format;
      this.#indexedBytes = before + scan.position;
      this.#changed();
    }
    const rest = await scan.rest();
    if (rest !== null && records.lastLine(rest.place, rest.bytes, isUtf8(rest.bytes), true))
      scan.takeRest(rest.place);
    file.format = records.format;
    this.#indexedBytes = before + file.bytes;
  }

  async #indexItems(file: SourceFile, index: number): Promise<void> {
    for await (const items of file.items(this.#closing.signal)) {
      for (const item of items) {
        const { line, bytes, sample } = item.place;
        if ('sample' in item)
          this.#rows.addSample({ file: index, line, bytes, sample }, item.sample, file.step);
        else if (item.reason === undefined) {
          file.status = 'failed';
          file.problem = item.problem;
        } else this.#rows.addProblem(index, line, bytes, item.reason);
      }
      this.#changed();
    }
    this.#indexedBytes += file.bytes;
  }

  /** Tells the host, but not more often than it wants to hear. */
  #changed(isFinal = false): void {
    this.#version += 1;
    if (this.#rows.count > 0) this.#firstRows.resolve(null);
    const now = performance.now();
    if (!isFinal && now - this.#lastEmit < this.#limits.progressInterval) return;
    this.#lastEmit = now;
    this.#emit(this.state());
  }
}
