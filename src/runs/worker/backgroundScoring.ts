import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import type { RunsWorkerData } from '../index/calls.ts';
import type { RunOpening } from '../index/model.ts';
import type { SampleFacts } from '../../core/summary/sampleFacts.ts';
import { touchScores, trimScores } from './cacheFolder.ts';
import { cacheKey } from './cacheKey.ts';
import { rowsTask } from './rowsTask.ts';
import type { RowTable } from './rowTable.ts';
import { loadProfile, scoreSample } from './sampleScores.ts';
import type { ScoredTask, ScoringTask } from './scoringCalls.ts';
import { ScoringPool, type NextTask } from './scoringPool.ts';
import type { SourceFile } from './sourceFile.ts';
import type { Sample } from '../../core/records/sample.ts';
import { sentenceOf } from '../../core/sentenceOf.ts';
import { suggestScoring, type SuggestedScoring } from './suggestScoring.ts';

/** What scoring needs of a run. */
export interface ScoredRun {
  readonly rows: RowTable;
  readonly files: () => readonly SourceFile[];
  readonly opening: RunOpening;
  readonly data: RunsWorkerData;
  /** The script of the threads. */
  readonly url: URL;
  /** How many threads may score at a time. */
  readonly threads: number;
  /** Called after each block, and when all rows are done. */
  readonly onChange: () => void;
  /** Told what a person should know, in a sentence. */
  readonly notice: (sentence: string) => void;
}

/** A file's scoring, with where its scores are kept. */
interface KnownScoring {
  readonly scoring: SuggestedScoring;
  readonly profile: RewardProfile | null;
  readonly folder: string | null;
}

/** Scores the rows of a run from the first to the last. */
export class BackgroundScoring {
  readonly #run: ScoredRun;
  readonly #closing = new AbortController();
  readonly #pool: ScoringPool;
  readonly #known = new Map<SourceFile, Promise<KnownScoring>>();
  readonly #ready = new Map<SourceFile, KnownScoring>();
  /** What was scored with what a person said. Threads score by the records, whose scores are kept. */
  readonly #ofPersons = new Map<number, SampleFacts>();
  /** The first row that no thread has got. */
  #cursor = 0;
  /** Rows that no thread has returned. */
  #open = 0;

