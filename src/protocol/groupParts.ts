import * as v from 'valibot';
import type { ScopedSample } from '../core/groups/scopedAdvantages.ts';
import { rewardSchema } from '../core/records/schemas.ts';
import { TRAINERS } from '../core/rewards/trainers.ts';

/** The samples of the group of a sample of a run, with what a reward pays for each part. */
export interface GroupParts {
  /** The place of the sample among them, from 0. */
  readonly index: number;
  readonly samples: readonly ScopedSample[];
}

/** What a group is scored with: a reward as the trajectory names it, and the trainer whose inputs it gets. */
export const groupPartsAsked = v.object({
  profile: rewardSchema,
  trainer: v.nullable(v.picklist(TRAINERS)),
});
export type GroupPartsAsked = v.InferOutput<typeof groupPartsAsked>;
