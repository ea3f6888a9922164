import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asPageTraceError, type PageTraceError } from '../../core/errors.ts';
import { builtInFilters } from '../../core/filter/builtInFilters.ts';
import { fieldMapOf, readFieldMap } from '../../core/records/fieldMap.ts';
import type { OfferedCompletions } from '../../core/filter/offeredCompletions.ts';
import type { GuessedField } from '../../core/records/guessFieldMap.ts';
import type { RunMethods, RunRows, RunState, SavedFilter } from '../../protocol/run.ts';
import {
  FIRST_VIEW,
  type RowSample,
  type RunIndexState,
  type RunLimits,
  type RunViewOptions,
  type RunViewState,
} from '../../runs/index/model.ts';
import { RunIndex } from '../../runs/index/runIndex.ts';
import { restoreClaims } from '../../grounding/samples/restoreClaims.ts';
import { ComparedRun, type ShownRun } from './comparedRun.ts';
import type { RunMemory } from './runMemory.ts';
import { PageSearch, type RunPagesDeps } from './runPages.ts';
import { runThread } from '../shared/runThread.ts';
import { sentRows } from './sentRows.ts';
import {
  columnsOf,
  detailOf,
  emptyState,
  noticesOf,
  pagesOf,
  profileOf,
  statusOf,
  verdictKeyOf,
  viewOf,
} from './runStateShown.ts';
import type { ViewMessage } from './viewMessage.ts';

/** What is opened as a run. */
export interface OpenedRun {
  /** Identifies the run across a reload: the URIs of its files and folders. */
  readonly key: string;
  readonly name: string;
  /** Files and folders on this machine. */
  readonly paths: readonly string[];
}

export interface RunSessionDeps {
  readonly extensionUri: vscode.Uri;
  /** The folder for scores and unpacked files that are kept; null to keep none. */
  readonly cache: string | null;
  /** The file in which the person's verdicts are kept; missing for none. */
  readonly verdicts?: string | undefined;
  readonly memory: RunMemory;
  readonly limits?: Partial<RunLimits>;
  /** Shows the error of something that the person did. */
  readonly error: (error: unknown) => void;
  /** What the search of the pages needs. */
  readonly pages: RunPagesDeps;
}

/** A run that is open: its index in a worker, and what the person looks at. */
export class RunSession implements vscode.Disposable {
  readonly run: OpenedRun;
  readonly #deps: RunSessionDeps;
  /** Answers what the run teaches. */
  readonly index: RunIndex;
  readonly #pages: PageSearch;
  /** The run that this one is compared with. */
  readonly compared: ComparedRun;
  readonly #changes = new vscode.EventEmitter<RunState>();
  readonly onDidChange = this.#changes.event;
  #state: RunIndexState | null = null;
  #failure: PageTraceError | null = null;
  #view: RunViewOptions = FIRST_VIEW;
  #shown: RunViewState | null = null;
  /** How often the view was set: its rows are others then, although nothing in the run has changed. */
  #views = 0;
  #profile = 'auto';
  #isStarted = false;
  /** Where the fields seem to be in records of no known form; null before that was asked. */
  #guessed: readonly GuessedField[] | null = null;

