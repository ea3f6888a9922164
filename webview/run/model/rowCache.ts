import { signal, type ReadonlySignal } from '@preact/signals';
import { asPageTraceError } from '../../../src/core/errors.ts';
import type { RunRow, RunRows } from '../../../src/protocol/run.ts';

/** How many rows are asked for at once. */
const PAGE = 100;

/** How many pages of rows are kept. */
const KEPT_PAGES = 20;

/** Asks the extension for rows. */
export type AskRows = (start: number, count: number, signal: AbortSignal) => Promise<RunRows>;

/** What waits for a row. */
interface Awaited {
  readonly index: number;
  /** The version from which on the row is the one that is meant. */
  readonly version: number;
  readonly act: (row: RunRow) => void;
}

interface Page {
  readonly rows: readonly RunRow[];
  /** The version that was known when it was asked for. */
  readonly version: number;
}

/** The rows that were looked at. Rows of an earlier version are shown until newer ones arrive. */
export class RowCache {
  /** Grows when rows have arrived. */
  readonly arrivals: ReadonlySignal<number>;
  /** Why rows could not be loaded, as a sentence; null if they could. */
  readonly failure: ReadonlySignal<string | null>;
  readonly #arrivals = signal(0);
  readonly #failure = signal<string | null>(null);
  readonly #ask: AskRows;
  readonly #pages = new Map<number, Page>();
  readonly #asking = new Map<number, AbortController>();
  #awaited: Awaited | null = null;
  #version = -1;
  #generation = -1;
  #rows = 0;
  #first = 0;
  #end = 0;

  constructor(ask: AskRows) {
    this.#ask = ask;
    this.arrivals = this.#arrivals;
    this.failure = this.#failure;
  }

  /** The row at an index of the view; null if it has not arrived. */
  at(index: number): RunRow | null {
    return this.#pages.get(Math.floor(index / PAGE))?.rows[index % PAGE] ?? null;
  }

  /**
   * Does something with the row at an index of the view as it is now: at once, or when the row arrives. Until then, the
   * row that is shown there may be another one, from before the view was filtered, sorted or folded. Only the latest call
   * waits.
   */
  whenCurrent(index: number, act: (row: RunRow) => void): void {
    this.#awaited = { index, version: this.#version, act };
    this.#serve();
  }

  /** Takes another state: rows of before are asked for again, and those out of sight are dropped. */
  renew(version: number, generation: number, rows: number): void {
    if (generation !== this.#generation) this.#clear();
    this.#rows = rows;
    this.#generation = generation;
    if (version !== this.#version) {
      this.#version = version;
      for (const page of this.#pages.keys()) if (!this.#isWanted(page)) this.#pages.delete(page);
      this.#failure.value = null;
    }
    this.want(this.#first, this.#end);
  }

  /** Loads the rows from `first` up to `end` that are missing or old, and stops loading others. */
  want(first: number, end: number): void {
    this.#first = first;
    this.#end = Math.min(end, this.#rows);
    for (const [page, controller] of this.#asking)
      if (!this.#isWanted(page)) {
        this.#asking.delete(page);
        controller.abort();
      }
    for (let page = Math.floor(first / PAGE); page * PAGE < this.#end; page += 1) {
      const known = this.#pages.get(page);
      if (known?.version !== this.#version && !this.#asking.has(page)) void this.#load(page);
    }
  }

  /** Asks again for what could not be loaded. */
  retry(): void {
    this.#failure.value = null;
    for (const [page, { rows }] of this.#pages) if (rows.length === 0) this.#pages.delete(page);
    this.want(this.#first, this.#end);
  }

  dispose(): void {
    this.#clear();
  }

  #isWanted(page: number): boolean {
    return page * PAGE < this.#end && (page + 1) * PAGE > this.#first;
  }

  async #load(page: number): Promise<void> {
    const controller = new AbortController();
    this.#asking.set(page, controller);
    const [version, generation] = [this.#version, this.#generation];
    const start = page * PAGE;
    let rows: readonly RunRow[] | null;
    try {
      const answer = await this.#ask(start, Math.min(PAGE, this.#rows - start), controller.signal);
      // Rows of a file that was replaced have other numbers now.
      rows = answer.generation === generation ? answer.rows : null;
    } catch (error) {
      if (this.#asking.get(page) !== controller) return;
      // What is shown stays, and is not asked for again at once.
      rows = this.#pages.get(page)?.rows ?? [];
      this.#failure.value = asPageTraceError(error).message;
    }
    if (this.#asking.get(page) !== controller) return;
    this.#asking.delete(page);
    this.#keep(page, { rows: rows ?? [], version });
    if (version !== this.#version) this.want(this.#first, this.#end);
  }

  #keep(page: number, loaded: Page): void {
    this.#pages.delete(page);
    this.#pages.set(page, loaded);
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= KEPT_PAGES) break;
      if (!this.#isWanted(old)) this.#pages.delete(old);
    }
    this.#arrivals.value += 1;
    this.#serve();
  }

  /** Hands over the row that is waited for, if it is there. */
  #serve(): void {
    const awaited = this.#awaited;
    if (awaited === null) return;
    const page = this.#pages.get(Math.floor(awaited.index / PAGE));
    if (page === undefined || page.version < awaited.version) return;
    this.#awaited = null;
    const row = page.rows[awaited.index % PAGE];
    if (row !== undefined) awaited.act(row);
  }

  #clear(): void {
    for (const controller of this.#asking.values()) controller.abort();
    this.#asking.clear();
    this.#pages.clear();
    this.#awaited = null;
  }
}
