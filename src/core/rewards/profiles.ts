import { actionRl } from './actionRl.ts';
import { lang2act } from './lang2act.ts';
import { lang2actPaper } from './lang2actPaper.ts';
import type { ProfileName, RewardProfile } from './model.ts';

/** Every reward profile, in the order in which a person is offered them. */
export const profiles: readonly RewardProfile[] = [lang2act, lang2actPaper, actionRl];

const byName: Readonly<Record<ProfileName, RewardProfile>> = {
  lang2act,
  'lang2act-paper': lang2actPaper,
  'action-rl': actionRl,
};

/** The profile of that name. */
export function profileByName(name: ProfileName): RewardProfile {
  return byName[name];
}
