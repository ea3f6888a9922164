import type { RewardOutcome, RewardShift } from './rewardOutcome.ts';
import type { RewardTerm } from './rewardWhatIf.ts';

/** Another reward: terms that are added to the current one, or the reward that was tried last. */
export type RewardChange =
  | { readonly kind: 'terms'; readonly terms: readonly RewardTerm[] }
  | { readonly kind: 'trial' };

/** A sample that another reward treats differently, as a person knows it. */
export interface NamedShift extends RewardShift {
  /** The beginning of what its group is called; empty without one. */
  readonly name: string;
  /** The answer that it gives; empty without one. */
  readonly answer: string;
}

/** What another reward does to the samples that the filter of the view leaves. */
export interface RewardAnswer extends Omit<RewardOutcome, 'byAdvantage' | 'byRank'> {
  readonly byAdvantage: readonly NamedShift[];
  readonly byRank: readonly NamedShift[];
  /** Samples whose reward is not the sum of its components, and the greatest difference. */
  readonly unequal: { readonly samples: number; readonly most: number };
}

/** A reward that is tried on all samples of a run, apart from the run's own. */
export interface TrialState {
  /** What it is called. */
  readonly name: string;
  readonly phase: 'running' | 'stopped' | 'done';
  /** Samples that were scored, those that have no score although they were, and all. */
  readonly scored: number;
  readonly failed: number;
  readonly of: number;
  /** Why the first sample has no score, or why the trial has ended, in a sentence; null if all is well. */
  readonly problem: string | null;
}
