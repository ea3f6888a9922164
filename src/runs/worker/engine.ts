import os from 'node:os';
import { t } from '@vscode/l10n';
import { defer, type Deferred } from '../../core/deferred.ts';
import { PageTraceError } from '../../core/errors.ts';
import { once } from '../../core/once.ts';
import type { OfferedCompletions } from '../../core/filter/offeredCompletions.ts';
import type { IndexCalls, RunsWorkerData } from '../index/calls.ts';
import type {
  RowExtremes,
  RowSample,
  RunIndexState,
  RunLimits,
  RunOpening,
  RunOverview,
  RunOverviewOptions,
  RunPhase,
  RunRows,
  RunViewOptions,
  RunViewState,
  Settled,
} from '../index/model.ts';
import { UnpackedCache } from '../packed/unpackedCache.ts';
import { expandInputs } from '../reading/expandInputs.ts';
import { leftOutSentences } from '../reading/leftOut.ts';
import { ClaimSearch } from './claimSearch.ts';
import { BackgroundScoring } from './backgroundScoring.ts';
import { bytesOf, FileIndexer } from './fileIndexer.ts';
import { markOf, statOrNull } from './fileMark.ts';
import type { Insights } from './insights.ts';
import { RowReader } from './rowReader.ts';
import { Polling } from './polling.ts';
import type { ReadableRows } from './rowPass.ts';
import { RowsFirst } from './rowsFirst.ts';
import { RowTable } from './rowTable.ts';
import type { SummarizedRun } from './runSummary.ts';
import { KnownNames } from './runNames.ts';
import { columnsOf, runState } from './runState.ts';
import { RunView } from './runView.ts';
import { SettledWaits } from './settledWaits.ts';
import { ShownVerdicts } from './shownVerdicts.ts';
import { SourceFile } from './sourceFile.ts';
import { SpacedCalls } from './spacedCalls.ts';
import { searchTexts } from './textSearch.ts';
import { sentenceOf } from '../../core/sentenceOf.ts';

/** What an engine is made for. */
export interface EngineOptions {
  readonly opening: RunOpening;
  readonly data: RunsWorkerData;
  /** The script of the scoring threads. */
  readonly url: URL;
  /** The number of engines before this one that had the same files with other contents. */
  readonly generation: number;
  /** Why packed files of the run are not unpacked into the cache, by their paths, in sentences. */
  readonly unkept: Map<string, string>;
  readonly emit: (state: RunIndexState) => void;
  /** Called once when the rows are no longer those of the files, so that all is to be read again. */
  readonly onReplaced: () => void;
}

