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
import { WHAT_IF_FIELDS } from '../../core/filter/fields.ts';
import { checkFilter, nearMisses, unknownWhatIf } from '../../core/filter/checkFilter.ts';
import type { Filter, FilterError } from '../../core/filter/model.ts';
import { parseFilter } from '../../core/filter/parseFilter.ts';
import { CLAIM_MARKS } from '../../core/grounding/model.ts';
import { throwIfCancelled } from '../../core/throwIfCancelled.ts';
import { FINDING_CODES } from '../../core/trajectory/findings.ts';
import { GroupFacts } from './groupFacts.ts';
import type { RowReader } from './rowReader.ts';
import { RunFilter } from './runFilter.ts';
import { toolNames } from './runNames.ts';
import type { RowTable } from './rowTable.ts';
import { sortNumbers } from './sortNumbers.ts';
import { fileOrder, matchedRows, viewOrder, type ViewEntry, type ViewOrder } from './viewOrder.ts';

/** What filters need of a run besides its columns. */
export interface FilterSource {
  /** Whether all rows are known with their numbers, so that a name that none of them has is a mistake. */
  readonly isComplete: () => boolean;
  readonly pathOf: (file: number) => string;
  /** Reads the texts of the rows that a filter depends on; `onFound` is told how many. */
  readonly search: (
    filter: RunFilter,
    signal: AbortSignal,
    onFound: (rowsDone: number) => void,
  ) => Promise<void>;
  /** Called when the view has changed by itself. */
  readonly onChange: () => void;
}

/** What is looked at: an order of rows, which follows the run while it grows. */
export class RunView {
  readonly #rows: RowTable;
  readonly #limits: RunLimits;
  readonly #reader: RowReader;
  readonly #source: FilterSource;
  #filter: RunFilter | null = null;
  #parsed: Filter | null = null;
  /** The last hint about names, and the filter and the revision of the rows that it is about. */
  #hint: { readonly of: Filter; readonly revision: number; readonly hint: RunViewError | null } | null = null;
  #search: { readonly controller: AbortController; readonly of: number; done: number } | null = null;
  readonly #groups: GroupFacts;
  /** Whether rows have the order of the files, because no file has grown after a later one was read. */
  isInOrder = true;
  #options: RunViewOptions = FIRST_VIEW;
  #changes = 0;
  #order: ViewOrder | null = null;
  #inSight: readonly number[] = [];
  /** Whether numbers have changed that the order may depend on. */
  #isStale = false;
  /** The time before which the order is not computed again only because the run has grown. */
  #nextOrder = 0;

  constructor(rows: RowTable, limits: RunLimits, reader: RowReader, source: FilterSource) {
    this.#source = source;
    this.#rows = rows;
    this.#limits = limits;
    this.#reader = reader;
    this.#groups = new GroupFacts(rows, limits.orderPause);
  }

  /** Grows whenever the rows of the view may be others, apart from what has come to the columns. */
  get changes(): number {
    return this.#changes;
  }

  /** What is looked at. */
  get options(): RunViewOptions {
    return this.#options;
  }

