import type { OnlineFilter } from '../../core/groups/advantages.ts';
import { AnswerMemo } from '../../core/metrics/answerMemo.ts';
import { reportAnswers, type AnswerReport, type ComparedAnswer } from '../../core/metrics/answerMetrics.ts';
import {
  refinementMetrics,
  type RefinementItem,
  type RefinementMetrics,
} from '../../core/metrics/refinementMetrics.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { Score } from '../../core/rewards/model.ts';
import type { FieldSummary } from '../../core/summary/fieldSummary.ts';
import type { UserScored } from '../../userRewards/model.ts';
import { DialectChoice } from '../choosing/dialectChoice.ts';
import type { Place } from '../reading/inputs.ts';
import { formatHolds } from '../../core/rewards/scoreFacts.ts';
import type { ScoredItem, ScoredSample } from '../scoring/scorer.ts';
import { actionNames } from './actions.ts';
import { Counts, type Count } from './counts.ts';
import { FieldNumbers } from './fieldStatistics.ts';
import { groupKey } from './groupKey.ts';
import { Groups, type GroupsSummary, type ScoreGroup } from './groups.ts';
import { MissingScoreCounter, type MissingScores } from './missingScores.ts';
import { readOtherRecord, type OtherRecord } from './otherRecords.ts';
import { RecordedScores, type RecordedComparison } from './recordedScores.ts';
import { Steps, type StepStatistics } from './stepStatistics.ts';

/** Statistics of many samples. */
export interface RunStatistics {
  readonly samples: number;
  /** Records that could not be read. */
  readonly unreadable: number;
  readonly profiles: readonly string[];
  /** The numbers that profiles report, by name, and the records' own `score`. */
  readonly reported: ReadonlyMap<string, FieldSummary>;
  /** The numbers that the person's own function returns, by name. */
  readonly python: ReadonlyMap<string, FieldSummary>;
  /** The other numbers of the records, by key. */
  readonly columns: ReadonlyMap<string, FieldSummary>;
  /** Why samples have no score; null if all have one, or if nothing scores. */
  readonly missing: MissingScores | null;
  /** The records' own scores beside those that are computed; null if no sample has both. */
  readonly recorded: RecordedComparison | null;
  /** The number of samples whose format is right, and wrong, according to the reward; other samples are not counted. */
  readonly format: { readonly valid: number; readonly invalid: number };
  /** Exceptions that references raise, by name. */
  readonly raises: ReadonlyMap<string, number>;
  /** The number of samples in which a default replaced a missing key of the record, by key. */
  readonly defaults: ReadonlyMap<string, number>;
  readonly deductions: readonly Count[];
  readonly tools: readonly Count[];
  /** By training step, if this is wanted. */
  readonly steps: readonly StepStatistics[];
  /** Null if no sample belongs to a group. */
  readonly groups: GroupsSummary | null;
  /** Null if no sample has a reference answer. */
  readonly answers: AnswerReport | null;
  /** Null if no record holds an IoU. */
  readonly refinement: RefinementMetrics | null;
}

/** What one record adds to the statistics. */
export type RecordFacts =
  | {
      readonly kind: 'sample';
      readonly place: Place;
      readonly sample: Sample;
      readonly answer: ComparedAnswer | null;
    }
  | { readonly kind: 'other'; readonly place: Place; readonly other: OtherRecord }
  | { readonly kind: 'unreadable'; readonly place: Place; readonly problem: string };

/** What statistics are collected besides those that cost nothing more. */
export interface StatisticsOptions {
  /**
   * The field whose numbers are compared within groups: one that the profile reports; `score`, which the records
   * themselves have; or `python`, the reward of the person's own function
   */
  readonly groupField: string;
  /** Which groups a trainer keeps. */
  readonly filter: OnlineFilter;
  /** Whether there are statistics of each training step. */
  readonly bySteps: boolean;
  /** Whether samples are scored at all, by a profile or by the person's own function. */
  readonly scores: boolean;
}

/** Collects the statistics of a run, storing a few numbers for each sample. */
export class StatisticsCollector {
  readonly #options: StatisticsOptions;
  readonly #groups: Groups;
  readonly #steps = new Steps();
  readonly #dialects = new DialectChoice();
  #hasGroupField = false;
  #hasStep = false;
  #samples = 0;
  #unreadable = 0;
  readonly #profiles = new Set<string>();
  readonly #fields = new FieldNumbers();
  readonly #python = new FieldNumbers();
  readonly #columns = new FieldNumbers();
  readonly #missing = new MissingScoreCounter();
  readonly #recorded = new RecordedScores();
  readonly #raises = new Map<string, number>();
  readonly #defaults = new Map<string, number>();
  readonly #format = { valid: 0, invalid: 0 };
  readonly #deductions = new Counts();
  readonly #tools = new Counts();
  readonly #answers: ComparedAnswer[] = [];
  /** One object for all equal comparisons, since most answers compare alike. */
  readonly #comparisons = new Map<string, ComparedAnswer>();
  readonly #answered = new AnswerMemo();
  readonly #refinements: RefinementItem[] = [];

  constructor(options: StatisticsOptions) {
    this.#options = options;
    this.#groups = new Groups(options.filter);
  }

