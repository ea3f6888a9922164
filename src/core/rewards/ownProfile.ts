import type { DialectName } from '../trajectory/model.ts';
import type { RewardProfile } from './model.ts';
import { dialectOfProfile, PROFILE_NAMES } from './names.ts';
import type { ProfileName } from './names.ts';

/** The default reward profile of a dialect; null if no built-in profile reads it. */
export function ownProfile(dialect: DialectName): ProfileName | null {
  return PROFILE_NAMES.find((name) => dialectOfProfile(name) === dialect) ?? null;
}

/**
 * Whether a profile can score a response: it is one of the dialect's profiles, or every tag that it requires is opened
 * in the text. A profile that requires only one tag would apply to nearly everything, so it applies only to its own
 * dialect.
 */
export function applies(profile: RewardProfile, dialect: DialectName, response: string): boolean {
  if (dialectOfProfile(profile.name) === dialect) return true;
  const required = profile.form.tags.filter((tag) => tag.required);
  return required.length > 1 && required.every((tag) => opens(response, tag.name, tag.caseSensitive));
}

function opens(response: string, tag: string, caseSensitive: boolean): boolean {
  return caseSensitive ? response.includes(`<${tag}>`) : new RegExp(`<${tag}>`, 'i').test(response);
}

/**
 * Profiles in the order in which they are offered to a person: the dialect's default first, then its others, then the
 * rest.
 */
export function profilesFor(
  profiles: readonly RewardProfile[],
  dialect: DialectName,
): readonly RewardProfile[] {
  const own = ownProfile(dialect);
  const rank = ({ name }: RewardProfile): number =>
    name === own ? 0 : dialectOfProfile(name) === dialect ? 1 : 2;
  return profiles.toSorted((a, b) => rank(a) - rank(b));
}
