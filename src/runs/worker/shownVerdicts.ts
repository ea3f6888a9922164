import { saidByPerson } from '../../core/datasets/passByVerdict.ts';
import type { HeldVerdicts } from '../../core/records/heldVerdicts.ts';
import { judgedContent } from '../../core/records/judgedContent.ts';
import type { RunLimits } from '../index/model.ts';
import type { KeptVerdicts } from '../reading/keptVerdicts.ts';
import type { BackgroundScoring } from './backgroundScoring.ts';
import { questionKeys } from './questionKeys.ts';
import type { RowTable } from './rowTable.ts';
import type { SourceFile } from './sourceFile.ts';

/** What a person's verdicts need of a run. */
export interface JudgedRun {
  readonly rows: RowTable;
  readonly fileOf: (index: number) => SourceFile | undefined;
  readonly limits: Pick<RunLimits, 'longestUnasked'>;
  readonly scoring: Pick<BackgroundScoring, 'scoreAgain'>;
  readonly signal: AbortSignal;
}

/**
 * Shows what a person said of answers in the rows of a run, in place of what their records say. Only the rows of the
 * questions that a person has judged are read again for it.
 */
export class ShownVerdicts {
  readonly #run: JudgedRun;
  readonly #file: string | undefined;
  /** Loaded when a run is opened with a file of verdicts. */
  #kept: KeptVerdicts | null = null;
  #held: HeldVerdicts | null = null;
  #keys: ReadonlySet<number> = new Set();
  /** The first row that was not looked at. */
  #next = 0;
  #looking: Promise<boolean> = Promise.resolve(false);

  /** @param file where the person's verdicts are kept; undefined for nowhere */
  constructor(file: string | undefined, run: JudgedRun) {
    this.#file = file;
    this.#run = run;
  }

  /** Looks for new verdicts, and for those of new rows. Returns whether rows have changed. */
  look(): Promise<boolean> {
    const file = this.#file;
    if (file !== undefined) this.#looking = this.#looking.then(() => this.#look(file));
    return this.#looking;
  }

  async #look(file: string): Promise<boolean> {
    const { rows, signal } = this.#run;
    const { KeptVerdicts: Kept } = await import('../reading/keptVerdicts.ts');
    this.#kept ??= new Kept(file);
    const held = await this.#kept.read();
    if (held !== this.#held) {
      this.#held = held;
      this.#keys = new Set(held.contents.flatMap(questionKeys));
      this.#next = 0;
    }
    let hasChanged = false;
    for (; this.#next < rows.count && !signal.aborted; this.#next += 1) {
      const row = this.#next;
      if (!this.#keys.has(rows.questions.at(row)) && !rows.persons.has(row)) continue;
      if (await this.#show(row, held)) hasChanged = true;
    }
    return hasChanged;
  }

  async #show(row: number, held: HeldVerdicts): Promise<boolean> {
    const { rows, fileOf, limits, scoring } = this.#run;
    const place = rows.place(row);
    const file = place === null ? undefined : fileOf(place.file);
    if (place === null || file === undefined || rows.reason(row) !== null) return false;
    const found = await file.sampleAt(place, limits.longestUnasked).catch(() => null);
    if (found === null || 'problem' in found) return false;
    const verdict = held.find(null, () => judgedContent(found.sample));
    if (verdict === (rows.persons.get(row) ?? 'unknown')) return false;
    const said = saidByPerson(found.sample, verdict);
    rows.setPerson(row, verdict, said);
    await scoring.scoreAgain(row, file, said);
    return true;
  }
}
