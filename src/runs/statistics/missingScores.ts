import type { ScoredSample } from '../scoring/scorer.ts';

/** Why samples have no score. */
export interface MissingScores {
  readonly count: number;
  /** Samples whose score depends on inputs that their records lack, by the input. */
  readonly needs: ReadonlyMap<string, number>;
  /** Samples for which the reward function raises an exception, by its name. */
  readonly raises: ReadonlyMap<string, number>;
  /** Samples for which nothing determines the profile. */
  readonly unscored: number;
  /** Samples for which the person's own function failed. */
  readonly pythonFailed: number;
  /** Samples to which the person's own function does not apply. */
  readonly notApplicable: number;
}

/** Counts the samples whose score is not known, and why. */
export class MissingScoreCounter {
  #count = 0;
  #unscored = 0;
  #pythonFailed = 0;
  #notApplicable = 0;
  readonly #needs = new Map<string, number>();
  readonly #raises = new Map<string, number>();

  /** Counts a sample if it has no score. */
  add({ score, user }: Pick<ScoredSample, 'score' | 'user'>): void {
    if (user !== null && !user.ok) this.#pythonFailed += 1;
    else if (user?.ok && user.notApplicable) this.#notApplicable += 1;
    else if (user !== null || score?.overall != null) return;
    else if (score === null) this.#unscored += 1;
    else if (score.raises !== null) increment(this.#raises, score.raises.name);
    else for (const need of score.needs) increment(this.#needs, need);
    this.#count += 1;
  }

  /** The counts so far; null if every sample has a score. */
  missing(): MissingScores | null {
    if (this.#count === 0) return null;
    return {
      count: this.#count,
      needs: new Map(this.#needs),
      raises: new Map(this.#raises),
      unscored: this.#unscored,
      pythonFailed: this.#pythonFailed,
      notApplicable: this.#notApplicable,
    };
  }
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
