import { partitionPoint } from '../binarySearch.ts';
import { GrpoAdvantages } from '../groups/advantages.ts';
import type { Numbers } from '../summary/groupMembers.ts';
import { compareDistributions } from './distributions.ts';
import { GroupRanks } from './groupRanks.ts';
import { RewardCounts, type BeforeAndAfter, type RewardOutcome, type RewardShift } from './rewardOutcome.ts';
import { TopShifts } from './topShifts.ts';
import type { WholeGroups } from './wholeGroups.ts';

/** A change of the reward: `factor` times a column of numbers is added to it. */
export interface RewardTerm {
  /** The column, by its name, such as `reward.format`. */
  readonly column: string;
  /** A component whose weight changes from w to w' adds w'/w - 1 times what it pays. */
  readonly factor: number;
}

/** What another reward pays for a row. */
export interface PaidRow {
  readonly row: number;
  readonly reward: number;
  /** GRPO's advantage; null if the reward of another sample of the group is not known, and without a group. */
  readonly advantage: number | null;
  /** Whether the advantage changes from positive to negative or back. */
  readonly isTurned: boolean;
  /** How many places the row moves up in its group; down if it is negative. */
  readonly moved: number;
}

/** Samples that are listed unless a caller wants another number. */
const LISTED = 50;

/** Decimal places beyond which only binary rounding differs: rewards that are equal as decimals stay equal. */
const PLACES = 1e12;

/** Changes of advantages are listed in this unit: what is smaller comes from the 1e-6 in their denominator. */
const LEAST_CHANGE = 1e-5;

/** An advantage this close to zero is zero but for binary rounding. */
const NO_ADVANTAGE = 1e-9;

/** The rewards of a run, and what changes with others. What does not depend on the others is computed once. */
export class RewardWhatIf {
  readonly #groups: WholeGroups;
  /** By position; NaN for what is not known or not finite. */
  readonly #before: Float64Array;
  readonly #grpo = new GrpoAdvantages();
  readonly #columns = new Map<string, Float64Array>();
  readonly #advantagesBefore: Float64Array;
  readonly #advantagesAfter: Float64Array;
  readonly #ranks: GroupRanks;
  readonly #after: Float64Array;
  /** By position: 1 for a sample whose advantage changes its sign. */
  readonly #turned: Uint8Array;
  readonly #listed: number;

  /** @param compared the column of the current reward, by its name: `reward` or `score` */
  constructor(groups: WholeGroups, compared: string, listed = LISTED) {
    const { length } = groups.rows;
    this.#groups = groups;
    this.#listed = listed;
    this.#before = this.#valuesOf(groups.table.numbers(compared));
    this.#after = new Float64Array(length);
    this.#turned = new Uint8Array(length);
    this.#advantagesBefore = new Float64Array(length);
    this.#advantagesAfter = new Float64Array(length);
    this.#ranks = new GroupRanks(length);
    for (let group = 0; group < groups.count; group += 1) {
      const [start, end] = [groups.start(group), groups.end(group)];
      this.#grpo.write(this.#before, start, end, this.#advantagesBefore);
    }
  }

