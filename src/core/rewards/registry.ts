import { actionRl } from './actionRl/actionRl.ts';
import { easyr1Math, easyr1R1v } from './easyr1/easyr1.ts';
import { evisrag } from './evisrag/evisrag.ts';
import { lang2act } from './lang2act/lang2act.ts';
import { lang2actPaper } from './lang2act/lang2actPaper.ts';
import { vgRefiner, vgRefinerPlain } from './vgRefiner/vgRefiner.ts';
import { vragRl, vragRlEval } from './vragRl/vragRl.ts';
import { vragRlAnls } from './vragRl/vragRlAnls.ts';
import { r1v } from './r1v/r1v.ts';
import { searchR1Em, searchR1Subem, verlSearchR1 } from './searchR1/searchR1.ts';
import { verlGeo3k, verlGsm8k, verlMath } from './verl/verl.ts';
import { PROFILE_NAMES } from './names.ts';
import type { RewardProfile } from './model.ts';
import type { ProfileName } from './names.ts';

const byName: Readonly<Record<ProfileName, RewardProfile>> = {
  lang2act,
  'lang2act-paper': lang2actPaper,
  'action-rl': actionRl,
  evisrag,
  'vg-refiner': vgRefiner,
  'vg-refiner-plain': vgRefinerPlain,
  'vrag-rl': vragRl,
  'vrag-rl-eval': vragRlEval,
  'vrag-rl-anls': vragRlAnls,
  'easyr1-r1v': easyr1R1v,
  'easyr1-math': easyr1Math,
  r1v,
  'verl-geo3k': verlGeo3k,
  'verl-gsm8k': verlGsm8k,
  'verl-math': verlMath,
  'search-r1-em': searchR1Em,
  'search-r1-subem': searchR1Subem,
  'verl-search-r1': verlSearchR1,
};

/** Every built-in reward profile, in the order in which they are offered to a person. */
export const profiles: readonly RewardProfile[] = PROFILE_NAMES.map((name) => byName[name]);

/** The built-in profile of that name. */
export function profileByName(name: ProfileName): RewardProfile {
  return byName[name];
}
