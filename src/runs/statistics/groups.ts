import {
  groupStatistics,
  keepsGroup,
  type GroupStatistics,
  type OnlineFilter,
} from '../../core/groups/advantages.ts';
import { pairwiseMean } from '../../core/python/pairwiseSum.ts';
import type { GroupKey } from './groupKey.ts';

/** The scores of one question's samples, and their statistics. */
export interface ScoreGroup {
  readonly name: string;
  /** Null for a sample whose score is not known. */
  readonly scores: readonly (number | null)[];
  /** Null if a score is not known. */
  readonly statistics: (GroupStatistics & { readonly isKept: boolean }) | null;
}

/** Statistics of all groups of a run. */
export interface GroupsSummary {
  readonly count: number;
  readonly smallest: number;
  readonly largest: number;
  /** Groups with an unknown score, which are left out of the following numbers. */
  readonly unknown: number;
  readonly filter: OnlineFilter;
  /** Groups that the filter keeps. */
  readonly kept: number;
  /** The mean of the groups' means. */
  readonly mean: number | null;
  /** The mean of the groups' deviations. */
  readonly meanDeviation: number | null;
}

/** Collects the scores of samples by group. */
export class Groups {
  readonly #groups = new Map<string, { readonly name: string; readonly scores: (number | null)[] }>();
  readonly #filter: OnlineFilter;

  /** @param filter decides which groups a trainer keeps */
  constructor(filter: OnlineFilter) {
    this.#filter = filter;
  }

  /** Adds a sample of a group. */
  add({ key, name }: GroupKey, score: number | null): void {
    let found = this.#groups.get(key);
    if (found === undefined) this.#groups.set(key, (found = { name, scores: [] }));
    // NaN and infinities are treated like unknown scores.
    found.scores.push(score !== null && Number.isFinite(score) ? score : null);
  }

  /** Adds a group as a whole. */
  addWhole(name: string, scores: readonly number[]): void {
    this.#groups.set(`#${this.#groups.size}`, { name, scores: [...scores] });
  }

  /** Every group, in the order in which they first occurred. */
  *each(): Generator<ScoreGroup> {
    for (const { name, scores } of this.#groups.values()) yield scoreGroup(name, scores, this.#filter);
  }

  /** Statistics of all groups; null if there are none. */
  summary(): GroupsSummary | null {
    if (this.#groups.size === 0) return null;
    let unknown = 0;
    let kept = 0;
    const sizes: number[] = [];
    const means: number[] = [];
    const deviations: number[] = [];
    for (const { scores, statistics } of this.each()) {
      sizes.push(scores.length);
      if (statistics === null) {
        unknown += 1;
        continue;
      }
      means.push(statistics.mean);
      deviations.push(statistics.deviation);
      if (statistics.isKept) kept += 1;
    }
    return {
      count: sizes.length,
      smallest: sizes.reduce((least, size) => Math.min(least, size)),
      largest: sizes.reduce((most, size) => Math.max(most, size)),
      unknown,
      filter: this.#filter,
      kept,
      mean: means.length === 0 ? null : pairwiseMean(means),
      meanDeviation: deviations.length === 0 ? null : pairwiseMean(deviations),
    };
  }
}

/** A group and its statistics, which are known if every score is known. */
export function scoreGroup(
  name: string,
  scores: readonly (number | null)[],
  filter: OnlineFilter,
): ScoreGroup {
  if (!areKnown(scores)) return { name, scores, statistics: null };
  const statistics = groupStatistics(scores);
  return { name, scores, statistics: { ...statistics, isKept: keepsGroup(statistics, filter) } };
}

function areKnown(scores: readonly (number | null)[]): scores is readonly number[] {
  return scores.length > 0 && scores.every((score) => score !== null);
}