  /**
   * What changes if terms are added to the reward. What does not add up to the reward stays as it is. Where the profile
   * cannot say what it pays, neither is known what other weights would pay, even if groups compare recorded scores.
   */
  withTerms(terms: readonly RewardTerm[]): RewardOutcome {
    const changed = terms.filter(({ factor }) => factor !== 0);
    const after = this.#after;
    after.set(this.#before);
    for (const { column, factor } of changed) {
      const values = this.#columnOf(column);
      for (let at = 0; at < after.length; at += 1)
        after[at] = (after[at] ?? 0) + factor * this.#partAt(values, at);
    }
    if (changed.length > 0)
      for (let at = 0; at < after.length; at += 1) after[at] = Math.round((after[at] ?? 0) * PLACES) / PLACES;
    return this.#outcome();
  }

  /** What changes if samples are paid what a column says. */
  withRewards(numbers: Numbers | undefined): RewardOutcome {
    this.#after.set(this.#valuesOf(numbers));
    return this.#outcome();
  }

  /**
   * Samples whose reward is not the sum of columns, because it is rounded or limited or has other parts, and the
   * greatest difference.
   */
  unequalTo(columns: readonly string[]): { readonly samples: number; readonly most: number } {
    const values = columns.map((column) => this.#columnOf(column));
    let samples = 0;
    let most = 0;
    for (let at = 0; at < this.#before.length; at += 1) {
      if (this.#groups.isChosen[at] === 0) continue;
      let difference = this.#before[at] ?? Number.NaN;
      for (const column of values) difference -= this.#partAt(column, at);
      difference = Math.abs(Math.round(difference * PLACES) / PLACES);
      if (!(difference > 0)) continue;
      samples += 1;
      most = Math.max(most, difference);
    }
    return { samples, most };
  }

  /** Calls a function with each row that has a reward in the last outcome. */
  visitLast(visit: (paid: PaidRow) => void): void {
    const { rows } = this.#groups;
    rows.forEach((row, at) => {
      const reward = this.#after[at] ?? Number.NaN;
      if (!Number.isFinite(reward)) return;
      const advantage = this.#advantagesAfter[at] ?? Number.NaN;
      visit({
        row,
        reward,
        advantage: Number.isFinite(advantage) ? advantage : null,
        isTurned: this.#turned[at] === 1,
        moved: (this.#ranks.before[at] ?? 0) - (this.#ranks.after[at] ?? 0),
      });
    });
  }

  #outcome(): RewardOutcome {
    const [before, after, groups] = [this.#before, this.#after, this.#groups];
    const counts = new RewardCounts();
    const byAdvantage = new TopShifts(this.#listed);
    const byRank = new TopShifts(this.#listed);
    this.#turned.fill(0);
    this.#ranks.clear();
    for (let group = 0; group < groups.count; group += 1) {
      const [start, end] = [groups.start(group), groups.end(group)];
      this.#grpo.write(after, start, end, this.#advantagesAfter);
      if (!areKnown(before, start, end) || !areKnown(after, start, end)) {
        counts.unknownGroups += 1;
        continue;
      }
      const wasEqual = areEqual(before, start, end);
      const isEqual = areEqual(after, start, end);
      counts.addGroup(wasEqual, isEqual, this.#ranks.rank(before, after, start, end));
      let moved = 0;
      let turned = 0;
      for (let at = start; at < end; at += 1) {
        const was = wasEqual ? 0 : signOf(this.#advantagesBefore[at]);
        const is = isEqual ? 0 : signOf(this.#advantagesAfter[at]);
        if (was * is < 0) this.#turned[at] = 1;
        if (groups.isChosen[at] === 0) continue;
        const places = Math.abs((this.#ranks.before[at] ?? 0) - (this.#ranks.after[at] ?? 0));
        if (places > 0) moved += 1;
        if (was * is < 0) turned += 1;
        const change = Math.abs((this.#advantagesAfter[at] ?? 0) - (this.#advantagesBefore[at] ?? 0));
        byAdvantage.add(at, Math.round(change / LEAST_CHANGE));
        byRank.add(at, places);
      }
      counts.addSamples(moved, turned);
    }
    const distributions = compareDistributions(before, after, groups.isChosen);
    return {
      ...counts.outcome(),
      samples: distributions?.samples ?? 0,
      unknown: groups.isChosen.reduce((sum, each) => sum + each, 0) - (distributions?.samples ?? 0),
      distributions,
      byAdvantage: this.#shiftsAt(byAdvantage.positions),
      byRank: this.#shiftsAt(byRank.positions),
    };
  }

  #shiftsAt(positions: readonly number[]): readonly RewardShift[] {
    const { starts, rows, count } = this.#groups;
    return positions.map((at) => {
      const group = partitionPoint(count, (index) => (starts[index + 1] ?? 0) <= at);
      const both = (was: ArrayLike<number>, is: ArrayLike<number>): BeforeAndAfter => [
        was[at] ?? 0,
        is[at] ?? 0,
      ];
      return {
        row: rows[at] ?? 0,
        reward: both(this.#before, this.#after),
        advantage: both(this.#advantagesBefore, this.#advantagesAfter),
        rank: both(this.#ranks.before, this.#ranks.after),
        size: this.#groups.end(group) - this.#groups.start(group),
      };
    });
  }

  #columnOf(name: string): Float64Array {
    let values = this.#columns.get(name);
    if (values === undefined)
      this.#columns.set(name, (values = this.#valuesOf(this.#groups.table.numbers(name))));
    return values;
  }

  /** What a component pays at a position. A row that another profile has scored does not have it, and is paid nothing. */
  #partAt(component: Float64Array, at: number): number {
    const part = component[at] ?? Number.NaN;
    return Number.isNaN(part) && !Number.isNaN(this.#columnOf('reward')[at]) ? 0 : part;
  }

  #valuesOf(numbers: Numbers | undefined): Float64Array {
    return Float64Array.from(this.#groups.rows, (row) => {
      const value = numbers?.at(row) ?? Number.NaN;
      return Number.isFinite(value) ? value : Number.NaN;
    });
  }
}

function areKnown(values: Float64Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (Number.isNaN(values[at])) return false;
  return true;
}

function areEqual(values: Float64Array, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at += 1) if (values[at] !== values[start]) return false;
  return true;
}

function signOf(advantage = 0): number {
  return Math.abs(advantage) < NO_ADVANTAGE ? 0 : Math.sign(advantage);
}
