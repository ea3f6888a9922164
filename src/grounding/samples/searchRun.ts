import { asPageTraceError } from '../../core/errors.ts';
import { claimsFound } from '../../core/grounding/shares.ts';
import type {
  GroundableRow,
  GroundableRows,
  GroundedRow,
  GroundedRows,
  SearchedDocument,
} from '../../core/summary/groundableRow.ts';
import { throwIfCancelled } from '../../core/throwIfCancelled.ts';
import type { Grounder } from '../grounder.ts';
import type { DocumentShelf } from './documentShelf.ts';
import { groundSample, type GroundedSample, type GroundingMeans, type PlacedPages } from './groundSample.ts';
import { inLanes } from './inLanes.ts';
import type { SearchReport } from './searchReport.ts';

/** The run whose pages are searched. */
export interface SearchedRun {
  /** The next rows whose claims are not known, at most so many; none if there are no more. */
  readonly next: (count: number) => Promise<GroundableRows>;
  readonly take: (found: GroundedRows) => Promise<unknown>;
}

/** How the pages of a run are searched. */
export interface RunSearch {
  readonly run: SearchedRun;
  /** Each searches for one sample at a time. */
  readonly grounders: readonly Pick<Grounder, 'ground'>[];
  readonly shelf: DocumentShelf;
  /**
   * Where the documents of a row are.
   * @throws PageTraceError `file-not-found` if one of them is nowhere
   */
  readonly place: (row: GroundableRow) => Promise<PlacedPages>;
  readonly pagesToAssume: GroundingMeans['pagesToAssume'];
  readonly report: SearchReport;
  /** Rows that are taken at a time, which are searched document by document. */
  readonly portion?: number;
  /** Milliseconds after which what was found is handed over. */
  readonly interval?: number;
}

/** So many faults of PageTrace itself one after the other end a search. */
const MOST_FAULTS = 3;

/**
 * Searches the pages of a run for the claims of its rows, until there are no more rows. What was found so far is handed
 * over when it is canceled.
 * @throws PageTraceError `cancelled`; `internal` if pages cannot be searched at all
 */
export async function searchRun(search: RunSearch, signal: AbortSignal): Promise<void> {
  const { run, portion = 256 } = search;
  for (;;) {
    throwIfCancelled(signal);
    const { generation, rows } = await run.next(portion);
    if (rows.length === 0) return;
    const found = new FoundRows(generation, search);
    try {
      await searchRows(rows, search, found, signal);
    } finally {
      await found.handOver();
    }
  }
}

async function searchRows(
  rows: readonly GroundableRow[],
  search: RunSearch,
  found: FoundRows,
  signal: AbortSignal,
): Promise<void> {
  const { grounders, place, shelf, pagesToAssume, report } = search;
  let faults = 0;
  const documentOf = ({ file, named }: GroundableRow): string =>
    JSON.stringify([file, named.documents.map(({ path }) => path)]);
  const groundRow = async (
    row: GroundableRow,
    grounder: RunSearch['grounders'][number],
  ): Promise<GroundedSample | null> => {
    const means = { grounder, shelf, recognizeText: false, pagesToAssume };
    try {
      // Other pages change where a claim stands, and not its status.
      const grounded = await groundSample(row, await place(row), means, { signal, sentOnly: true });
      faults = 0;
      report.addFound(grounded);
      return grounded;
    } catch (thrown) {
      const error = asPageTraceError(thrown);
      if (error.reason === 'cancelled') throw error;
      if (error.reason === 'internal' && (faults += 1) >= MOST_FAULTS) throw error;
      report.addFault(row, error);
      return null;
    }
  };
  await inLanes(rows, grounders, documentOf, async (row, grounder) => {
    throwIfCancelled(signal);
    await found.add(row, await groundRow(row, grounder));
  });
}

/** What was found for rows, until it is handed over. */
class FoundRows {
  readonly #generation: number;
  readonly #search: RunSearch;
  #rows: GroundedRow[] = [];
  #documents = new Map<string, { readonly document: SearchedDocument; readonly index: number }>();
  #last = performance.now();

  constructor(generation: number, search: RunSearch) {
    this.#generation = generation;
    this.#search = search;
  }

  async add({ row, gold }: GroundableRow, grounded: GroundedSample | null): Promise<void> {
    this.#rows.push({
      row,
      claims: grounded === null ? null : claimsFound(grounded.grounding, gold),
      documents: (grounded?.documents ?? []).map((document) => this.#indexOf(document)),
    });
    if (performance.now() - this.#last >= (this.#search.interval ?? 200)) await this.handOver();
  }

  async handOver(): Promise<void> {
    this.#last = performance.now();
    if (this.#rows.length === 0) return;
    const found: GroundedRows = {
      generation: this.#generation,
      rows: this.#rows,
      documents: [...this.#documents.values()].map(({ document }) => document),
    };
    this.#rows = [];
    this.#documents = new Map();
    await this.#search.run.take(found);
  }

  #indexOf({ path, hash, stamp }: SearchedDocument): number {
    let known = this.#documents.get(path);
    if (known === undefined) {
      known = { document: { path, hash, stamp }, index: this.#documents.size };
      this.#documents.set(path, known);
    }
    return known.index;
  }
}
