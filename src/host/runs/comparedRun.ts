import path from 'node:path';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import { fieldMapOf, readFieldMap } from '../../core/records/fieldMap.ts';
import type { ComparisonAnswer } from '../../core/runComparison/model.ts';
import type { MetricMethods, ComparedWith } from '../../protocol/runMetrics.ts';
import { FIRST_VIEW, type RowSample, type RunIndexState, type RunLimits } from '../../runs/index/model.ts';
import { RunIndex } from '../../runs/index/runIndex.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';
import { runThread } from '../shared/runThread.ts';

/** How the run that is shown is read and looked at, which the other one is, too. */
export interface ShownRun {
  readonly index: Pick<RunIndex, 'compareRuns'>;
  readonly name: string;
  readonly assignments: readonly string[];
  readonly profile: string;
  readonly filter: string;
}

export interface ComparedRunDeps {
  readonly extensionUri: vscode.Uri;
  /** The folder for scores and unpacked files that are kept; null to keep none. */
  readonly cache: string | null;
  /** The file in which the person's verdicts are kept; missing for none. */
  readonly verdicts?: string | undefined;
  readonly limits?: Partial<RunLimits>;
  /** Called when its state has changed. */
  readonly onChange: () => void;
}

/** Another run that is open to be compared with the one that is shown: an index of its own, without a view. */
interface OpenRun {
  readonly file: string;
  readonly index: RunIndex;
  /** What it was read with. */
  profile: string;
  fields: readonly string[];
  state: RunIndexState | null;
  problem: string | null;
  filter: string;
}

/** Compares the run that is shown with another one, or parts of it with each other. */
export class ComparedRun {
  readonly #deps: ComparedRunDeps;
  #open: OpenRun | null = null;

  constructor(deps: ComparedRunDeps) {
    this.#deps = deps;
  }

  /** The run that is compared with; null without one. */
  get state(): ComparedWith | null {
    if (this.#open === null) return null;
    const { file, state, problem } = this.#open;
    const failed = state?.phase === 'failed' ? (state.files[0]?.problem ?? t('It cannot be read.')) : null;
    const phase =
      problem !== null || failed !== null
        ? 'failed'
        : state === null || state.phase === 'indexing'
          ? 'indexing'
          : 'ready';
    return { name: path.basename(file), phase, problem: problem ?? failed, version: state?.version ?? 0 };
  }

  /** Opens another run in place of the one before. */
  async open(file: string, shown: ShownRun): Promise<void> {
    this.close();
    const opened: OpenRun = {
      file,
      index: new RunIndex({
        ...runThread(this.#deps.extensionUri),
        ...(this.#deps.limits === undefined ? {} : { limits: this.#deps.limits }),
        onDidChange: (state) => {
          this.#take(opened, { state });
        },
        onDidEnd: (error) => {
          this.#take(opened, { problem: sentenceWithHint(error) });
        },
      }),
      profile: shown.profile,
      fields: shown.assignments,
      state: null,
      problem: null,
      filter: '',
    };
    this.#open = opened;
    this.#deps.onChange();
    await this.#read(opened);
  }

  close(): void {
    const before = this.#open;
    this.#open = null;
    void before?.index.dispose();
    if (before !== null) this.#deps.onChange();
  }

  dispose(): void {
    const before = this.#open;
    this.#open = null;
    void before?.index.dispose();
  }

  /** A sample of the other run; null without one. */
  async sample(row: number): Promise<RowSample | null> {
    return this.#open === null ? null : this.#open.index.sample(row);
  }

  /** Where the fields of the other run's records are, if their form does not say it. */
  get assignments(): readonly string[] {
    return this.#open?.fields ?? [];
  }

  /** What differs between the two runs, or two parts; how far they were read, if that takes a while. */
  async compare(
    { parts, ...question }: MetricMethods['comparison']['args'],
    shown: ShownRun,
    signal: AbortSignal,
  ): Promise<ComparisonAnswer> {
    const { index } = shown;
    if (parts.kind === 'values') {
      const { field, base, run } = parts;
      const names = [partName(field, base), partName(field, run)] as const;
      return index.compareRuns(question, { with: { field, values: [base, run] }, names }, signal);
    }
    const other = this.#open;
    if (other === null || other.problem !== null) return NOTHING_READ;
    await this.#follow(other, shown);
    const { side, ...part } = await other.index.side(path.basename(other.file), signal);
    const isScored = part.unscored === 0;
    if (side === null || !isScored)
      return { ...NOTHING_READ, measured: part.measured, of: part.of + part.unscored };
    const [base, run] =
      path.basename(other.file) === shown.name
        ? [other.file, shown.name]
        : [path.basename(other.file), shown.name];
    return index.compareRuns(question, { with: { packed: side }, names: [base, run] }, signal);
  }

  /** Reads and filters the other run as the one that is shown. */
  async #follow(other: OpenRun, { profile, assignments, filter }: ShownRun): Promise<void> {
    const isSame =
      other.profile === profile && (assignments.length === 0 || other.fields.join() === assignments.join());
    if (!isSame) {
      other.profile = profile;
      if (assignments.length > 0) other.fields = assignments;
      await this.#read(other);
    }
    if (other.filter !== filter) {
      other.filter = filter;
      await other.index.setView({ ...FIRST_VIEW, filter });
    }
    await other.index.settled('filtered');
  }

  async #read(other: OpenRun): Promise<void> {
    const { index, file, profile } = other;
    const { cache, verdicts } = this.#deps;
    try {
      const read = (): Promise<RunIndexState> =>
        index.open({ paths: [file], fields: readFieldMap(other.fields), profile, cache, verdicts });
      let state = await read();
      if (
        state.phase !== 'indexing' &&
        state.samples === 0 &&
        state.broken > 0 &&
        other.fields.length === 0
      ) {
        // Records of no known form are read as it seems that they can be read.
        const guessed = await index.guess([file]);
        other.fields = guessed.map(({ field, path: at }) => `${field}=${at}`);
        if (guessed.length > 0)
          state = await index.open({ paths: [file], fields: fieldMapOf(guessed), profile, cache, verdicts });
      }
      other.filter = '';
      this.#take(other, { state });
    } catch (error) {
      this.#take(other, { problem: sentenceWithHint(asPageTraceError(error)) });
    }
  }

  #take(other: OpenRun, change: Partial<Pick<OpenRun, 'state' | 'problem'>>): void {
    Object.assign(other, change);
    if (this.#open === other) this.#deps.onChange();
  }
}

/** The name of the samples that have a value in a field. */
export function partName(field: string, value: string): string {
  return field === 'step' ? t('step {0}', value) : `${field}=${value}`;
}

const NOTHING_READ: ComparisonAnswer = {
  measured: 0,
  of: 0,
  unscored: 0,
  comparison: null,
  onlyInBase: [],
  onlyInRun: [],
};
