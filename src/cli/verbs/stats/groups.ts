import { createHash } from 'node:crypto';
import { groupStatistics, keepsGroup, type OnlineFilter } from '../../../core/groups/advantages.ts';
import { pairwiseMean } from '../../../core/python/pairwiseSum.ts';
import type { Sample } from '../../../core/records/sample.ts';
import { numberJson } from '../score/scoreJson.ts';

/** The scores of one question's samples; null for one that is not known. */
interface Group {
  readonly name: string;
  readonly scores: (number | null)[];
}

/** A name this long is kept as it is; of a longer one (a prompt) its beginning. */
const NAME = 80;

/** Collects the scores of samples by the group that they belong to. */
export class Groups {
  readonly #groups = new Map<string, Group>();
  readonly #filter: OnlineFilter;

  /** @param filter which groups a trainer keeps */
  constructor(filter: OnlineFilter) {
    this.#filter = filter;
  }

  /**
   * One more sample. It belongs to the group that its record names, else to that of its prompt and reference; without
   * either, to none.
   */
  add(sample: Sample, score: number | null): void {
    const { group, question, reference } = sample;
    if (group === null && question === null) return;
    // Prompts are long, and many: what tells them apart is enough.
    const key =
      group === null
        ? createHash('sha256')
            .update(JSON.stringify([question, reference]))
            .digest('base64')
        : `:${group}`;
    let found = this.#groups.get(key);
    if (found === undefined) {
      found = {
        name: Array.from(group ?? question ?? '')
          .slice(0, NAME)
          .join(''),
        scores: [],
      };
      this.#groups.set(key, found);
    }
    // A score that is no number says as little as one that is not known.
    found.scores.push(score !== null && Number.isFinite(score) ? score : null);
  }

  /** Adds a group as a whole. */
  addWhole(name: string, scores: readonly number[]): void {
    this.#groups.set(`#${this.#groups.size}`, { name, scores: [...scores] });
  }

  /** How many there are. */
  get count(): number {
    return this.#groups.size;
  }

  /** Every group as media/schemas/stats.schema.json describes it, in the order in which they came. */
  *each(): Generator<Record<string, unknown>> {
    for (const { name, scores } of this.#groups.values()) {
      yield { group: name, ...groupJson(scores, this.#filter) };
    }
  }

  /** All groups together; null without one. */
  json(): Record<string, unknown> | null {
    if (this.#groups.size === 0) return null;
    let unknown = 0;
    let kept = 0;
    const sizes: number[] = [];
    const means: number[] = [];
    const deviations: number[] = [];
    for (const { scores } of this.#groups.values()) {
      sizes.push(scores.length);
      if (!known(scores)) {
        unknown += 1;
        continue;
      }
      const statistics = groupStatistics(scores);
      means.push(statistics.mean);
      deviations.push(statistics.deviation);
      if (keepsGroup(statistics, this.#filter)) kept += 1;
    }
    return {
      count: sizes.length,
      smallest: sizes.reduce((least, size) => Math.min(least, size)),
      largest: sizes.reduce((most, size) => Math.max(most, size)),
      unknown,
      filter: this.#filter,
      kept,
      mean: means.length === 0 ? null : pairwiseMean(means),
      mean_std: deviations.length === 0 ? null : pairwiseMean(deviations),
    };
  }
}

/** A group's statistics under the references' names; nothing but its size where a score is not known. */
export function groupJson(scores: readonly (number | null)[], filter: OnlineFilter): Record<string, unknown> {
  if (!known(scores)) return { n: scores.length, mean: null };
  const statistics = groupStatistics(scores);
  const { mean, deviation, grpo, rloo } = statistics;
  return {
    n: scores.length,
    scores: scores.map(numberJson),
    mean: numberJson(mean),
    std: numberJson(deviation),
    grpo: grpo.map(numberJson),
    rloo: rloo.map(numberJson),
    keep: keepsGroup(statistics, filter),
  };
}

function known(scores: readonly (number | null)[]): scores is readonly number[] {
  return scores.length > 0 && scores.every((score) => score !== null);
}