/** A run as its thread holds it: its files, the columns of its rows, and what is looked at. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #limits: RunLimits;
  /** How many threads may read rows at a time. */
  readonly #threads: number;
  readonly #closing = new AbortController();
  readonly #rows = new RowTable();
  readonly #view: RunView;
  readonly #scoring: BackgroundScoring;
  readonly #unpacked: UnpackedCache | null;
  readonly claims: ClaimSearch;
  readonly #verdicts: ShownVerdicts;
  /** Answers what the run teaches; loaded when someone first asks. */
  readonly insights = once(async () => this.#loadInsights());
  readonly #indexers: FileIndexer[] = [];
  /** The files that could not be read, by what they were then. */
  readonly #failed = new Map<FileIndexer, string>();
  readonly #notices = new Set<string>();
  readonly #rowsFirst = new RowsFirst();
  /** Which files of the folders are not read. */
  #leftOut: readonly string[] = [];
  readonly #firstRows: Deferred<null> = defer<null>();
  readonly #waiting = new SettledWaits();
  /** Settles when all that was asked for has been indexed. */
  #indexing: Promise<unknown> = Promise.resolve();
  #isIndexing = true;
  #isBusy = false;
  #version = 0;
  /** The names that were asked for last, and the revision of the rows that they are of. */
  readonly #names = new KnownNames(this.#rows, () => this.#files.map(({ path }) => path));
  readonly #reports: SpacedCalls;
  readonly #polling: Polling;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#limits = options.data.limits;
    this.#polling = new Polling(this.#limits.pollInterval, async () => {
      await this.#look().catch((error: unknown) => this.#notices.add(sentenceOf(error)));
    });
    this.#reports = new SpacedCalls(this.#limits.progressInterval, () => {
      options.emit(this.state());
    });
    const { cache } = options.opening;
    this.#unpacked = cache === null ? null : new UnpackedCache(cache, this.#limits);
    this.#threads = Math.max(1, this.#limits.scoringThreads ?? os.availableParallelism() - 1);
    this.#scoring = new BackgroundScoring({
      ...options,
      rows: this.#rows,
      files: () => this.#files,
      threads: this.#threads,
      onChange: () => {
        this.#changed(this.#scoring.isDone);
      },
      notice: (sentence) => this.#notices.add(sentence),
    });
    const reader = new RowReader(this.#rows, this.#limits, {
      fileOf: this.#fileOf,
      score: (row, file, sample) => this.#scoring.scoreRow(row, file, sample),
    });
    this.#verdicts = new ShownVerdicts(options.opening.verdicts, {
      rows: this.#rows,
      fileOf: this.#fileOf,
      limits: this.#limits,
      scoring: this.#scoring,
      signal: this.#closing.signal,
    });
    this.#view = new RunView(this.#rows, this.#limits, reader, {
      pathOf: (file) => this.#indexers[file]?.file.path ?? '',
      isComplete: () => this.#isSettled('scored'),
      search: (filter, signal, onFound) =>
        this.#beforeScoring(() => searchTexts(this.#readable(), filter, signal, onFound)),
      onChange: () => {
        this.#changed();
      },
    });
    this.claims = new ClaimSearch({
      rows: this.#rows,
      files: () => this.#files,
      opening: options.opening,
      limits: this.#limits,
      generation: options.generation,
      inSight: () => this.#view.inSight,
      onChange: (isFinal) => {
        this.#changed(isFinal);
      },
      notice: (sentence) => this.#notices.add(sentence),
    });
  }

  readonly #fileOf = (index: number): SourceFile | undefined => this.#indexers[index]?.file;

  get #files(): readonly SourceFile[] {
    return this.#indexers.map(({ file }) => file);
  }

  /** Starts to index files; answers when the first rows are there. */
  async open(): Promise<RunIndexState> {
    await this.#addFiles();
    void this.#index(this.#indexers);
    await this.#firstRows.promise;
    this.#polling.start();
    return this.state();
  }

  async dispose(): Promise<void> {
    this.#closing.abort();
    this.#reports.dispose();
    this.#polling.dispose();
    this.#view.dispose();
    this.#firstRows.resolve(null);
    this.#waiting.end();
    await this.#scoring.dispose();
    await this.#indexing;
    await Promise.all(this.#indexers.map((indexer) => indexer.close()));
  }

  /** The view that was set last. */
  get view(): RunViewOptions {
    return this.#view.options;
  }

  setView(view: RunViewOptions, isOfBefore = false): RunViewState {
    return this.#view.set(view, isOfBefore);
  }

  async rows(start: number, count: number, signal: AbortSignal): Promise<RunRows> {
    const rows = await this.#rowsFirst.read(() => this.#view.rows(start, count, signal));
    return { version: this.#version, generation: this.#options.generation, start, rows };
  }

  /** The rows of the best and the worst sample of a group. */
  extremes(group: string): RowExtremes | null {
    return this.#view.extremes(group);
  }

  async sample(row: number): Promise<RowSample> {
    const at = this.#rows.place(row);
    const file = at === null ? undefined : this.#fileOf(at.file);
    if (at === null || file === undefined)
      throw new PageTraceError('bad-input', t('The run has no row {0}.', row));
    const found = await this.#rowsFirst.read(() => file.sampleAt(at));
    const place = found.place ?? file.placeOf(at);
    return 'problem' in found
      ? { place, problem: found.problem }
      : { place, format: found.format, sample: found.sample };
  }

  setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#scoring.setPaused(isBusy);
    this.#changed(true);
  }

  /** Looks for changes of the files; answers when what has changed is indexed. */
  async refresh(): Promise<RunIndexState> {
    await this.#look();
    return this.state();
  }

  async settled(what: Settled): Promise<RunIndexState> {
    if (!this.#isSettled(what)) await this.#waiting.until(what);
    return this.state();
  }

  /** What can stand at an offset of a filter. */
  async complete(asked: IndexCalls['complete']['request']): Promise<OfferedCompletions> {
    const { filterCompletions } = await import('./filterCompletions.ts');
    return filterCompletions(asked, columnsOf(this.#rows), this.#names.names);
  }

  /** What the samples that the filter leaves come to. */
  async summary(options: RunOverviewOptions): Promise<RunOverview> {
    const { profiles } = this.#scoring;
    const run: SummarizedRun = {
      rows: this.#rows,
      files: this.#files,
      matched: this.#view.matched(),
      compared: profiles.length === 0 ? 'score' : 'reward',
      profile: profiles.length === 0 ? null : profiles.join(', '),
    };
    return (await import('./runSummary.ts')).summarizeRun(run, options);
  }

  /** What is known now. */
  state(): RunIndexState {
    return runState({
      rows: this.#rows,
      files: this.#files,
      view: this.#view.state(),
      compared: this.#view.compared,
      phase: this.#phase(),
      version: this.#version,
      generation: this.#options.generation,
      ...bytesOf(this.#indexers),
      profiles: this.#scoring.profiles,
      notices: [...new Set([...this.#leftOut, ...this.#notices, ...this.#options.unkept.values()])],
    });
  }

  async #loadInsights(): Promise<Insights> {
    const { Insights } = await import('./insights.ts');
    return new Insights({
      rows: this.#rows,
      view: this.#view,
      readable: () => this.#readable(),
      beforeScoring: (run) => this.#beforeScoring(run),
    });
  }

  /** How rows are read again. */
  #readable(): ReadableRows {
    const { opening, data, url } = this.#options;
    return {
      rows: this.#rows,
      sourceOf: this.#fileOf,
      fields: opening.fields,
      data,
      url,
      threads: this.#threads,
    };
  }

  /** Runs something that a person waits for before anything is scored. */
  async #beforeScoring<Value>(run: () => Promise<Value>): Promise<Value> {
    this.#scoring.setPaused(true);
    try {
      return await run();
    } finally {
      if (!this.#isBusy) this.#scoring.setPaused(false);
    }
  }

  #phase(): RunPhase {
    if (this.#isIndexing) return 'indexing';
    if (this.#files.every(({ status }) => status === 'failed')) return 'failed';
    if (this.#scoring.isDone) return 'done';
    return this.#isBusy ? 'paused' : 'scoring';
  }

  #isSettled(what: Settled): boolean {
    if (this.#isIndexing) return false;
    if (what === 'indexed') return true;
    return what === 'scored' ? this.#scoring.isDone : this.#view.state().progress === 1;
  }

  /** Adds the files that are not known yet, and returns them. */
  async #addFiles(): Promise<readonly FileIndexer[]> {
    const { paths, fields } = this.#options.opening;
    const { files, leftOut } = await expandInputs(paths);
    // Only now: files may be added while the folders are looked at.
    const known = new Set(this.#files.map(({ path }) => path));
    const added: FileIndexer[] = [];
    this.#leftOut = leftOutSentences(leftOut, ({ name }) => name);
    for (const path of files) {
      if (known.has(path)) continue;
      const file = new SourceFile(path, fields);
      const indexer = new FileIndexer(file, {
        rows: this.#rows,
        index: this.#indexers.length,
        limits: this.#limits,
        signal: this.#closing.signal,
        onProgress: () => {
          this.#changed();
        },
        rowsFirst: this.#rowsFirst,
        unpacked: this.#unpacked,
        unkept: this.#options.unkept,
        score: (row, sample) => this.#scoring.scoreRow(row, file, sample),
      });
      this.#indexers.push(indexer);
      added.push(indexer);
    }
    return added;
  }

  /** Indexes what is new in some files, after what is being indexed. */
  #index(indexers: readonly FileIndexer[]): Promise<unknown> {
    this.#isIndexing = true;
    this.#indexing = this.#indexing.then(async () => {
      for (const indexer of indexers) {
        if (this.#closing.signal.aborted) return;
        const { file } = indexer;
        if (indexer.position > 0 && indexer !== this.#indexers.at(-1)) this.#view.isInOrder = false;
        try {
          await indexer.index();
        } catch (error) {
          file.status = 'failed';
          file.problem = sentenceOf(error);
          this.#failed.set(indexer, markOf(await statOrNull(file.path)));
        }
        if (indexer.hasChanged) this.#options.onReplaced();
        this.#changed();
      }
      this.#isIndexing = false;
      this.#firstRows.resolve(null);
      this.#changed(true);
      await this.#verdicts.look();
      await this.#scoring.start();
      this.#changed(true);
    });
    return this.#indexing;
  }

  /** Looks for files that were added, have grown, or were replaced or deleted. */
  async #look(): Promise<void> {
    await this.#indexing;
    const grown: FileIndexer[] = [];
    for (const indexer of this.#indexers) {
      const { file } = indexer;
      const stats = await statOrNull(file.path);
      const failed = this.#failed.get(indexer);
      const change = await indexer.look(stats);
      // A file that could not be read may be another one by now, or one that may be read.
      if (change === 'replaced' || (failed !== undefined && failed !== markOf(stats))) {
        this.#options.onReplaced();
        return;
      }
      if (change === 'grown') grown.push(indexer);
      if (change === 'deleted' && file.status !== 'deleted') {
        file.status = 'deleted';
        file.problem = t('{0} was deleted.', file.path);
        this.#changed(true);
      }
    }
    const added = await this.#addFiles();
    if (grown.length + added.length > 0) await this.#index([...grown, ...added]);
    else if (await this.#verdicts.look()) this.#changed(true);
  }

  /** Tells the host, but not more often than it wants to hear. */
  #changed(isFinal = false): void {
    if (this.#closing.signal.aborted) return;
    this.#version += 1;
    this.#view.invalidate(isFinal);
    if (this.#rows.count > 0) this.#firstRows.resolve(null);
    this.#waiting.settle((what) => this.#isSettled(what));
    this.#reports.call(isFinal);
  }
}
