import { keepsGroup, type OnlineFilter } from '../groups/advantages.ts';
import { median } from '../median.ts';
import { pairwiseMean } from '../python/pairwiseSum.ts';
import { difficultyOf, type Difficulty } from './difficulty.ts';
import { promptDraws, type PromptDraws } from './promptDraws.ts';
import type { WholeGroups } from './wholeGroups.ts';

/** Which groups a trainer keeps: those whose mean lies strictly within the bounds, and that are not dropped anyway. */
export interface GroupFilter extends OnlineFilter {
  /** The column of numbers whose mean is compared, by its name; null for the share of right answers among those judged. */
  readonly key: string | null;
  /** Whether groups are dropped whose samples are all right, or all wrong. */
  readonly dropsAllRight: boolean;
  readonly dropsAllWrong: boolean;
}

/**
 * Why a group is lost: the number of a sample is not known or not finite; all samples are right, or wrong, and such
 * groups are dropped; the mean is not above the low bound, or not below the high one.
 */
export const LOSSES = ['unknown', 'allRight', 'allWrong', 'low', 'high'] as const;
export type Loss = (typeof LOSSES)[number];

/** What a filter does to some groups. */
export interface FilterCounts {
  readonly groups: number;
  readonly kept: number;
  /** Lost groups by why. One that is lost for several reasons counts for the first of them. */
  readonly lost: Readonly<Record<Loss, number>>;
  /** Lost groups whose samples are all right, and all wrong, for whatever reason but that a number is not known. */
  readonly lostAllRight: number;
  readonly lostAllWrong: number;
  readonly draws: PromptDraws;
}

/** What a filter does to the groups of a step. */
export interface StepOutcome extends FilterCounts {
  /** Null for groups whose step is not known, and for groups across steps. */
  readonly step: number | null;
}

/** What a filter does to a run. */
export interface FilterOutcome extends FilterCounts {
  /** In the order of the steps; groups without a step last. */
  readonly steps: readonly StepOutcome[];
  readonly difficulty: Difficulty;
}

/** Numbers of prompts that are kept after they were computed. */
const MOST_DRAWS = 10_000;

/** What is counted of the groups of a step. */
interface Tally {
  groups: number;
  readonly lost: Record<Loss, number>;
  lostAllRight: number;
  lostAllWrong: number;
}

/** The groups of a run under filters that a person tries: what is known of each group is computed once. */
export class FilterWhatIf {
  readonly #groups: WholeGroups;
  readonly #right: Uint32Array;
  readonly #wrong: Uint32Array;
  /** The index of the step of each group among `#steps`. */
  readonly #stepOf: Uint32Array;
  readonly #steps: readonly (number | null)[];
  readonly #means = new Map<string | null, Float64Array>();
  /** Steps often keep equally many groups, and a slider comes back to where it was. */
  readonly #draws = new Map<string, PromptDraws>();

  constructor(groups: WholeGroups) {
    const { count, rows, table } = groups;
    this.#groups = groups;
    this.#right = new Uint32Array(count);
    this.#wrong = new Uint32Array(count);
    const steps = new Float64Array(count);
    for (let group = 0; group < count; group += 1) {
      let right = 0;
      let wrong = 0;
      let step: number | null = null;
      let hasOneStep = true;
      for (let at = groups.start(group); at < groups.end(group); at += 1) {
        const row = rows[at] ?? 0;
        const isRight = table.isRight(row);
        if (isRight === true) right += 1;
        else if (isRight === false) wrong += 1;
        const ofRow = table.step(row);
        if (at === groups.start(group)) step = ofRow;
        else if (ofRow !== step) hasOneStep = false;
      }
      this.#right[group] = right;
      this.#wrong[group] = wrong;
      steps[group] = hasOneStep && step !== null ? step : Infinity;
    }
    const all = [...new Set(steps)].sort((a, b) => (a === b ? 0 : a - b));
    const indexOf = new Map(all.map((step, index) => [step, index]));
    this.#steps = all.map((step) => (step === Infinity ? null : step));
    this.#stepOf = Uint32Array.from(steps, (step) => indexOf.get(step) ?? 0);
  }

  /** The groups that a filter is applied to. */
  get groups(): number {
    return this.#groups.count;
  }

