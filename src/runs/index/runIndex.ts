import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { t } from '@vscode/l10n';
import { defer } from '../../core/deferred.ts';
import { PageTraceError } from '../../core/errors.ts';
import type { Alert } from '../../core/alerts/model.ts';
import type { ChartId, RunCharts } from '../../core/charts/model.ts';
import type { OfferedCompletions } from '../../core/filter/offeredCompletions.ts';
import type {
  ComparisonAnswer,
  ComparisonQuestion,
  ListedOutcome,
  ListedQuestions,
} from '../../core/runComparison/model.ts';
import type { FieldValuesAnswer, MetricsAnswer, MetricsQuestion } from '../../core/runMetrics/model.ts';
import type { GuessedField } from '../../core/records/guessFieldMap.ts';
import type { DefinedTool } from '../../core/toolPool/definitions.ts';
import type { ToolboxTool } from '../../core/toolPool/toolbox.ts';
import type { ToolPool } from '../../core/toolPool/toolPool.ts';
import type { GroundableRows, GroundedRows, KeptDocuments } from '../../core/summary/groundableRow.ts';
import type { HeldImage } from '../../core/datasets/model.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { Place } from '../reading/inputs.ts';
import type { IndexCalls, RunsWorkerData } from './calls.ts';
import { ChannelClient } from './channel.ts';
import type { ComparedParts, SideAnswer } from './comparedSides.ts';
import type { WorstRow } from './insightModel.ts';
import {
  DEFAULT_RUN_LIMITS,
  type RowExtremes,
  type RowSample,
  type RunIndexState,
  type RunLimits,
  type RunOpening,
  type RunOverview,
  type RunOverviewOptions,
  type RunRows,
  type RunViewOptions,
  type RunViewState,
  type Settled,
} from './model.ts';
import { RunWhatIfs } from './runWhatIfs.ts';

/** Milliseconds that the thread may take to close its files. */
const CLOSING = 1000;

export interface RunIndexOptions {
  /** The worker's script: `runs-worker.js` of the bundles, or `worker/main.ts` in the sources. */
  readonly worker: URL;
  /** The strings of the display language, by the English ones. */
  readonly strings: Readonly<Record<string, string>>;
  readonly locale: string;
  readonly limits?: Partial<RunLimits>;
  /** Called with every change, at most once in the interval of the limits. */
  readonly onDidChange?: (state: RunIndexState) => void;
  /** Called once if the thread ends by itself. Every call fails with the same error from then on. */
  readonly onDidEnd?: (error: PageTraceError) => void;
}

/**
 * A run that is indexed, scored and looked at in a worker thread, which this only talks to. A run has one thread for
 * its index; that thread starts the others.
 */
