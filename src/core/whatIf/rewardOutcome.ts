import type { Distributions } from './distributions.ts';

/** A number before and after. */
export type BeforeAndAfter = readonly [before: number, after: number];

/** A sample that another reward treats differently. */
export interface RewardShift {
  readonly row: number;
  readonly reward: BeforeAndAfter;
  /** GRPO's advantage. */
  readonly advantage: BeforeAndAfter;
  /** The place in the group, from 1. */
  readonly rank: BeforeAndAfter;
  /** The samples of the group. */
  readonly size: number;
}

/** What another reward does to a run. Samples are those that a person looks at; groups are whole. */
export interface RewardOutcome {
  /** Samples whose reward is known both ways, and those of which one is not known. */
  readonly samples: number;
  readonly unknown: number;
  /** Groups in which all rewards are known both ways, and those in which one is not: nothing else is said of them. */
  readonly groups: number;
  readonly unknownGroups: number;
  /** Null if no sample is known both ways. */
  readonly distributions: Distributions | null;
  /** Samples whose place in the group changes, and the groups that have such a sample. */
  readonly ranks: {
    readonly samples: number;
    readonly groups: number;
    /** The mean of Kendall's τ-b over the groups that have one; null if none has. */
    readonly tau: number | null;
    readonly tauGroups: number;
  };
  /** Samples whose advantage changes from positive to negative or back, and the groups that have such a sample. */
  readonly signs: { readonly samples: number; readonly groups: number };
  /** Groups without variance before and after, and those that lose or gain it. */
  readonly variance: {
    readonly without: BeforeAndAfter;
    readonly lost: number;
    readonly gained: number;
  };
  /** The samples whose advantage changes most, and those whose place does. */
  readonly byAdvantage: readonly RewardShift[];
  readonly byRank: readonly RewardShift[];
}

/** Counts what another reward does to groups and samples. */
export class RewardCounts {
  unknownGroups = 0;
  #groups = 0;
  readonly #without: [number, number] = [0, 0];
  #lost = 0;
  #gained = 0;
  #tau = 0;
  #tauGroups = 0;
  readonly #ranks = { samples: 0, groups: 0 };
  readonly #signs = { samples: 0, groups: 0 };

  /**
   * Adds a group.
   * @param wasEqual whether it had no variance
   * @param isEqual whether it has none now
   * @param tau how well the two orders agree; null if that is not defined
   */
  addGroup(wasEqual: boolean, isEqual: boolean, tau: number | null): void {
    this.#groups += 1;
    if (wasEqual) this.#without[0] += 1;
    if (isEqual) this.#without[1] += 1;
    if (wasEqual && !isEqual) this.#gained += 1;
    if (!wasEqual && isEqual) this.#lost += 1;
    if (tau === null) return;
    this.#tau += tau;
    this.#tauGroups += 1;
  }

  /** Adds the samples of a group whose place has changed, and those whose advantage has changed its sign. */
  addSamples(moved: number, turned: number): void {
    this.#ranks.samples += moved;
    this.#signs.samples += turned;
    if (moved > 0) this.#ranks.groups += 1;
    if (turned > 0) this.#signs.groups += 1;
  }

  outcome(): Pick<RewardOutcome, 'groups' | 'unknownGroups' | 'ranks' | 'signs' | 'variance'> {
    return {
      groups: this.#groups,
      unknownGroups: this.unknownGroups,
      ranks: {
        ...this.#ranks,
        tau: this.#tauGroups === 0 ? null : this.#tau / this.#tauGroups,
        tauGroups: this.#tauGroups,
      },
      signs: this.#signs,
      variance: { without: this.#without, lost: this.#lost, gained: this.#gained },
    };
  }
}
