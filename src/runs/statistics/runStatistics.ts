import type { OnlineFilter } from '../../core/groups/advantages.ts';
import {
  compareAnswer,
  reportAnswers,
  type AnswerReport,
  type ComparedAnswer,
} from '../../core/metrics/answerMetrics.ts';
import {
  refinementMetrics,
  type RefinementItem,
  type RefinementMetrics,
} from '../../core/metrics/refinementMetrics.ts';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { Score } from '../../core/rewards/model.ts';
import { DialectChoice } from '../choosing/dialectChoice.ts';
import type { Place } from '../reading/inputs.ts';
import { formatHolds } from '../scoring/scoreFacts.ts';
import type { ScoredItem, ScoredSample } from '../scoring/scorer.ts';
import { actionNames } from './actions.ts';
import { Counts, type Count } from './counts.ts';
import { FieldNumbers, type FieldStatistics } from './fieldStatistics.ts';
import { groupKey } from './groupKey.ts';
import { Groups, type GroupsSummary, type ScoreGroup } from './groups.ts';
import { readOtherRecord, type OtherRecord } from './otherRecords.ts';

/** Statistics of many samples. */
export interface RunStatistics {
  readonly samples: number;
  /** Records that could not be read. */
  readonly unreadable: number;
  readonly profiles: readonly string[];
  /** The numbers that profiles report, by name, and the records' own `score`. */
  readonly reported: ReadonlyMap<string, FieldStatistics>;
  /** The number of samples whose format is right, and wrong, according to the reward; other samples are not counted. */
  readonly format: { readonly valid: number; readonly invalid: number };
  /** Exceptions that references raise, by name. */
  readonly raises: ReadonlyMap<string, number>;
  /** The number of samples in which a default replaced a missing key of the record, by key. */
  readonly defaults: ReadonlyMap<string, number>;
  readonly deductions: readonly Count[];
  readonly tools: readonly Count[];
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

/** Collects the statistics of a run, storing a few numbers for each sample. */
export class StatisticsCollector {
  readonly #groups: Groups;
  readonly #groupField: string;
  readonly #dialects = new DialectChoice();
  #hasGroupField = false;
  #samples = 0;
  #unreadable = 0;
  readonly #profiles = new Set<string>();
  readonly #fields = new FieldNumbers();
  readonly #raises = new Map<string, number>();
  readonly #defaults = new Map<string, number>();
  readonly #format = { valid: 0, invalid: 0 };
  readonly #deductions = new Counts();
  readonly #tools = new Counts();
  readonly #answers: ComparedAnswer[] = [];
  readonly #refinements: RefinementItem[] = [];

  /**
   * @param groupField the reported field whose numbers are compared within groups; `score` is that of the records
   * themselves
   */
  constructor(groupField: string, filter: OnlineFilter) {
    this.#groupField = groupField;
    this.#groups = new Groups(filter);
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
      format: { ...this.#format },
      raises: new Map(this.#raises),
      defaults: new Map(this.#defaults),
      deductions: this.#deductions.sorted(),
      tools: this.#tools.sorted(),
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
    if (other.kind === 'answer') this.#answers.push(other.answer);
    else if (other.kind === 'scores') this.#groups.addWhole(`line ${place.line ?? 1}`, other.scores);
    else for (const item of other.items) this.#refinements.push(item);
    return { kind: 'other', place, other };
  }

  #addSample({ place, sample, score }: ScoredSample): RecordFacts {
    this.#samples += 1;
    if (score !== null) this.#addScore(score);
    if (sample.score !== null) this.#fields.add('score', sample.score);
    this.#addToGroup(sample, score);
    const actions = actionNames(sample, this.#dialects.of(place.file, sample));
    this.#tools.add(actions.map((name) => [name, 0] as const));
    const answer = compareSample(sample);
    if (answer !== null) this.#answers.push(answer);
    const iou = sample.iou ?? score?.reported['model_iou'] ?? null;
    const toolIou = sample.toolIou ?? score?.reported['tool_iou'] ?? null;
    const isEvaluated = isJsonObject(sample.record) && 'iou' in sample.record;
    if (isEvaluated || iou !== null || toolIou !== null) this.#refinements.push({ iou, tool_iou: toolIou });
    return { kind: 'sample', place, sample, answer };
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
    this.#deductions.add(
      components.flatMap(({ entries }) =>
        entries
          .filter(({ kind }) => kind === 'deduction')
          .map(({ code, paid }) => [code, Number(paid)] as const),
      ),
    );
  }

  #addToGroup(sample: Sample, score: Score | null): void {
    const field = this.#groupField;
    this.#hasGroupField ||=
      field === 'score' ? sample.score !== null : score !== null && hasField(score, field);
    const key = groupKey(sample);
    if (key !== null) this.#groups.add(key, field === 'score' ? sample.score : fieldOf(score, field));
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

/** How a sample's answer compares with its references; null if it has none. */
function compareSample({ response, references, sufficient }: Sample): ComparedAnswer | null {
  if (sufficient !== false && references.length === 0) return null;
  return compareAnswer({ response, references, sufficient });
}
