import { t } from '@vscode/l10n';
import { goldPlaces } from '../../core/datasets/goldPlaces.ts';
import { namedPages } from '../../core/records/namedPages.ts';
import type {
  GroundableRow,
  GroundableRows,
  GroundedRow,
  GroundedRows,
  KeptDocuments,
  SearchedDocument,
} from '../../core/summary/groundableRow.ts';
import type { RunLimits, RunOpening } from '../index/model.ts';
import { ClaimLog, type KeptClaims } from './claimLog.ts';
import type { RowTable } from './rowTable.ts';
import type { SourceFile } from './sourceFile.ts';

/** What the search of pages needs of a run. */
export interface ClaimedRun {
  readonly rows: RowTable;
  readonly files: () => readonly SourceFile[];
  readonly opening: Pick<RunOpening, 'fields' | 'cache'>;
  readonly limits: Pick<RunLimits, 'longestUnasked'>;
  readonly generation: number;
  /** The rows that are looked at now. */
  readonly inSight: () => readonly number[];
  /** Called when more is known; at last with whether no more changes follow. */
  readonly onChange: (isFinal: boolean) => void;
  /** Told what a person should know, in a sentence. */
  readonly notice: (sentence: string) => void;
}

/**
 * Hands out the rows of a run whose claims are not known, takes what was found for them, and keeps it. Who reads the
 * documents is elsewhere.
 */
export class ClaimSearch {
  readonly #run: ClaimedRun;
  /** The logs of files as they were when the search began. */
  readonly #logs = new Map<SourceFile, Promise<ClaimLog>>();
  #kept = new Map<SourceFile, ReadonlyMap<string, KeptClaims>>();
  /** The first row that was not handed out. */
  #cursor = 0;

  constructor(run: ClaimedRun) {
    this.#run = run;
  }

  /** Begins a search from the first row, also of rows whose documents were not at hand before; or says that it is over. */
  setSearching(isSearching: boolean): void {
    const { rows, onChange } = this.#run;
    if (!isSearching) {
      onChange(true);
      return;
    }
    for (let row = 0; row < rows.count; row += 1) {
      if (rows.claims.state(row) === 'missing') rows.claims.clear(row);
    }
    rows.claims.isSearched = true;
    this.#cursor = 0;
    this.#logs.clear();
    onChange(false);
  }

  /** The next rows whose claims are not known, those in sight first; at most so many, and none if there are no more. */
  async next(count: number): Promise<GroundableRows> {
    const { rows, generation, inSight } = this.#run;
    rows.claims.isSearched = true;
    const found: GroundableRow[] = [];
    const chosen = new Set<number>();
    const isOpen = (row: number): boolean =>
      !chosen.has(row) && rows.reason(row) === null && rows.claims.state(row) === 'open';
    const add = async (row: number): Promise<void> => {
      chosen.add(row);
      const read = await this.#read(row);
      if (read === null) rows.claims.set(row, null);
      else found.push(read);
    };
    for (const row of inSight()) if (found.length < count && isOpen(row)) await add(row);
    for (; found.length < count && this.#cursor < rows.count; this.#cursor += 1)
      if (isOpen(this.#cursor)) await add(this.#cursor);
    return { generation, rows: found };
  }

  /** Takes what was found for rows. What belongs to rows of another generation is nobody's any more. */
  async take({ generation, rows: found, documents }: GroundedRows): Promise<void> {
    const { rows, opening, onChange, notice } = this.#run;
    if (generation !== this.#run.generation) return;
    for (const { row, claims } of found) if (rows.reason(row) === null) rows.claims.set(row, claims);
    onChange(false);
    if (await this.#keep(found, documents)) return;
    notice(
      t(
        'The claims that were found could not be kept, so that they are looked for again the next time. Check that there is space in {0} and that you may write there.',
        opening.cache ?? '',
      ),
    );
    onChange(false);
  }

  /** The documents in which claims were looked for before. Whether they have changed is for `restore`. */
  async keptDocuments(): Promise<KeptDocuments> {
    const { files, generation } = this.#run;
    const documents = new Map<string, SearchedDocument>();
    for (const file of files()) {
      const log = file.form === null ? null : await this.#logOf(file)?.catch(() => null);
      const kept = await log?.read();
      if (kept === undefined || kept.size === 0) continue;
      this.#kept.set(file, kept);
      for (const each of kept.values()) for (const one of each.documents) documents.set(keyOf(one), one);
    }
    return { generation, documents: [...documents.values()] };
  }

  /** Takes what was found before in documents that have not changed since. */
  restore({ generation, documents }: KeptDocuments): void {
    const { rows, files, onChange } = this.#run;
    if (generation !== this.#run.generation || this.#kept.size === 0) return;
    const same = new Set(documents.map(keyOf));
    const keptOf = files().map((file) => this.#kept.get(file));
    for (let row = 0; row < rows.count; row += 1) {
      const kept = keptOf[rows.fileOf(row)]?.get(this.#keyOf(row));
      if (kept === undefined || rows.reason(row) !== null) continue;
      if (rows.claims.state(row) !== 'open' || !kept.documents.every((one) => same.has(keyOf(one)))) continue;
      rows.claims.set(row, kept.claims);
      rows.claims.isSearched = true;
    }
    this.#kept = new Map();
    onChange(true);
  }

  async #read(row: number): Promise<GroundableRow | null> {
    const { rows, files, limits } = this.#run;
    const place = rows.place(row);
    const file = place === null ? undefined : files()[place.file];
    if (place === null || file === undefined) return null;
    const found = await file.sampleAt(place, limits.longestUnasked).catch(() => null);
    if (found === null || 'problem' in found) return null;
    const { response, question, dialect, numImages } = found.sample;
    return {
      row,
      file: file.path,
      response,
      question,
      dialect,
      numImages,
      named: namedPages(found.sample),
      gold: goldPlaces(found.sample),
    };
  }

  /** Keeps what was found for the next time, where something is kept. Returns false if some of it cannot be written. */
  async #keep(found: readonly GroundedRow[], documents: readonly SearchedDocument[]): Promise<boolean> {
    const { rows, files } = this.#run;
    const byFile = new Map<number, KeptClaims[]>();
    for (const { row, claims, documents: own } of found) {
      if (claims === null) continue;
      const kept = { key: this.#keyOf(row), claims, documents: own.flatMap((at) => documents[at] ?? []) };
      const file = rows.fileOf(row);
      const others = byFile.get(file);
      if (others === undefined) byFile.set(file, [kept]);
      else others.push(kept);
    }
    let isKept = true;
    for (const [at, kept] of byFile) {
      const file = files()[at];
      const log = file === undefined ? null : await this.#logOf(file)?.catch(() => null);
      if ((await log?.append(kept)) === false) isKept = false;
    }
    return isKept;
  }

  #logOf(file: SourceFile): Promise<ClaimLog> | null {
    const { cache, fields } = this.#run.opening;
    if (cache === null) return null;
    let log = this.#logs.get(file);
    if (log === undefined) {
      log = file.handle().then((handle) => ClaimLog.of(cache, handle, fields));
      this.#logs.set(file, log);
    }
    return log;
  }

  /** Identifies a row in its file. */
  #keyOf(row: number): string {
    const { bytes = null, item = null, sample = null } = this.#run.rows.place(row) ?? {};
    return `${bytes?.start ?? ''} ${item ?? ''} ${sample ?? ''}`;
  }
}

function keyOf({ path, hash, stamp }: SearchedDocument): string {
  return JSON.stringify([path, hash, stamp]);
}
