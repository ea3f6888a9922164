import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { OfferedCompletions } from '../../../src/core/filter/offeredCompletions.ts';
import type {
  ChosenColumn,
  FromRun,
  GroupRow,
  RunRow,
  RunSort,
  RunState,
  RunView,
  ShownComponent,
  ToRun,
} from '../../../src/protocol/run.ts';
import type { Clock } from '../../shared/clock.ts';
import type { AskInsight } from './askInsight.ts';
import type { ChartsModel } from './chartsModel.ts';
import { tableColumns, type TableColumn } from './columns.ts';
import { FilterHistory } from './filterHistory.ts';
import { InsightModels } from './insightModels.ts';
import type { MeasureModels } from './measureModels.ts';
import { Pace } from './pace.ts';
import type { KeptRun } from './keptRun.ts';
import { RowCache, type AskRows } from './rowCache.ts';
import { RunTabs } from './runTabs.ts';
import { WhatIfModel } from './whatIfModel.ts';
import { isSameGrouping, isSameSort } from './sameOrder.ts';
import { steady } from './steady.ts';
import { TableScroll } from './tableScroll.ts';
import type { ToolsModel } from './toolsModel.ts';

export interface RunOptions {
  readonly clock: Clock;
  /** Milliseconds after the last keystroke until the filter is applied. */
  readonly debounce: number;
  readonly post: (message: FromRun) => void;
  readonly askRows: AskRows;
  readonly complete: (text: string, offset: number, signal: AbortSignal) => Promise<OfferedCompletions>;
  /** Asks what the run teaches. */
  readonly ask: AskInsight;
  /** Milliseconds between two such questions while the run grows. */
  readonly askInterval: number;
  readonly kept: KeptRun | null;
  readonly keep: (kept: KeptRun) => void;
}

/** How long after scrolling the position is kept, in milliseconds. */
const KEEPING = 300;

/** How many rows before the active one are searched for the head of its group. */
const LONGEST_GROUP = 2000;

