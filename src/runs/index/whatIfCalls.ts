import type { ScopedSample } from '../../core/groups/scopedAdvantages.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { Trainer } from '../../core/rewards/trainers.ts';
import type { RewardAnswer, RewardChange } from '../../core/whatIf/answers.ts';
import type { FilterOutcome, GroupFilter } from '../../core/whatIf/filterWhatIf.ts';

/** A trial that begins. */
export interface TrialStart {
  readonly name: string;
  /** A profile, or the path of a composite; null if the scores come from elsewhere (`nextToTry`). */
  readonly profile: string | null;
}

/** Samples that are to be scored elsewhere; none if there are no more. */
export interface TriedRows {
  readonly trial: number;
  readonly rows: readonly { readonly row: number; readonly sample: Sample }[];
}

/** What a trial has found out elsewhere. */
export interface TriedScores {
  readonly trial: number;
  /** The score of each row; null for one without a score. */
  readonly scores: readonly { readonly row: number; readonly score: number | null }[];
  /** Why the first of them has no score; null if all have one. */
  readonly problem: string | null;
}

/** The group of a sample, scored part by part. */
export interface GroupPartsRequest {
  readonly row: number;
  /** A profile, or the path of a composite. */
  readonly profile: string;
  readonly trainer: Trainer | null;
}

/** The calls about what-ifs of the thread that indexes a run. */
export interface WhatIfCalls {
  readonly filterWhatIf: {
    readonly request: { readonly filter: GroupFilter; readonly batch: number | null };
    readonly value: FilterOutcome;
  };
  readonly rewardWhatIf: { readonly request: RewardChange; readonly value: RewardAnswer };
  /** Gives the rows the fields `whatif.reward` and so on, by which they can be filtered. */
  readonly showWhatIf: { readonly request: RewardChange; readonly value: null };
  readonly startTrial: { readonly request: TrialStart; readonly value: null };
  /** Stops the trial; with a sentence, because of something that went wrong. */
  readonly stopTrial: { readonly request: string | null; readonly value: null };
  readonly nextToTry: { readonly request: number; readonly value: TriedRows };
  readonly takeTried: { readonly request: TriedScores; readonly value: null };
  readonly groupParts: {
    readonly request: GroupPartsRequest;
    /** Null for a row without a group. */
    readonly value: { readonly index: number; readonly samples: readonly ScopedSample[] } | null;
  };
}
