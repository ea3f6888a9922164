import type { DialectName } from '../trajectory/model.ts';

/**
 * The built-in reward profiles, each with the dialect whose responses it scores (null if it
 * scores responses of any form), in the order in which they are offered
 * to a person. The first profile of a dialect is its default. Separate from the profiles, so that code that only needs
 * names does not load them.
 */
const DIALECT_OF_PROFILE = {
  lang2act: 'lang2act',
  'lang2act-paper': 'lang2act',
  'action-rl': 'action-rl',
  evisrag: 'evisrag',
  'vg-refiner': 'vg-refiner',
  'vg-refiner-plain': 'vg-refiner',
  'vrag-rl': 'vrag-rl',
  'vrag-rl-eval': 'vrag-rl',
  'vrag-rl-anls': 'vrag-rl',
  'easyr1-r1v': 'think-answer',
  'easyr1-math': 'boxed',
  r1v: 'think-answer',
  'verl-geo3k': 'boxed',
  'verl-gsm8k': null,
  'verl-math': 'boxed',
  'search-r1-em': 'search-r1',
  'search-r1-subem': 'search-r1',
  'verl-search-r1': 'search-r1',
} as const satisfies Readonly<Record<string, DialectName | null>>;

/** The name of a built-in reward profile. */
export type ProfileName = keyof typeof DIALECT_OF_PROFILE;

/** The names of the built-in reward profiles. */
export const PROFILE_NAMES: readonly ProfileName[] = Object.keys(DIALECT_OF_PROFILE).filter(isProfileName);

/** Whether there is a built-in profile of that name. */
export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(DIALECT_OF_PROFILE, name);
}

/** The dialect whose responses a profile is for; null if it is not built in. */
export function dialectOfProfile(name: string): DialectName | null {
  return isProfileName(name) ? DIALECT_OF_PROFILE[name] : null;
}