/** A run: what it is, the rows in sight, and what the person does. */
export class RunModel {
  readonly state: ReadonlySignal<RunState | null>;
  /** The filter as it is written. */
  readonly filter: ReadonlySignal<string>;
  /** The index of the active row. */
  readonly active: ReadonlySignal<number>;
  readonly columns: ReadonlySignal<readonly TableColumn[]>;
  /** The components of the reward. */
  readonly components: ReadonlySignal<readonly ShownComponent[]>;
  readonly rows: RowCache;
  readonly scroll = new TableScroll();
  readonly history = new FilterHistory();
  readonly charts: ChartsModel;
  readonly measures: MeasureModels;
  readonly tabs: RunTabs;
  readonly whatIf: WhatIfModel;
  readonly tools: ToolsModel;
  /** What the rows are that charts are about: changes with the filter and the grouping. */
  readonly about: ReadonlySignal<string>;
  /** Grows when the person asks for the filter box by a key. */
  readonly filterFocus: ReadonlySignal<number>;
  readonly #insights: InsightModels;
  readonly #state = signal<RunState | null>(null);
  readonly #filter = signal('');
  readonly #active = signal(0);
  readonly #chosen = signal<readonly ChosenColumn[] | null>(null);
  readonly #filterFocus = signal(0);
  /** Whether the columns are those that the person chose in this view. */
  #hasChosen = false;
  readonly #options: RunOptions;
  /** What was kept, until the first state has arrived. */
  #restoring: KeptRun | null;
  #isSortSent = false;
  #sent = '';
  /** The filters that were sent, until a state has them. */
  readonly #underWay: string[] = [];
  #stopWaiting: () => void = () => undefined;
  #stopKeeping: (() => void) | null = null;
  readonly #stopEffect: () => void;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#restoring = options.kept;
    this.rows = new RowCache(options.askRows);
    const { ask } = options;
    const pace = new Pace(options.clock, options.askInterval);
    this.whatIf = new WhatIfModel({
      pace,
      ask,
      state: this.#state,
      combine: (filter, condition) => this.#insights.combine(filter, condition),
      applyFilter: (text) => {
        this.applyFilter(text);
      },
    });
    this.tabs = new RunTabs(options.kept?.tabs ?? null, () => {
      this.#keepSoon();
    });
    this.#insights = new InsightModels(
      pace,
      ask,
      computed(() => this.tabs.kept.value.topTools),
    );
    this.charts = this.#insights.charts;
    this.tools = this.#insights.tools;
    this.measures = this.#insights.measures;
    this.about = computed(() => {
      const { view, profile, generation } = this.#state.value ?? {};
      return JSON.stringify([view?.filter, view?.acrossSteps, profile?.name, generation]);
    });
    this.state = this.#state;
    this.filter = this.#filter;
    this.active = this.#active;
    this.filterFocus = this.#filterFocus;
    this.columns = steady(() => {
      const { columns = [], profile } = this.#state.value ?? {};
      return tableColumns(columns, this.#chosen.value, profile?.compared ?? 'score');
    });
    this.components = steady(() => this.#state.value?.profile.components ?? []);
    this.#stopEffect = effect(() => {
      const { first, end } = this.scroll.placement.value;
      this.rows.want(first, end);
      this.#keepSoon();
    });
  }

  /** Tells the extension that the page is ready. */
  start(): void {
    this.#options.post({ type: 'ready' });
  }

  receive({ state }: ToRun): void {
    batch(() => {
      const before = this.#state.peek();
      const about = this.about.peek();
      this.#state.value = state;
      this.history.merge(state.history);
      if (before === null) this.#begin(state);
      else this.#followFilter(before.view.filter, state.view.filter);
      if (!this.#hasChosen) this.#chosen.value = state.chosen;
      this.rows.renew(state.version, state.generation, state.view.rows);
      this.scroll.setRows(state.view.rows);
      if (state.view.rows > 0 && this.#active.peek() >= state.view.rows) this.activate(state.view.rows - 1);
      this.#restoreSort(state);
      this.#restorePosition(state.view);
      // A panel comes back after a reload by what is kept of it, also if there is no row in it yet.
      if (before === null) this.#keepSoon();
      const isAnother = this.about.peek() !== about;
      const hasGrown = before?.version !== state.version;
      this.#insights.follow(isAnother, hasGrown);
      if (isAnother || hasGrown) this.whatIf.follow(state, isAnother);
      this.measures.compare.follow(state.compared);
    });
  }

  /** The row at an index of the view; null if it has not arrived. */
  rowAt(index: number): RunRow | null {
    return this.rows.at(index);
  }

  /** Takes what the person has written so far; it is applied when they stop for a moment. */
  write(text: string): void {
    this.#filter.value = text;
    this.#stopWaiting();
    this.#stopWaiting = this.#options.clock.later(() => {
      this.applyFilter(text, false);
    }, this.#options.debounce);
  }

  /** Applies a filter now; `isDone` if the person says that it is the one, so that it is remembered. */
  applyFilter(text: string, isDone = true): void {
    this.#stopWaiting();
    this.#filter.value = text;
    if (isDone) this.history.add(text);
    if (text === this.#sent) return;
    this.#send(text);
    this.#toTop();
  }

  /** Adds a condition to the filter, as a chart does; null adds none. */
  narrow(condition: string | null): void {
    if (condition === null) return;
    const filter = this.#sent;
    void this.#insights.combine(filter, condition).then((text) => {
      // What the person has written meanwhile stays.
      if (this.#sent === filter) this.applyFilter(text);
    });
  }

  complete(text: string, offset: number, stopped: AbortSignal): Promise<OfferedCompletions> {
    return this.#options.complete(text, offset, stopped);
  }

  focusFilter(): void {
    this.#filterFocus.value += 1;
  }

  /** Sorts by a column: upward, then downward, then in the order of the files again. */
  sortBy(column: string): void {
    const now = this.#state.peek()?.view.sort ?? null;
    const next: RunSort | null =
      now?.column !== column
        ? { column, isDescending: false }
        : now.isDescending
          ? null
          : { column, isDescending: true };
    this.#options.post({ type: 'sort', sort: next });
    this.#toTop();
  }

  group(isGrouped: boolean, acrossSteps: boolean): void {
    this.#options.post({ type: 'group', isGrouped, acrossSteps });
    this.#toTop();
  }

  fold(group: string, isFolded: boolean): void {
    this.#options.post({ type: 'fold', group, isFolded });
  }

  foldAll(isFolded: boolean): void {
    this.#options.post({ type: 'foldAll', isFolded });
    this.#toTop();
  }

  /** Makes a row the active one, and shows it. */
  activate(index: number): void {
    this.#restoring = null;
    const rows = this.#state.peek()?.view.rows ?? 0;
    const next = Math.min(Math.max(index, 0), Math.max(rows - 1, 0));
    batch(() => {
      this.#active.value = next;
      this.scroll.setActive(next);
      this.scroll.reveal(next);
    });
    this.#keepSoon();
  }

  /** Opens a row: a sample or a problem beside the table; the head of a group folds or unfolds. */
  open(row: RunRow, isKept: boolean): void {
    const generation = this.#state.peek()?.generation ?? 0;
    if (row.kind === 'group') this.fold(row.key, !row.isCollapsed);
    else this.#options.post({ type: 'open', row: row.row, generation, isKept });
  }

  /** Shows the best and the worst sample of the group of a row side by side. */
  compare(row: RunRow): void {
    const group = row.kind === 'group' ? row.key : row.kind === 'sample' ? row.group : null;
    const generation = this.#state.peek()?.generation ?? 0;
    if (group !== null) this.#options.post({ type: 'compare', group, generation });
  }

  /** The index of the head above a row of a group; null if there is none near it. */
  headAbove(index: number): number | null {
    if (this.#state.peek()?.view.isGrouped !== true) return null;
    for (let at = index - 1; at >= Math.max(0, index - LONGEST_GROUP); at -= 1) {
      const row = this.rows.at(at);
      if (row === null) return null;
      if (row.kind === 'group') return at;
    }
    return null;
  }

  /** The head of the group that the active row is, or belongs to; null if there is none near it. */
  activeGroup(): GroupRow | null {
    const at = this.#active.value;
    const head = this.rows.at(at)?.kind === 'group' ? at : this.headAbove(at);
    const row = head === null ? null : this.rows.at(head);
    return row?.kind === 'group' ? row : null;
  }

  /** Shows other columns; null for the usual ones. */
  choose(columns: readonly ChosenColumn[] | null): void {
    this.#chosen.value = columns;
    this.#hasChosen = true;
    this.#options.post({
      type: 'columns',
      columns: columns === null ? null : columns.map(({ name, width }) => ({ name, width })),
    });
    this.#keepSoon();
  }

  post(message: FromRun): void {
    this.#options.post(message);
  }

  dispose(): void {
    this.#stopEffect();
    this.#stopWaiting();
    this.#stopKeeping?.();
    this.rows.dispose();
    this.#insights.dispose();
    this.whatIf.dispose();
  }

  #send(text: string): void {
    this.#sent = text;
    this.#underWay.push(text);
    this.#options.post({ type: 'filter', text });
  }

  /** The filter that a state has was set here some messages ago, or now by the extension. */
  #followFilter(before: string, now: string): void {
    const at = this.#underWay.indexOf(now);
    this.#underWay.splice(0, at + 1);
    const isForeign = at === -1 && now !== before && now !== this.#sent;
    if (!isForeign || this.#filter.peek() !== this.#sent) return;
    this.#filter.value = this.#sent = now;
  }

  #toTop(): void {
    this.#restoring = null;
    batch(() => {
      this.#active.value = 0;
      this.scroll.setActive(0);
      this.scroll.scrollTo(0);
    });
  }

  /** Brings back what was kept of this run. The extension may have kept it too, if it was not closed meanwhile. */
  #begin({ key, view }: RunState): void {
    const kept = this.#restoring?.key === key ? this.#restoring : null;
    this.#restoring = kept;
    this.#filter.value = this.#sent = view.filter;
    if (kept === null) return;
    if (kept.columns !== null) {
      this.#chosen.value = kept.columns;
      this.#hasChosen = true;
    }
    const { post } = this.#options;
    if (kept.filter !== view.filter) {
      this.#filter.value = kept.filter;
      this.#send(kept.filter);
    }
    const { isGrouped, acrossSteps, isFolded } = kept;
    if (isGrouped !== view.isGrouped || acrossSteps !== view.acrossSteps)
      post({ type: 'group', isGrouped, acrossSteps });
    if (isFolded !== view.isFolded) post({ type: 'foldAll', isFolded });
  }

  /** Sorts as before, once the column is known: it may come with the first scores. */
  #restoreSort({ columns, view }: RunState): void {
    const kept = this.#restoring;
    if (kept === null || this.#isSortSent || isSameSort(kept, view)) return;
    if (kept.sort !== null && !columns.some(({ name }) => name === kept.sort?.column)) return;
    this.#isSortSent = true;
    this.#options.post({ type: 'sort', sort: kept.sort });
  }

  /** Scrolls to where the person was, once the view is the one of then and so many rows are known. */
  #restorePosition(view: RunView): void {
    const kept = this.#restoring;
    if (kept === null || view.rows <= Math.max(kept.top, kept.active)) return;
    if (kept.filter !== view.filter || !isSameSort(kept, view) || !isSameGrouping(kept, view)) return;
    this.#restoring = null;
    this.scroll.scrollTo(kept.top);
    this.#active.value = kept.active;
    this.scroll.setActive(kept.active);
  }

  #keepSoon(): void {
    if (this.#stopKeeping !== null || this.#state.peek() === null || this.#restoring !== null) return;
    this.#stopKeeping = this.#options.clock.later(() => {
      this.#stopKeeping = null;
      const state = this.#state.peek();
      if (state === null) return;
      const { sort, isGrouped, acrossSteps, isFolded } = state.view;
      const columns = this.#chosen.peek();
      const tabs = this.tabs.kept.peek();
      this.#options.keep({
        key: state.key,
        filter: this.#sent,
        sort: sort === null ? null : { ...sort },
        isGrouped,
        acrossSteps,
        isFolded,
        columns: columns === null ? null : columns.map(({ name, width }) => ({ name, width })),
        top: this.scroll.firstRow,
        active: this.#active.peek(),
        tabs: { ...tabs, addedCharts: [...tabs.addedCharts] },
      });
    }, KEEPING);
  }
}
