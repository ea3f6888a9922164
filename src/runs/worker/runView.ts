import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import {
  FIRST_VIEW,
  type RowExtremes,
  type RunLimits,
  type RunRow,
  type RunViewError,
  type RunViewOptions,
  type RunViewState,
} from '../index/model.ts';
import { GroupFacts } from './groupFacts.ts';
import type { RowReader } from './rowReader.ts';
import type { RowTable } from './rowTable.ts';
import { sortNumbers } from './sortNumbers.ts';
import { viewOrder, type ViewEntry, type ViewOrder } from './viewOrder.ts';

/** How much longer everything else gets than what computing the order has taken. */
const SHARE = 9;

/** What is looked at: an order of rows, which follows the run while it grows. */
export class RunView {
  readonly #rows: RowTable;
  readonly #limits: RunLimits;
  readonly #reader: RowReader;
  readonly #groups: GroupFacts;
  /** Whether rows have the order of the files, because no file has grown after a later one was read. */
  isInOrder = true;
  #options: RunViewOptions = FIRST_VIEW;
  #order: ViewOrder | null = null;
  /** Whether numbers have changed that the order may depend on. */
  #isStale = false;
  /** The time before which the order is not computed again only because the run has grown. */
  #nextOrder = 0;

  constructor(rows: RowTable, limits: RunLimits, reader: RowReader) {
    this.#rows = rows;
    this.#limits = limits;
    this.#reader = reader;
    this.#groups = new GroupFacts(rows);
  }

  /** What is looked at. */
  get options(): RunViewOptions {
    return this.#options;
  }

  /** Changes what is looked at. With a mistake in the options, the view before stays. */
  set(options: RunViewOptions): RunViewState {
    const { sort } = options;
    if (sort !== null && sortNumbers(this.#rows, this.#groups, sort, options.acrossSteps) === null)
      return this.state({
        message: t('The run has no column {0} to sort by.', sort.column),
        start: 0,
        end: 0,
      });
    this.#options = options;
    this.#order = null;
    return this.state();
  }

  /**
   * Says that numbers of rows have changed.
   * @param isFinal whether no more changes follow; before, the order is computed seldom enough to leave time for the rest
   */
  invalidate(isFinal: boolean): void {
    if (this.#options.sort !== null) this.#isStale = true;
    if (isFinal) this.#nextOrder = 0;
  }

  state(error: RunViewError | null = null): RunViewState {
    const { matched, groups, count } = this.#current();
    return { matched, groups, rows: count, progress: 1, error };
  }

  /**
   * Rows of the view.
   * @throws PageTraceError `bad-input` for more rows than one request may ask for; `cancelled`
   */
  async rows(start: number, count: number, signal: AbortSignal): Promise<readonly RunRow[]> {
    const { rowsAtOnce } = this.#limits;
    if (count > rowsAtOnce)
      throw new PageTraceError('bad-input', t('At most {0} rows can be read at once.', rowsAtOnce));
    const order = this.#current();
    const entries: ViewEntry[] = [];
    for (let at = start; at < start + count; at += 1) {
      const entry = order.entry(at);
      if (entry !== null) entries.push(entry);
    }
    const { acrossSteps, collapsed } = this.#options;
    const rows: RunRow[] = [];
    for (const entry of entries) {
      if (signal.aborted) throw new PageTraceError('cancelled', t('This was canceled.'));
      if (entry.kind === 'row') rows.push(await this.#reader.row(entry.row, this.#groups, acrossSteps));
      else {
        const key = this.#rows.groups.of(acrossSteps).key(entry.group);
        const isCollapsed = collapsed.except.includes(key) !== collapsed.all;
        rows.push(await this.#reader.head(entry, this.#groups, acrossSteps, isCollapsed));
      }
    }
    return rows;
  }

  /** The rows of the best and the worst sample of a group of the view; null without two that differ. */
  extremes(key: string): RowExtremes | null {
    const { acrossSteps } = this.#options;
    const group = this.#rows.groups.of(acrossSteps).find(key);
    return group === -1 ? null : this.#groups.extremes(group, acrossSteps);
  }

  #current(): ViewOrder {
    const begun = performance.now();
    const isStale = this.#isStale || this.#order?.of !== this.#rows.count;
    if (this.#order !== null && (!isStale || begun < this.#nextOrder)) return this.#order;
    const { sort, acrossSteps } = this.#options;
    const sorted = sort === null ? null : sortNumbers(this.#rows, this.#groups, sort, acrossSteps);
    this.#order = viewOrder({
      rows: this.#rows,
      options: this.#options,
      matches: null,
      sortedBy: sorted?.ofRow ?? null,
      groupsSortedBy: sorted?.ofGroup ?? null,
      isInOrder: this.isInOrder,
    });
    const ended = performance.now();
    this.#isStale = false;
    this.#nextOrder = ended + SHARE * (ended - begun);
    return this.#order;
  }
}