  constructor(run: ScoredRun) {
    this.#run = run;
    this.#pool = new ScoringPool(run.url, run.data, run.threads, {
      next: () => this.#next(),
      done: (first, task, scored) => {
        this.#done(first, task, scored);
      },
    });
  }

  /** Whether every row that there is was scored, or could not be. */
  get isDone(): boolean {
    this.#skip();
    return this.#cursor >= this.#run.rows.count && this.#open === 0;
  }

  /** The profiles that score, by name. */
  get profiles(): readonly string[] {
    return [...new Set([...this.#ready.values()].flatMap(({ profile }) => profile?.name ?? []))];
  }

  setPaused(isPaused: boolean): void {
    this.#pool.setPaused(isPaused);
  }

  /** Scores what has been indexed and not scored. */
  async start(): Promise<void> {
    for (const file of this.#run.files()) if (file.form !== null) await this.#scoringOf(file);
    if (this.#closing.signal.aborted) return;
    this.#pool.start();
  }

  /** Completes the columns of a row whose sample is at hand. */
  async scoreRow(row: number, file: SourceFile, sample: Sample): Promise<void> {
    const { scoring, profile } = await this.#scoringOf(file);
    if (!this.#run.rows.isScored(row))
      this.#run.rows.setFacts(row, scoreSample(sample, scoring.dialect, profile));
  }

  /** Scores a row with what a person said of it, whether or not it was scored before. */
  async scoreAgain(row: number, file: SourceFile, said: Sample): Promise<void> {
    const { scoring, profile } = await this.#scoringOf(file);
    const facts = scoreSample(said, scoring.dialect, profile);
    this.#ofPersons.set(row, facts);
    this.#run.rows.setFacts(row, facts);
  }

  async dispose(): Promise<void> {
    this.#closing.abort();
    await this.#pool.dispose();
    const { cache } = this.#run.opening;
    if (cache !== null) await trimScores(cache, this.#run.data.limits.cacheQuota);
  }

  #scoringOf(file: SourceFile): Promise<KnownScoring> {
    let known = this.#known.get(file);
    if (known === undefined) this.#known.set(file, (known = this.#suggest(file)));
    return known;
  }

  async #suggest(file: SourceFile): Promise<KnownScoring> {
    const { opening, notice, data } = this.#run;
    const known = await this.#suggestOrFail(file).catch((error: unknown): KnownScoring => {
      if (!(error instanceof PageTraceError && error.reason === 'cancelled')) notice(sentenceOf(error));
      const scoring = { dialect: null, profile: null, version: null, fault: null };
      return { scoring, profile: null, folder: null };
    });
    if (known.scoring.fault !== null) notice(known.scoring.fault);
    this.#ready.set(file, known);
    file.profile = known.scoring.profile;
    if (opening.cache !== null && this.#ready.size === 1)
      await trimScores(opening.cache, data.limits.cacheQuota);
    return known;
  }

  async #suggestOrFail(file: SourceFile): Promise<KnownScoring> {
    const { cache, profile: chosen, fields } = this.#run.opening;
    const fixed =
      chosen === 'auto' || chosen === 'none' ? null : { name: chosen, profile: await loadProfile(chosen) };
    const scoring = await suggestScoring(file, chosen === 'auto' ? 'auto' : fixed, this.#closing.signal);
    const profile = fixed?.profile ?? (scoring.profile === null ? null : await loadProfile(scoring.profile));
    if (cache === null) return { scoring, profile, folder: null };
    const key = await cacheKey(await file.handle(), fields, scoring);
    await touchScores(cache, key);
    return { scoring, profile, folder: path.join(cache, key) };
  }

  /** The next rows of one file that belong together. */
  #next(): NextTask | null {
    const { rows, data, opening } = this.#run;
    this.#skip();
    const first = this.#cursor;
    const file = this.#run.files()[rows.fileOf(first)];
    const known = file === undefined ? undefined : this.#ready.get(file);
    if (first >= rows.count || file === undefined || known === undefined) return null;
    const { task: read, count } = rowsTask(rows, this.#rowsFrom(first), {
      sourceOf: () => file,
      fields: opening.fields,
      data,
    });
    this.#cursor += count;
    this.#open += count;
    const { dialect, profile } = known.scoring;
    const { starts, lengths } = read;
    const end = (starts.at(-1) ?? 0) + (lengths.at(-1) ?? 0);
    const kept = known.folder === null ? null : path.join(known.folder, `${starts[0] ?? 0}-${end}-${count}`);
    const task: ScoringTask = { ...read, dialect, profile, kept };
    return { task, first };
  }

  /** The rows that a task may have from a row on: those with a place in bytes. */
  #rowsFrom(first: number): Uint32Array {
    const { rows, data } = this.#run;
    const from = new Uint32Array(Math.min(data.limits.scoringBlock, rows.count - first));
    let count = 0;
    while (count < from.length && rows.place(first + count)?.bytes != null) {
      from[count] = first + count;
      count += 1;
    }
    return from.subarray(0, count);
  }

  /** Moves past rows without a place in bytes, which were scored when they were read. */
  #skip(): void {
    const { rows } = this.#run;
    while (this.#cursor < rows.count && rows.place(this.#cursor)?.bytes == null) this.#cursor += 1;
  }

  #done(first: number, { starts }: ScoringTask, scored: ScoredTask | null): void {
    if (this.#closing.signal.aborted) return;
    const { rows, notice, onChange } = this.#run;
    this.#open -= starts.length;
    if (scored !== null) rows.setBlock(first, scored.block);
    for (const [row, facts] of this.#ofPersons)
      if (row >= first && row < first + starts.length) rows.setFacts(row, facts);
    if (scored === null || scored.block.unscored.length > 0)
      notice(
        t(
          'Some samples could not be scored: their rewards, tools and findings are missing. Open the run again to try once more.',
        ),
      );
    if (scored?.isLost === true)
      notice(
        t(
          'The scores of this run could not be kept, so that they are computed again the next time. Check that there is space in {0} and that you may write there.',
          this.#run.opening.cache ?? '',
        ),
      );
    onChange();
  }
}
