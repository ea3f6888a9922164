import type { FilterSubject } from '../../../core/filter/model.ts';
import { GroupNumbers } from '../../../core/summary/groupNumbers.ts';
import { claimNumbers, withClaims, type SampleFacts } from '../../../core/summary/sampleFacts.ts';
import { DialectChoice } from '../../../runs/choosing/dialectChoice.ts';
import type { ProfileChoice } from '../../../runs/choosing/profileChoice.ts';
import type { InputOptions } from '../../../runs/reading/inputs.ts';
import type { ScoringOptions } from '../../../runs/scoring/rewardContext.ts';
import { problemSubject, sampleSubject } from '../../../runs/scoring/filterSubjects.ts';
import { readFacts } from '../../../runs/scoring/sampleFacts.ts';
import { scorePortions, type ScoredItem, type ScoredSample } from '../../../runs/scoring/scorer.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import type { ClaimsOfSamples } from './claimsOfSamples.ts';
import { readColumns } from './readColumns.ts';
import { FilesReadTwice } from './readTwice.ts';
import type { WhereFilter } from './whereOption.ts';

/** A sample with what is known of it, and its number among all samples. */
export interface RunSample {
  readonly item: ScoredSample;
  readonly facts: SampleFacts;
  readonly row: number;
}

/** A sample, or why there is none. */
export type RunItem = RunSample | RunItemProblem;

/** Why there is no sample. */
export type RunItemProblem = Extract<ScoredItem, { readonly problem: string }>;

/** How the samples of a run are read. */
export interface RunReading {
  readonly files: readonly string[];
  readonly inputs: InputOptions;
  /** Null if no profile scores. */
  readonly choice: ProfileChoice | null;
  readonly scoring: ScoringOptions;
  /** Null if the pages are not searched. */
  readonly claims: ClaimsOfSamples | null;
  /** Null without a filter. */
  readonly where: WhereFilter | null;
  readonly acrossSteps: boolean;
  /** The field that groups compare. */
  readonly compared: string;
  readonly signal: AbortSignal;
}

/** Reads the samples of a run with what is known of each, and says which of them a filter leaves. */
export class RunReader {
  readonly #reading: RunReading;
  readonly #twice: FilesReadTwice | null;
  readonly #dialects = new DialectChoice();
  /** The groups of all samples, if the filter asks for them. */
  #groups: GroupNumbers | null = null;
  #samples = 0;

  constructor(reading: RunReading) {
    this.#reading = reading;
    this.#twice = reading.where?.needsGroups === true ? new FilesReadTwice(reading.files) : null;
  }

  /** The samples that were read so far. */
  get samples(): number {
    return this.#samples;
  }

  /**
   * Portions of all samples; before them, all are read once if the filter needs their groups.
   * @throws PageTraceError `bad-input` for standard input, pipes and devices if they would be read twice
   */
  async *portions(): AsyncGenerator<readonly RunItem[]> {
    const { inputs, acrossSteps, compared } = this.#reading;
    if (this.#twice !== null) {
      await this.#twice.requireReadable();
      const all = await readColumns(this.#scored({ ...inputs, notice: () => undefined }));
      this.#groups = new GroupNumbers(all, { acrossSteps, compared });
      await this.#twice.requireUnchanged();
    }
    for await (const items of this.#scored(inputs)) yield await this.#describe(items);
  }

  /** Whether the filter leaves a sample. */
  keeps(each: RunSample): boolean {
    return this.#reading.where?.matches(this.#subjectOf(each)) !== false;
  }

  /** Whether a filter finds a record without a sample; a file that cannot be read is no row. */
  findsProblem({ place, reason }: RunItemProblem): boolean {
    const { where } = this.#reading;
    return reason !== undefined && where?.matches(problemSubject(place.file, reason)) === true;
  }

  #scored(inputs: InputOptions): AsyncGenerator<readonly ScoredItem[]> {
    const { files, choice, scoring, claims, signal } = this.#reading;
    return scorePortions(
      readSamples(files, inputs),
      {
        choice,
        options: scoring,
        python: null,
        ...(claims === null ? {} : { ground: (item) => claims.ground(item, signal) }),
      },
      signal,
    );
  }

  #subjectOf({ item, facts, row }: RunSample): FilterSubject {
    const group = (field: string): number | string | null => this.#groups?.of(row, field) ?? null;
    return sampleSubject(item.sample, facts, { file: item.place.file, group });
  }

  /** What is known of the items of a portion; claims are looked for only of samples that the filter may leave. */
  async #describe(items: readonly ScoredItem[]): Promise<readonly RunItem[]> {
    const { claims, where, signal } = this.#reading;
    this.#dialects.look(items);
    const described = items.map((item): RunItem => {
      if ('problem' in item) return item;
      const facts = readFacts(item.sample, this.#dialects.of(item.place.file, item.sample), item.score);
      return { item, facts, row: this.#samples++ };
    });
    if (claims === null) return described;
    const searched = described.filter(
      (each) => 'item' in each && where?.mayMatch(this.#subjectOf(each)) !== false,
    );
    const found = await claims.find(
      searched.flatMap((each) => ('item' in each ? [each.item] : [])),
      signal,
    );
    return described.map((each) => {
      const own = 'item' in each ? found.get(each.item) : undefined;
      return 'item' in each && own !== undefined
        ? { ...each, facts: withClaims(each.facts, own.marks, claimNumbers(own)) }
        : each;
    });
  }
}
