import type { Place } from '../reading/inputs.ts';
import type { ScoredSample } from '../scoring/scorer.ts';
import { Numbers } from './fieldStatistics.ts';

/** A sample whose recorded score is not the one that is computed now. */
export interface ScoreDifference {
  readonly place: Place;
  readonly recorded: number;
  readonly recomputed: number;
}

/** The scores that records hold beside those that are computed now, over the samples that have both. */
export interface RecordedComparison {
  readonly compared: number;
  /** The samples of which both scores are finite; both means are over these. */
  readonly averaged: number;
  /** Null if `averaged` is 0, as is the other mean. */
  readonly recordedMean: number | null;
  readonly recomputedMean: number | null;
  readonly differ: number;
  /** The first of those that differ. */
  readonly first: readonly ScoreDifference[];
}

/** The most differences that are kept with their places. */
const FIRST = 5;

/** Trainers record sums of 32-bit floats, so that the same score differs in its seventh digit. */
const TOLERANCE = 1e-6;

/** Compares the score that each record holds with the one that is computed now. */
export class RecordedScores {
  readonly #recorded = new Numbers();
  readonly #recomputed = new Numbers();
  #compared = 0;
  #differ = 0;
  readonly #first: ScoreDifference[] = [];

  /** Compares the scores of a sample, if it has both. */
  add(scored: ScoredSample): void {
    const recorded = scored.sample.score;
    const recomputed = recomputedScore(scored);
    if (recorded === null || recomputed === null) return;
    this.#compared += 1;
    if (Number.isFinite(recorded) && Number.isFinite(recomputed)) {
      this.#recorded.add(recorded);
      this.#recomputed.add(recomputed);
    }
    if (areSameScores(recorded, recomputed)) return;
    this.#differ += 1;
    if (this.#first.length < FIRST) this.#first.push({ place: scored.place, recorded, recomputed });
  }

  /** The comparison so far; null if no sample has both scores. */
  comparison(): RecordedComparison | null {
    if (this.#compared === 0) return null;
    const recorded = this.#recorded.statistics();
    return {
      compared: this.#compared,
      averaged: recorded?.count ?? 0,
      recordedMean: recorded?.mean ?? null,
      recomputedMean: this.#recomputed.statistics()?.mean ?? null,
      differ: this.#differ,
      first: [...this.#first],
    };
  }
}

/**
 * The score that is computed now: by the person's own function if there is one, otherwise by the profile. Null if it is
 * not known, or if the function does not apply to the sample.
 */
function recomputedScore({ score, user }: Pick<ScoredSample, 'score' | 'user'>): number | null {
  if (user !== null) return user.ok && !user.notApplicable ? user.overall : null;
  return score?.overall ?? null;
}

/** Whether two scores are the same up to the rounding of 32-bit floats. */
export function areSameScores(one: number, other: number): boolean {
  if (Object.is(one, other) || one === other) return true;
  if (!Number.isFinite(one) || !Number.isFinite(other)) return false;
  return Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other));
}