  /**
   * Changes what is looked at. With a mistake in the options, the view before stays.
   * @param isOfBefore whether it is the view of the same run before it was read again, whose columns are still to come
   */
  set(options: RunViewOptions, isOfBefore = false): RunViewState {
    const { sort } = options;
    if (
      !isOfBefore &&
      sort !== null &&
      sortNumbers(this.#rows, this.#groups, sort, options.acrossSteps) === null
    )
      return this.state({
        message: t('The run has no column {0} to sort by.', sort.column),
        start: 0,
        end: 0,
        suggestion: null,
      });
    if (options.filter !== this.#options.filter) {
      const result = parseFilter(options.filter);
      if (!result.ok) return this.state(viewError(result.error));
      const claim = result.filter.atoms.find(({ scope }) => scope === 'claims');
      if (claim !== undefined && !isOfBefore && !this.#rows.claims.isSearched)
        return this.state({ message: unknownClaims(), ...claim.span, suggestion: null });
      const whatIf = result.filter.atoms
        .flatMap(({ fields }) => fields)
        .find(({ name }) => WHAT_IF_FIELDS.includes(name));
      if (whatIf !== undefined && this.#rows.whatIf.numbers.names.length === 0)
        return this.state({ message: unknownWhatIf(whatIf.name), ...whatIf.span, suggestion: null });
      const unknown = isOfBefore ? null : this.#unknownName(result.filter);
      if (unknown !== null) return this.state(viewError(unknown));
      this.#search?.controller.abort();
      this.#search = null;
      this.#parsed = result.filter;
      this.#filter = result.filter.tree === null ? null : this.#createFilter(options.filter, result.filter);
    }
    this.#options = options;
    this.#changes += 1;
    this.#order = null;
    return this.state();
  }

  /** What a filter names that no row has, once all rows are known; null if there is nothing. */
  #unknownName(filter: Filter): FilterError | null {
    if (!this.#source.isComplete()) return null;
    const numbers = [...this.#rows.numbers.names, ...this.#rows.whatIf.numbers.names];
    const names = {
      numbers,
      texts: null,
      tools: [],
      findings: FINDING_CODES,
      claims: CLAIM_MARKS,
      values: new Map(),
    };
    return checkFilter(filter, names)[0] ?? null;
  }

  /** The rows that were asked for last. */
  get inSight(): readonly number[] {
    return this.#inSight;
  }

  /** A name in the filter that no row has, once all rows are known, if another one is near. */
  #nearMiss(): RunViewError | null {
    const filter = this.#parsed;
    if (filter === null || filter.atoms.length === 0 || !this.#source.isComplete()) return null;
    const { revision, numbers, textKeys } = this.#rows;
    if (this.#hint?.of !== filter || this.#hint.revision !== revision) {
      const [first] = nearMisses(filter, {
        numbers: numbers.names,
        texts: textKeys.names,
        tools: toolNames(this.#rows),
        findings: [],
        claims: [],
        values: new Map(),
      });
      this.#hint = { of: filter, revision, hint: first === undefined ? null : viewError(first) };
    }
    return this.#hint.hint;
  }

  /** The number that is compared within groups. */
  get compared(): 'reward' | 'score' {
    return this.#groups.compared;
  }

  /** Whether texts are being searched. */
  get isSearching(): boolean {
    return this.#search !== null;
  }

  /** The rows that the filter leaves, in the order of the files. */
  matched(): Uint32Array {
    const matches = this.#filter?.evaluate() ?? null;
    return fileOrder(this.#rows, matchedRows(this.#rows.count, matches), this.isInOrder);
  }

  /** Says that something is known that the host shows, although no row has changed. */
  announce(): void {
    this.#source.onChange();
  }

  /** Ends what is being searched. */
  dispose(): void {
    this.#search?.controller.abort();
  }

  #createFilter(text: string, filter: Filter): RunFilter {
    const across = (): boolean => this.#options.acrossSteps;
    return new RunFilter(text, filter, {
      rows: this.#rows,
      groups: this.#groups,
      pathOf: this.#source.pathOf,
      get acrossSteps() {
        return across();
      },
    });
  }

  /**
   * Says that numbers of rows have changed.
   * @param isFinal whether no more changes follow; before, the order is computed seldom enough to leave time for the rest
   */
  invalidate(isFinal: boolean): void {
    this.#changes += 1;
    if (this.#options.sort !== null || this.#filter !== null) this.#isStale = true;
    if (!isFinal) return;
    this.#nextOrder = 0;
    this.#groups.renew();
  }

  state(error: RunViewError | null = null): RunViewState {
    const { matched, groups, count } = this.#current();
    // It is less than 1 until the order has what was found last.
    const progress = this.#search === null ? 1 : this.#search.done / (this.#search.of + 1);
    return { matched, groups, rows: count, progress, error, hint: error === null ? this.#nearMiss() : null };
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
    this.#inSight = entries.flatMap((entry) => (entry.kind === 'row' ? [entry.row] : []));
    const { acrossSteps, collapsed } = this.#options;
    const rows: RunRow[] = [];
    for (const entry of entries) {
      throwIfCancelled(signal);
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
      matches: this.#filter?.evaluate() ?? null,
      sortedBy: sorted?.ofRow ?? null,
      groupsSortedBy: sorted?.ofGroup ?? null,
      isInOrder: this.isInOrder,
    });
    const ended = performance.now();
    this.#isStale = false;
    this.#nextOrder = ended + this.#limits.orderPause * (ended - begun);
    this.#searchTexts();
    return this.#order;
  }

  /** Searches the texts that the filter depends on, if this is not going on. */
  #searchTexts(): void {
    const filter = this.#filter;
    if (filter === null || filter.open.length === 0 || this.#search !== null) return;
    const search = { controller: new AbortController(), of: filter.open.length, done: 0 };
    this.#search = search;
    const { signal } = search.controller;
    const found = this.#source.search(filter, signal, (rowsDone) => {
      search.done = rowsDone;
      this.invalidate(false);
      this.#source.onChange();
    });
    void found.finally(() => {
      if (this.#search !== search) return;
      this.#search = null;
      this.invalidate(true);
      this.#source.onChange();
    });
  }
}

const viewError = ({ message, span, suggestion }: FilterError): RunViewError => ({
  message,
  ...span,
  suggestion,
});

function unknownClaims(): string {
  return t('Which claims stand on the pages is not known yet: choose Search the Pages first.');
}
