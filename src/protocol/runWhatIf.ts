import * as v from 'valibot';
import type { RewardAnswer, RewardChange } from '../core/whatIf/answers.ts';
import type { FilterOutcome, GroupFilter } from '../core/whatIf/filterWhatIf.ts';

/** The most prompts of a batch. */
export const LARGEST_BATCH = 1_000_000;

/** The most components whose weights are changed at once. */
const MOST_TERMS = 100;

/** What the run view asks of what other filters of groups, and other rewards, would do: arguments and answer. */
export interface WhatIfMethods {
  filterWhatIf: { args: { filter: GroupFilter; batch: number | null }; value: FilterOutcome };
  rewardWhatIf: { args: { change: RewardChange }; value: RewardAnswer };
  /** Gives the rows the fields `whatif.turned` and so on, by which they can be filtered then. */
  showWhatIf: { args: { change: RewardChange }; value: null };
}

const name = v.pipe(v.string(), v.maxLength(1000));
const finite = v.pipe(v.number(), v.finite());
const change = v.variant('kind', [
  v.object({
    kind: v.literal('terms'),
    terms: v.pipe(v.array(v.object({ column: name, factor: finite })), v.maxLength(MOST_TERMS)),
  }),
  v.object({ kind: v.literal('trial') }),
]);

export const whatIfMethods = {
  filterWhatIf: v.object({
    filter: v.object({
      key: v.nullable(name),
      low: finite,
      high: finite,
      dropsAllRight: v.boolean(),
      dropsAllWrong: v.boolean(),
    }),
    batch: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_BATCH))),
  }),
  rewardWhatIf: v.object({ change }),
  showWhatIf: v.object({ change }),
} as const;

/** Asks for a reward, and tries it on all samples of the run. */
export const tryRewardMessage = v.object({ type: v.literal('tryReward') });
/** Stops that; what was scored is kept. */
export const stopTrialMessage = v.object({ type: v.literal('stopTrial') });
