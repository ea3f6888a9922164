/** The best and the worst sample of a group, by their positions among all samples. */
interface Extremes {
  readonly best: number;
  readonly bestReward: number;
  readonly worst: number;
  readonly worstReward: number;
}

/** What a sample is in the pair of its group. */
export type PairRole = 'chosen' | 'rejected' | null;

/**
 * Finds the best and the worst sample of each group. Only their positions and rewards are kept, so that the samples
 * themselves can be read again, one after the other.
 */
export class Pairs {
  readonly #margin: number;
  readonly #groups = new Map<string, Extremes>();

  /** @param margin how much more the better one must be paid at least; 0 for any difference */
  constructor(margin: number) {
    this.#margin = margin;
  }

  /** Looks at a sample. Of equal ones, the first counts. */
  look(group: string, position: number, reward: number): void {
    const known = this.#groups.get(group);
    if (known === undefined) {
      const made = { best: position, bestReward: reward, worst: position, worstReward: reward };
      this.#groups.set(group, made);
    } else if (reward > known.bestReward)
      this.#groups.set(group, { ...known, best: position, bestReward: reward });
    else if (reward < known.worstReward)
      this.#groups.set(group, { ...known, worst: position, worstReward: reward });
  }

  /** Whether the samples of a group differ enough for a pair. */
  has(group: string): boolean {
    const known = this.#groups.get(group);
    if (known === undefined) return false;
    const difference = known.bestReward - known.worstReward;
    return difference > 0 && difference >= this.#margin;
  }

  /** What a sample is in the pair of its group; null if it is in none. */
  roleOf(group: string, position: number): PairRole {
    const known = this.#groups.get(group);
    if (known === undefined || !this.has(group)) return null;
    return position === known.best ? 'chosen' : position === known.worst ? 'rejected' : null;
  }
}