export class RunIndex {
  readonly #worker: Worker;
  readonly #channel: ChannelClient<IndexCalls, RunIndexState>;
  /** What another filter of groups, and another reward, would do. */
  readonly whatIfs = new RunWhatIfs((name, request, signal) => this.#call(name, request, signal));
  readonly #ready = defer<null>();
  #isReady = false;
  #isDisposed = false;

  constructor({ worker: url, strings, locale, limits, onDidChange, onDidEnd }: RunIndexOptions) {
    const all: RunLimits = { ...DEFAULT_RUN_LIMITS, ...limits };
    // The worker does not get the options of this process: those of a test runner or debugger are not meant for it.
    this.#worker = new Worker(url, {
      name: 'pagetrace-runs',
      execArgv: [],
      workerData: { role: 'index', strings, locale, limits: all } satisfies RunsWorkerData,
      resourceLimits: { maxOldGenerationSizeMb: all.memory, maxYoungGenerationSizeMb: all.youngMemory },
    });
    this.#channel = new ChannelClient<IndexCalls, RunIndexState>(
      this.#worker,
      (state) => {
        if (!this.#isDisposed) onDidChange?.(state);
      },
      () => {
        clearTimeout(timer);
        this.#isReady = true;
        this.#ready.resolve(null);
      },
    );
    const lost = (said: string): void => {
      clearTimeout(timer);
      const error = this.#isDisposed
        ? new PageTraceError('cancelled', t('This was canceled.'))
        : endedError(said);
      this.#ready.reject(error);
      this.#channel.end(error);
      if (!this.#isDisposed) onDidEnd?.(error);
      this.#isDisposed = true;
    };
    const timer = setTimeout(() => {
      lost(t('It did not answer in time.'));
      void this.#worker.terminate();
    }, all.startTimeout);
    // Nobody may have called yet.
    this.#ready.promise.catch(() => undefined);
    this.#worker.on('error', (error: unknown) => {
      lost(error instanceof Error ? error.message : String(error));
    });
    this.#worker.on('exit', (code) => {
      lost(t('The thread ended with code {0}.', code));
    });
  }

  /**
   * Opens files and folders, instead of those that are open, and answers when the first rows are there. The rest is
   * indexed and scored in the background.
   * @throws PageTraceError `bad-input` for a profile that cannot be used; `internal`
   */
  open(opening: RunOpening): Promise<RunIndexState> {
    return this.#call('open', opening);
  }

  /** Changes what is looked at. A call that follows another one ends it with `cancelled`. */
  setView(view: RunViewOptions, signal?: AbortSignal): Promise<RunViewState> {
    return this.#call('setView', view, signal);
  }

  /** Rows of the view, fewer at its end. What they show is scored before anything else. */
  rows(start: number, count: number, signal?: AbortSignal): Promise<RunRows> {
    return this.#call('rows', { start, count }, signal);
  }

  /**
   * The whole sample of a row, which is loaded whatever its length is.
   * @param row the number that a row of this generation has
   * @throws PageTraceError `bad-input` if there is no such row; `file-unreadable` if the file has changed
   */
  sample(row: number): Promise<RowSample> {
    return this.#call('sample', row);
  }

  /**
   * Reads one sample of a file again, whatever is open.
   * @throws PageTraceError `file-not-found` or `file-unreadable`, also if another record is at that place by now
   */
  sampleAt(place: Place, fields: FieldMap): Promise<Sample> {
    return this.#call('sampleAt', { place, fields });
  }

  /**
   * The bytes of an image in a Parquet file, whatever is open.
   * @throws PageTraceError `file-unreadable`
   */
  heldImage(held: HeldImage): Promise<Uint8Array> {
    return this.#call('heldImage', held);
  }

  /** The best and the worst sample of a group of the view, by its key; null without two whose numbers differ. */
  extremes(group: string): Promise<RowExtremes | null> {
    return this.#call('extremes', group);
  }

  /** What can stand at an offset of a filter, the likeliest first. */
  complete(text: string, offset: number): Promise<OfferedCompletions> {
    return this.#call('complete', { text, offset });
  }

  /** A filter with one more condition, as `addCondition` of core writes it: the thread can read filters. */
  addCondition(asked: IndexCalls['addCondition']['request']): Promise<string> {
    return this.#call('addCondition', asked);
  }

  /**
   * Where the fields of the records of files and folders seem to be, if they are of no known form.
   * @throws PageTraceError `bad-input` for a folder with too many files
   */
  guess(paths: readonly string[]): Promise<readonly GuessedField[]> {
    return this.#call('guess', paths);
  }

  /** What `pagetrace runs` says of the samples that the filter of the view leaves. */
  summary(options: RunOverviewOptions): Promise<RunOverview> {
    return this.#call('summary', options);
  }

  /** Rows of the view that are paid least, one of each question, the worst first. */
  worst(count: number): Promise<readonly WorstRow[]> {
    return this.#call('worst', count);
  }

  /** Charts of the rows that the filter of the view leaves, in the order in which they are asked for. */
  charts(ids: readonly ChartId[], signal?: AbortSignal): Promise<RunCharts> {
    return this.#call('charts', ids, signal);
  }

  /** The tools of the rows that the filter of the view leaves. */
  toolPool(signal?: AbortSignal): Promise<ToolPool> {
    return this.#call('toolPool', null, signal);
  }

  /** What these rows say of each tool, which are read again for it. */
  toolDefinitions(signal?: AbortSignal): Promise<readonly DefinedTool[]> {
    return this.#call('toolDefinitions', null, signal);
  }

  /** Tools of these rows as a prompt describes them, by their names. */
  toolbox(names: readonly string[], signal?: AbortSignal): Promise<readonly ToolboxTool[]> {
    return this.#call('toolbox', names, signal);
  }

  /** What a trainer would want to know of the whole run. */
  alerts(signal?: AbortSignal): Promise<readonly Alert[]> {
    return this.#call('alerts', null, signal);
  }

  /** The values of a field among the samples that the filter of the view leaves, or how far they were read. */
  fieldValues(field: string, signal?: AbortSignal): Promise<FieldValuesAnswer> {
    return this.#call('fieldValues', field, signal);
  }

  /** The metrics of the samples that the filter of the view leaves, or how far they were read. */
  metrics(question: MetricsQuestion, signal?: AbortSignal): Promise<MetricsAnswer> {
    return this.#call('metrics', question, signal);
  }

  /** These samples as a side of a comparison, which `compareRuns` of another run takes. */
  side(name: string, signal?: AbortSignal): Promise<SideAnswer> {
    return this.#call('side', name, signal);
  }

  /** Compares these samples with another run, or two parts of this one with each other. */
  compareRuns(
    question: ComparisonQuestion,
    parts: ComparedParts,
    signal?: AbortSignal,
  ): Promise<ComparisonAnswer> {
    return this.#call('compareRuns', { question, parts }, signal);
  }

  /** Some of the questions of the last comparison, those that differ most first. */
  comparedQuestions(outcome: ListedOutcome, start: number, count: number): Promise<ListedQuestions> {
    return this.#call('comparedQuestions', { outcome, start, count });
  }

  /** Begins a search of the pages for claims, from the first row, or says that it is over. */
  async setSearching(isSearching: boolean): Promise<void> {
    await this.#call('setSearching', isSearching);
  }

  /** The next rows whose claims are not known, at most so many; none if there are no more. */
  nextToSearch(count: number): Promise<GroundableRows> {
    return this.#call('nextToSearch', count);
  }

  /** Takes what was found for rows, and keeps it. */
  async takeClaims(found: GroundedRows): Promise<void> {
    await this.#call('takeClaims', found);
  }

  /** The documents in which claims were looked for when the run was open before. */
  keptDocuments(): Promise<KeptDocuments> {
    return this.#call('keptDocuments', null);
  }

  /** Takes what was found before in those of the kept documents that have not changed since. */
  async restoreClaims(unchanged: KeptDocuments): Promise<void> {
    await this.#call('restoreClaims', unchanged);
  }

  /** Pauses the background work while the window is busy. */
  async setBusy(isBusy: boolean): Promise<void> {
    await this.#call('setBusy', isBusy);
  }

  /** Looks for changes of the files now; answers when what has changed is indexed. */
  refresh(): Promise<RunIndexState> {
    return this.#call('refresh', null);
  }

  /** Answers when everything is indexed, and everything is scored too, or the filter has been applied to everything. */
  settled(what: Settled): Promise<RunIndexState> {
    return this.#call('settled', what);
  }

  /** Ends the threads. Calls that are waiting are rejected, or answered with what is known. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    // What it uses in the cache is free at once then; whatever a thread that does not answer uses, a while later.
    if (this.#isReady)
      await Promise.race([
        this.#channel.call('close', null).catch(() => null),
        delay(CLOSING, null, { ref: false }),
      ]);
    await this.#worker.terminate();
  }

  async #call<Name extends keyof IndexCalls>(
    name: Name,
    request: IndexCalls[Name]['request'],
    signal?: AbortSignal,
  ): Promise<IndexCalls[Name]['value']> {
    await this.#ready.promise;
    return this.#channel.call(name, request, signal === undefined ? {} : { signal });
  }
}

function endedError(said: string): PageTraceError {
  return new PageTraceError('internal', t('The part of PageTrace that reads runs has ended.'), {
    hint: t('Open the run again; if that does not help, reload the window.'),
    said,
  });
}