  constructor(run: OpenedRun, deps: RunSessionDeps) {
    this.run = run;
    this.#deps = deps;
    this.index = new RunIndex({
      ...runThread(deps.extensionUri),
      ...(deps.limits === undefined ? {} : { limits: deps.limits }),
      onDidChange: (state) => {
        this.#take(state);
      },
      onDidEnd: (error) => {
        this.#failure = error;
        this.#fire();
      },
    });
    this.compared = new ComparedRun({
      ...deps,
      onChange: () => {
        this.#fire();
      },
    });
    this.#pages = new PageSearch(this.index, deps.pages, () => {
      this.#fire();
    });
  }

  /** The folder that the run is in; undefined if it is known only by its name. */
  get folder(): vscode.Uri | undefined {
    const [first] = this.run.paths;
    return first === undefined ? undefined : vscode.Uri.joinPath(vscode.Uri.file(first), '..');
  }

  async #searchPages(): Promise<void> {
    const searching = this.#pages.start();
    await this.#applyAgain();
    await searching;
  }

  /** Applies a filter again that could not be applied before the pages were searched. */
  async #applyAgain(): Promise<void> {
    if (this.#shown !== null && this.#shown.error !== null) await this.#setView({});
  }

  /** Brings back the claims that were found when the run was open before. */
  async #restoreClaims(): Promise<void> {
    try {
      await this.index.settled('indexed');
      await restoreClaims(this.index);
      await this.#applyAgain();
    } catch {
      // What cannot be brought back can be searched again.
    }
  }

  /** Starts to read the run when a view first shows it. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    void this.#open();
  }

  /** Everything that a view shows besides the rows. */
  state(): RunState {
    const { key, name } = this.run;
    const { memory } = this.#deps;
    const state = this.#state;
    const common = {
      key,
      name,
      chosen: memory.columns,
      fieldMap: this.#describeFields(),
      savedFilters: [...usualFilters(state), ...memory.filters],
      history: memory.history,
      compared: this.compared.state,
    };
    if (this.#failure !== null || state === null)
      return {
        ...common,
        ...emptyState(this.#failure, this.run.paths.length),
        view: viewOf(this.#view, { matched: 0, groups: 0, rows: 0, progress: 1, error: null, hint: null }),
      };
    return {
      ...common,
      detail: detailOf(state),
      status: statusOf(state),
      counts: {
        files: state.files.length,
        bytes: state.bytes,
        records: state.records,
        samples: state.samples,
        failed: state.failed,
        broken: state.broken,
        groups: state.groups.count,
        groupsAcrossSteps: state.groups.acrossSteps,
      },
      columns: columnsOf(state),
      profile: profileOf(state),
      pages: pagesOf(state, this.#pages.isRunning),
      trial: state.trial,
      view: viewOf(this.#view, this.#shown ?? state.view),
      notices: [...noticesOf(state), ...this.#pages.notices],
      version: state.version + this.#views,
      generation: state.generation,
    };
  }

  /** Rows of the view. */
  async rows({ start, count }: RunMethods['rows']['args'], signal: AbortSignal): Promise<RunRows> {
    return sentRows(await this.index.rows(start, count, signal));
  }

  /** What can stand at an offset of a filter, the likeliest first. */
  complete({ text, offset }: RunMethods['complete']['args']): Promise<OfferedCompletions> {
    return this.index.complete(text, offset);
  }

  /** The whole sample of a row, or why there is none. */
  sample(row: number): Promise<RowSample> {
    return this.index.sample(row);
  }

  /** The best and the worst sample of a group; null without two whose rewards differ. */
  async extremes(group: string): Promise<readonly [best: RowSample, worst: RowSample] | null> {
    const found = await this.index.extremes(group);
    if (found === null) return null;
    return [await this.index.sample(found.best), await this.index.sample(found.worst)];
  }

  /** Handles what the person did in a view. */
  async receive(message: ViewMessage): Promise<void> {
    const { memory } = this.#deps;
    switch (message.type) {
      case 'filter':
        if (message.text.trim() !== '') await memory.addToHistory(message.text);
        return this.#setView({ filter: message.text });
      case 'sort': {
        const { sort } = message;
        return this.#setView({
          sort: sort === null ? null : { column: sort.column, descending: sort.isDescending },
        });
      }
      case 'group':
        return this.#setView({ grouped: message.isGrouped, acrossSteps: message.acrossSteps });
      case 'fold': {
        const { all, except } = this.#view.collapsed;
        const others = except.filter((each) => each !== message.group);
        return this.#setView({
          collapsed: { all, except: message.isFolded === all ? others : [...others, message.group] },
        });
      }
      case 'foldAll':
        return this.#setView({ collapsed: { all: message.isFolded, except: [] } });
      case 'columns':
        await memory.setColumns(message.columns);
        this.#fire();
        return;
      case 'removeFilter':
        await memory.removeFilter(message.name);
        this.#fire();
        return;
      case 'retry':
        return this.#open();
      case 'pause':
        return this.index.setBusy(message.isPaused);
      case 'searchPages':
        if (message.isOn) return this.#searchPages();
        this.#pages.stop();
        return;
    }
  }

  /** The reward profile; `auto` for what the records suggest, `none` for no reward. */
  get profile(): string {
    return this.#profile;
  }

  /** How the run is read and looked at, as a run that it is compared with is, too. */
  get shown(): ShownRun {
    const { index, assignments, profile } = this;
    return { index, name: this.run.name, assignments, profile, filter: this.#view.filter };
  }

  /** Scores with another reward profile. */
  async setProfile(profile: string): Promise<void> {
    this.#profile = profile;
    await this.#open();
  }

  /** Where the fields of records are, as the person said, otherwise as it was guessed: `response=output`. */
  get assignments(): readonly string[] {
    const said = this.#deps.memory.fields(this.run.key);
    return said.length > 0 ? said : (this.#guessed ?? []).map(({ field, path }) => `${field}=${path}`);
  }

  /** Reads the fields of records from other keys: `response=output`. */
  async setFields(assignments: readonly string[]): Promise<void> {
    await this.#deps.memory.setFields(this.run.key, assignments);
    await this.#open();
  }

  /** Sends the state again: something that is kept has changed. */
  refresh(): void {
    this.#fire();
  }

  /** Has views ask again what the run teaches: the answers are others, although nothing in the run has changed. */
  renewInsights(): void {
    this.#views += 1;
    this.#fire();
  }

  dispose(): void {
    this.#pages.dispose();
    this.compared.dispose();
    this.#changes.dispose();
    void this.index.dispose();
  }

  async #open(): Promise<void> {
    const { memory, cache, verdicts } = this.#deps;
    const said = memory.fields(this.run.key);
    this.#failure = null;
    try {
      const state = await this.index.open({
        paths: this.run.paths,
        fields: said.length > 0 ? readFieldMap(said) : fieldMapOf(this.#guessed ?? []),
        profile: this.#profile,
        cache,
        verdicts,
      });
      this.#take(state);
      await this.#showAgain(state);
      void this.#restoreClaims();
    } catch (error) {
      this.#failure = asPageTraceError(error);
      this.#fire();
    }
  }

  /** What the person looks at, in a run that was opened again: it may be scored in another way, by other components. */
  async #showAgain({ columns }: RunIndexState): Promise<void> {
    if (this.#view === FIRST_VIEW) return;
    const { sort } = this.#view;
    const isSortable = sort === null || columns.some(({ name }) => name === sort.column);
    await this.#setView(isSortable ? {} : { sort: null });
  }

  async #setView(change: Partial<RunViewOptions>): Promise<void> {
    const view = { ...this.#view, ...change };
    this.#view = view;
    try {
      const shown = await this.index.setView(view);
      if (this.#view !== view) return;
      this.#shown = shown;
      this.#views += 1;
      this.#fire();
    } catch (error) {
      // A later view has taken its place.
      if (asPageTraceError(error).reason !== 'cancelled') this.#deps.error(error);
    }
  }

  #take(state: RunIndexState): void {
    this.#state = state;
    // What the index sends has what came since the view was set, except for what is wrong with it.
    this.#shown = { ...state.view, error: this.#shown?.error ?? state.view.error };
    this.#fire();
    const hasNone = state.phase !== 'indexing' && state.samples === 0 && state.broken > 0;
    if (hasNone && this.#guessed === null && this.#deps.memory.fields(this.run.key).length === 0)
      void this.#guess();
  }

  /** Reads records of no known form as it seems that they can be read. */
  async #guess(): Promise<void> {
    this.#guessed = [];
    try {
      this.#guessed = await this.index.guess(this.run.paths);
    } catch {
      // What is wrong with the files is shown in their place.
      return;
    }
    if (this.#guessed.length > 0) await this.#open();
  }

  /** A sentence about where the fields of the records are, if a person has said it or it was guessed. */
  #describeFields(): string | null {
    const said = this.#deps.memory.fields(this.run.key);
    if (said.length > 0) return t('The fields are read from {0}.', said.join(', '));
    const [first] = this.#guessed ?? [];
    if (first === undefined) return this.#adviseVerdict();
    return `${t('The form of these records is not known. It was guessed where their fields are: {0}.', this.assignments.join(', '))} ${first.reason}`;
  }

  /** What to do if only a number of the records may be the verdict that the reward needs. */
  #adviseVerdict(): string | null {
    const key = this.#state === null ? null : verdictKeyOf(this.#state);
    return key === null
      ? null
      : t('If {0} is what a judge said of the answers, add verdict={0} to the fields.', key);
  }

  #fire(): void {
    this.#changes.fire(this.state());
  }
}

/** The filters that everyone has. */
function usualFilters(state: RunIndexState | null): readonly SavedFilter[] {
  return builtInFilters(state?.compared ?? 'score').map(({ name, text }) => ({
    name,
    filter: text,
    isOwn: false,
  }));
}
