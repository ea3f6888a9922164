import type { DialectName } from '../trajectory/model.ts';
import type { RewardProfile } from './model.ts';
import { dialectOfProfile, PROFILE_NAMES } from './names.ts';
import type { ProfileName } from './names.ts';

/** The reward profile that scores a dialect where nobody names one; null if no built-in profile reads it. */
export function ownProfile(dialect: DialectName): ProfileName | null {
  return PROFILE_NAMES.find((name) => dialectOfProfile(name) === dialect) ?? null;
}

/**
 * Whether a profile has something to say of a response: it is one of the dialect's profiles, or every tag
 * that it requires opens in the text. A profile that requires one tag alone would apply to nearly everything, and is
 * left to its own dialect.
 */
export function applies(profile: RewardProfile, dialect: DialectName, response: string): boolean {
  if (dialectOfProfile(profile.name) === dialect) return true;
  const required = profile.form.tags.filter((tag) => tag.required);
  return required.length > 1 && required.every((tag) => opens(response, tag.name, tag.caseSensitive));
}

function opens(response: string, tag: string, caseSensitive: boolean): boolean {
  return caseSensitive ? response.includes(`<${tag}>`) : new RegExp(`<${tag}>`, 'i').test(response);
}

/** Profiles as they are offered to a person: the dialect's own first, then its others, then the rest. */
export function profilesFor(
  profiles: readonly RewardProfile[],
  dialect: DialectName,
): readonly RewardProfile[] {
  const own = ownProfile(dialect);
  const rank = ({ name }: RewardProfile): number =>
    name === own ? 0 : dialectOfProfile(name) === dialect ? 1 : 2;
  return profiles.toSorted((a, b) => rank(a) - rank(b));
}