  /**
   * What a filter does.
   * @param batch the prompts of a full batch; if it is missing, as many as the step has groups, and for the whole run
   * the median of that
   */
  apply(filter: GroupFilter, batch?: number): FilterOutcome {
    const { count } = this.#groups;
    const tallies = this.#steps.map(emptyTally);
    const isKept = new Uint8Array(count);
    for (let group = 0; group < count; group += 1) {
      const tally = tallies[this.#stepOf[group] ?? 0];
      if (tally === undefined) continue;
      tally.groups += 1;
      const loss = this.lossOf(group, filter);
      if (loss === null) {
        isKept[group] = 1;
        continue;
      }
      tally.lost[loss] += 1;
      if (loss === 'unknown') continue;
      if (this.#isAll(this.#right, group)) tally.lostAllRight += 1;
      if (this.#isAll(this.#wrong, group)) tally.lostAllWrong += 1;
    }
    const usual = batch ?? Math.round(median(tallies.map(({ groups }) => groups)) ?? 0);
    return {
      ...this.#countsOf(tallies.reduce(addTally, emptyTally()), usual),
      steps: tallies.map((tally, index) => ({
        step: this.#steps[index] ?? null,
        ...this.#countsOf(tally, batch ?? tally.groups),
      })),
      difficulty: difficultyOf(this.#groups, this.#right, this.#wrong, isKept),
    };
  }

  /** Why a filter loses a group; null if it keeps it. */
  lossOf(group: number, filter: GroupFilter): Loss | null {
    const mean = this.#meansOf(filter.key)[group] ?? Number.NaN;
    if (Number.isNaN(mean)) return 'unknown';
    if (filter.dropsAllRight && this.#isAll(this.#right, group)) return 'allRight';
    if (filter.dropsAllWrong && this.#isAll(this.#wrong, group)) return 'allWrong';
    if (keepsGroup({ mean }, filter)) return null;
    return filter.low < mean ? 'high' : 'low';
  }

  #countsOf({ groups, lost, lostAllRight, lostAllWrong }: Tally, batch: number): FilterCounts {
    const kept = LOSSES.reduce((left, loss) => left - lost[loss], groups);
    const key = `${batch} ${kept} ${groups}`;
    let draws = this.#draws.get(key);
    if (draws === undefined) {
      draws = promptDraws(batch, kept, groups);
      if (this.#draws.size >= MOST_DRAWS) this.#draws.clear();
      this.#draws.set(key, draws);
    }
    return { groups, kept, lost, lostAllRight, lostAllWrong, draws };
  }

  #isAll(counts: Uint32Array, group: number): boolean {
    return counts[group] === this.#groups.end(group) - this.#groups.start(group);
  }

  /** The mean of each group; NaN if the number of a sample is not known or not finite. */
  #meansOf(key: string | null): Float64Array {
    let means = this.#means.get(key);
    if (means !== undefined) return means;
    // The share of right answers is of those that are judged: without any, it is not a number.
    means =
      key === null
        ? Float64Array.from(this.#right, (right, group) => right / (right + (this.#wrong[group] ?? 0)))
        : groupMeans(this.#groups, key);
    this.#means.set(key, means);
    return means;
  }
}

/** The mean of a column in each group. */
function groupMeans(groups: WholeGroups, key: string): Float64Array {
  const { count, rows, table } = groups;
  const means = new Float64Array(count).fill(Number.NaN);
  const numbers = table.numbers(key);
  if (numbers === undefined) return means;
  const values = Float64Array.from(rows, (row) => numbers.at(row) ?? Number.NaN);
  for (let group = 0; group < count; group += 1) {
    const [start, end] = [groups.start(group), groups.end(group)];
    let isKnown = true;
    for (let at = start; at < end; at += 1) isKnown &&= Number.isFinite(values[at]);
    if (isKnown) means[group] = pairwiseMean(values, start, end);
  }
  return means;
}

function emptyTally(): Tally {
  return {
    groups: 0,
    lost: { unknown: 0, allRight: 0, allWrong: 0, low: 0, high: 0 },
    lostAllRight: 0,
    lostAllWrong: 0,
  };
}

function addTally(sum: Tally, tally: Tally): Tally {
  sum.groups += tally.groups;
  sum.lostAllRight += tally.lostAllRight;
  sum.lostAllWrong += tally.lostAllWrong;
  for (const loss of LOSSES) sum.lost[loss] += tally.lost[loss];
  return sum;
}