  /** Adds a portion of records, and returns what each of them adds, in order. */
  add(items: readonly ScoredItem[]): readonly RecordFacts[] {
    this.#dialects.look(items);
    return items.map((item) => ('problem' in item ? this.#addOther(item) : this.#addSample(item)));
  }

  /** Whether there were samples, but none had the field by which groups are compared. */
  get isGroupFieldMissing(): boolean {
    return this.#samples > 0 && !this.#hasGroupField;
  }

  /** Whether no sample has a training step. */
  get areStepsMissing(): boolean {
    return !this.#hasStep;
  }

  /** Every group, in the order in which they first occurred. */
  groups(): Iterable<ScoreGroup> {
    return this.#groups.each();
  }

  /** The statistics so far. */
  statistics(): RunStatistics {
    return {
      samples: this.#samples,
      unreadable: this.#unreadable,
      profiles: [...this.#profiles],
      reported: this.#fields.statistics(),
      python: this.#python.statistics(),
      columns: this.#columns.statistics(),
      missing: this.#missing.missing(),
      recorded: this.#recorded.comparison(),
      format: { ...this.#format },
      raises: new Map(this.#raises),
      defaults: new Map(this.#defaults),
      deductions: this.#deductions.sorted(),
      tools: this.#tools.sorted(),
      steps: this.#options.bySteps ? this.#steps.statistics(this.#groups) : [],
      groups: this.#groups.summary(),
      answers: this.#answers.length === 0 ? null : reportAnswers(this.#answers),
      refinement: refinementMetrics(this.#refinements),
    };
  }

  #addOther({ place, problem, record }: Extract<ScoredItem, { readonly problem: string }>): RecordFacts {
    const other = record === undefined ? null : readOtherRecord(record);
    if (other === null) {
      this.#unreadable += 1;
      return { kind: 'unreadable', place, problem };
    }
    if (other.kind === 'answer') this.#addAnswer(other.answer);
    else if (other.kind === 'scores') this.#groups.addWhole(`line ${place.line ?? 1}`, other.scores);
    else for (const item of other.items) this.#refinements.push(item);
    return { kind: 'other', place, other };
  }

  #addSample(scored: ScoredSample): RecordFacts {
    const { place, sample, score, user } = scored;
    this.#samples += 1;
    if (this.#options.scores) this.#missing.add(scored);
    if (score !== null) this.#addScore(score);
    if (user?.ok && !user.notApplicable) this.#addUserScore(user);
    if (sample.score !== null) this.#fields.add('score', sample.score);
    for (const key in sample.columns) this.#columns.add(key, sample.columns[key] ?? Number.NaN);
    this.#recorded.add(scored);
    this.#addToGroup(scored);
    const actions = actionNames(sample, this.#dialects.of(place.file, sample));
    this.#tools.add(actions);
    const answer = this.#answered.compare(sample);
    if (answer !== null) this.#addAnswer(answer);
    const iou = sample.iou ?? score?.reported['model_iou'] ?? null;
    const toolIou = sample.toolIou ?? score?.reported['tool_iou'] ?? null;
    if (sample.isRefinement || iou !== null || toolIou !== null)
      this.#refinements.push({ iou, tool_iou: toolIou });
    return { kind: 'sample', place, sample, answer };
  }

  #addAnswer(answer: ComparedAnswer): void {
    const { em, acc, f1, sufficient } = answer;
    const key = `${em} ${acc} ${f1} ${sufficient}`;
    const known = this.#comparisons.get(key);
    if (known === undefined) this.#comparisons.set(key, answer);
    this.#answers.push(known ?? answer);
  }

  #addUserScore({ overall, fields }: UserScored): void {
    this.#python.add('overall', overall);
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value === 'number' && field !== 'overall') this.#python.add(field, value);
    }
  }

  #addScore({ profile, overall, reported, raises, defaults, components }: Score): void {
    this.#profiles.add(profile);
    if (overall !== null) this.#fields.add('overall', overall);
    for (const [field, value] of Object.entries(reported)) {
      if (value !== null && field !== 'overall') this.#fields.add(field, value);
    }
    if (raises !== null) this.#raises.set(raises.name, (this.#raises.get(raises.name) ?? 0) + 1);
    for (const { key } of defaults) this.#defaults.set(key, (this.#defaults.get(key) ?? 0) + 1);
    const holds = formatHolds({ components, reported });
    if (holds !== null) this.#format[holds ? 'valid' : 'invalid'] += 1;
    this.#deductions.addPaid(
      components.flatMap(({ entries }) =>
        entries
          .filter(({ kind }) => kind === 'deduction')
          .map(({ code, paid }) => [code, Number(paid)] as const),
      ),
    );
  }

  #addToGroup({ sample, score, user }: ScoredSample): void {
    const { groupField, bySteps } = this.#options;
    const value = comparedValue({ sample, score, user }, groupField);
    this.#hasGroupField ||= value !== null || (score !== null && hasField(score, groupField));
    this.#hasStep ||= sample.step !== null;
    if (bySteps) this.#steps.add(sample.step, value, groupField === 'score' ? null : sample.score);
    const key = groupKey(sample);
    if (key !== null) this.#groups.add(key, value);
  }
}

/** The number of a sample that is compared within its group; null if it is not known. */
function comparedValue(
  { sample, score, user }: Pick<ScoredSample, 'sample' | 'score' | 'user'>,
  field: string,
): number | null {
  switch (field) {
    case 'score':
      return sample.score;
    case 'python':
      return user?.ok && !user.notApplicable ? user.overall : null;
    default:
      return fieldOf(score, field);
  }
}

function hasField({ reported }: Score, field: string): boolean {
  return field === 'overall' || Object.hasOwn(reported, field);
}

/** A field of a score; `overall` exists even if the reference reports it under another name. */
function fieldOf(score: Score | null, field: string): number | null {
  if (score === null) return null;
  return score.reported[field] ?? (field === 'overall' ? score.overall : null);
}
