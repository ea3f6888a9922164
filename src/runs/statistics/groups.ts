import {
  groupSpread,
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
  /** The training step; null if it is not known. */
  readonly step: number | null;
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
  /** Groups in which no sample scores more than 0. */
  readonly solvedNone: number;
  /** Groups in which every sample scores at least 1. */
  readonly solvedAll: number;
  readonly filter: OnlineFilter;
  /** Groups that the filter keeps. */
  readonly kept: number;
  /** The mean of the groups' means. */
  readonly mean: number | null;
  /** The mean of the groups' deviations. */
  readonly meanDeviation: number | null;
}

/** A group's scores as they are collected. */
interface CollectedGroup {
  readonly name: string;
  readonly step: number | null;
  readonly scores: (number | null)[];
}

/** Collects the scores of samples by group. */
export class Groups {
  readonly #groups = new Map<string, CollectedGroup>();
  readonly #filter: OnlineFilter;

  /** @param filter decides which groups a trainer keeps */
  constructor(filter: OnlineFilter) {
    this.#filter = filter;
  }

  /** Adds a sample of a group. */
  add({ key, name, step }: GroupKey, score: number | null): void {
    let found = this.#groups.get(key);
    if (found === undefined) this.#groups.set(key, (found = { name, step, scores: [] }));
    // NaN and infinities are treated like unknown scores.
    found.scores.push(score !== null && Number.isFinite(score) ? score : null);
  }

  /** Adds a group as a whole. */
  addWhole(name: string, scores: readonly number[]): void {
    this.#groups.set(`#${this.#groups.size}`, { name, step: null, scores: [...scores] });
  }

  /** Every group, in the order in which they first occurred. */
  *each(): Generator<ScoreGroup> {
    for (const group of this.#groups.values()) yield scoreGroup(group, this.#filter);
  }

  /** Statistics of all groups; null if there are none. */
  summary(): GroupsSummary | null {
    return summarize(this.#groups.values(), this.#filter);
  }

  /** Statistics of the groups of each training step. */
  summaryByStep(): ReadonlyMap<number | null, GroupsSummary | null> {
    const steps = new Map<number | null, CollectedGroup[]>();
    for (const group of this.#groups.values()) {
      const found = steps.get(group.step);
      if (found === undefined) steps.set(group.step, [group]);
      else found.push(group);
    }
    return new Map([...steps].map(([step, groups]) => [step, summarize(groups, this.#filter)]));
  }
}

function summarize(groups: Iterable<Pick<ScoreGroup, 'scores'>>, filter: OnlineFilter): GroupsSummary | null {
  const counts = { unknown: 0, solvedNone: 0, solvedAll: 0, kept: 0 };
  let smallest = Infinity;
  let largest = 0;
  let count = 0;
  const means: number[] = [];
  const deviations: number[] = [];
  for (const { scores } of groups) {
    count += 1;
    smallest = Math.min(smallest, scores.length);
    largest = Math.max(largest, scores.length);
    if (!areKnown(scores)) {
      counts.unknown += 1;
      continue;
    }
    // The advantages of each sample are not needed here.
    const { mean, deviation } = groupSpread(scores);
    means.push(mean);
    deviations.push(deviation);
    if (keepsGroup({ mean }, filter)) counts.kept += 1;
    if (scores.every((score) => score <= 0)) counts.solvedNone += 1;
    if (scores.every((score) => score >= 1)) counts.solvedAll += 1;
  }
  if (count === 0) return null;
  return {
    count,
    smallest,
    largest,
    ...counts,
    filter,
    mean: means.length === 0 ? null : pairwiseMean(means),
    meanDeviation: deviations.length === 0 ? null : pairwiseMean(deviations),
  };
}

/** A group and its statistics, which are known if every score is known. */
export function scoreGroup(
  { name, step, scores }: Omit<ScoreGroup, 'statistics'>,
  filter: OnlineFilter,
): ScoreGroup {
  if (!areKnown(scores)) return { name, step, scores, statistics: null };
  const statistics = groupStatistics(scores);
  return { name, step, scores, statistics: { ...statistics, isKept: keepsGroup(statistics, filter) } };
}

function areKnown(scores: readonly (number | null)[]): scores is readonly number[] {
  return scores.length > 0 && scores.every((score) => score !== null);
}
