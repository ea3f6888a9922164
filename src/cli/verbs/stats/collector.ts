import type { OnlineFilter } from '../../../core/groups/advantages.ts';
import { compareAnswer, reportAnswers, type ComparedAnswer } from '../../../core/metrics/answerMetrics.ts';
import { refinementMetrics, type RefinementItem } from '../../../core/metrics/refinementMetrics.ts';
import { isJsonObject } from '../../../core/records/fieldPath.ts';
import type { Sample } from '../../../core/records/sample.ts';
import type { Score } from '../../../core/rewards/model.ts';
import { formatHolds } from '../../arguments/scoringOptions.ts';
import { answerJson } from './otherRecords.ts';
import { FieldNumbers } from './fieldStatistics.ts';
import { Groups } from './groups.ts';

/** Counts by a name, in the order of the greatest. */
class Counts {
  readonly #counts = new Map<string, { count: number; samples: number; paid: number }>();

  /** What one sample has, name by name. */
  add(found: Iterable<readonly [name: string, paid: number]>): void {
    const seen = new Set<string>();
    for (const [name, paid] of found) {
      let entry = this.#counts.get(name);
      if (entry === undefined) this.#counts.set(name, (entry = { count: 0, samples: 0, paid: 0 }));
      entry.count += 1;
      entry.paid += paid;
      if (!seen.has(name)) entry.samples += 1;
      seen.add(name);
    }
  }

  /** The most frequent first. */
  sorted(): readonly {
    readonly name: string;
    readonly count: number;
    readonly samples: number;
    readonly paid: number;
  }[] {
    return [...this.#counts]
      .map(([name, counts]) => ({ name, ...counts }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}

/** Gathers what there is to tell of many samples, with a few numbers kept of each. */
export class Collector {
  readonly groups: Groups;
  readonly #key: string;
  #keyed = false;
  #samples = 0;
  readonly #profiles = new Set<string>();
  readonly #fields = new FieldNumbers();
  readonly #raises = new Map<string, number>();
  readonly #defaults = new Map<string, number>();
  readonly #format = { valid: 0, invalid: 0 };
  readonly #deductions = new Counts();
  readonly #tools = new Counts();
  readonly #answers: ComparedAnswer[] = [];
  readonly #refinements: RefinementItem[] = [];

  /** @param key the reported field that groups are told by; `score` is what the records hold themselves */
  constructor(key: string, filter: OnlineFilter) {
    this.#key = key;
    this.groups = new Groups(filter);
  }

  /** One more sample, with its score where a profile gives one, and the names of its tool calls and other actions. */
  add(sample: Sample, score: Score | null, actions: readonly string[]): void {
    this.#samples += 1;
    if (score !== null) this.#addScore(score);
    if (sample.score !== null) this.#fields.add('score', sample.score);
    this.#keyed ||=
      this.#key === 'score' ? sample.score !== null : score !== null && hasField(score, this.#key);
    this.groups.add(sample, this.#key === 'score' ? sample.score : fieldOf(score, this.#key));
    this.#tools.add(actions.map((name) => [name, 0] as const));
    const answer = answerOf(sample);
    if (answer !== null) this.#answers.push(answer);
    const iou = sample.iou ?? score?.reported['model_iou'] ?? null;
    const toolIou = sample.toolIou ?? score?.reported['tool_iou'] ?? null;
    const evaluated = isJsonObject(sample.record) && 'iou' in sample.record;
    if (evaluated || iou !== null || toolIou !== null) this.addRefinement({ iou, tool_iou: toolIou });
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

  /** Whether there were samples, and none had the field that groups are told by. */
  get keyMissing(): boolean {
    return this.#samples > 0 && !this.#keyed;
  }

  /** One more answer that was compared. */
  addAnswer(answer: ComparedAnswer): void {
    this.#answers.push(answer);
  }

  /** One more item of an evaluation of refinement. */
  addRefinement(item: RefinementItem): void {
    this.#refinements.push(item);
  }

  /** What media/schemas/stats.schema.json describes. */
  json(unreadable: number): Record<string, unknown> {
    const { valid, invalid } = this.#format;
    const refinement = refinementMetrics(this.#refinements);
    const groups = this.groups.json();
    return {
      samples: this.#samples,
      unreadable,
      profiles: [...this.#profiles],
      reported: this.#fields.json(),
      ...(valid + invalid === 0 ? {} : { format: { valid, invalid, rate: valid / (valid + invalid) } }),
      raises: Object.fromEntries(this.#raises),
      defaults: Object.fromEntries(this.#defaults),
      deductions: this.#deductions.sorted().map(({ name, count, samples, paid }) => ({
        code: name,
        count,
        samples,
        paid: Number(paid.toFixed(6)),
      })),
      tools: this.#tools.sorted().map(({ name, count, samples }) => ({ name, calls: count, samples })),
      ...(groups === null ? {} : { groups }),
      ...(this.#answers.length === 0 ? {} : { answers: reportAnswers(this.#answers) }),
      ...(refinement === null ? {} : { refinement }),
    };
  }
}

function hasField({ reported }: Score, field: string): boolean {
  return field === 'overall' || Object.hasOwn(reported, field);
}

/** A field of a score; overall is one also where the reference reports it under another name. */
function fieldOf(score: Score | null, field: string): number | null {
  if (score === null) return null;
  return score.reported[field] ?? (field === 'overall' ? score.overall : null);
}

/** How a sample's answer compares with its references; null where it has none. */
function answerOf({ response, references, sufficient }: Sample): ComparedAnswer | null {
  if (sufficient !== false && references.length === 0) return null;
  return compareAnswer({ response, references, sufficient });
}

/** The same as it stands in the row of a record. */
export function sampleAnswerJson(sample: Sample): Record<string, unknown> {
  const answer = answerOf(sample);
  return answer === null ? {} : answerJson(answer);
}
