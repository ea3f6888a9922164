import type { DialectName } from '../trajectory/model.ts';
import type { RewardProfile } from './model.ts';
import { dialectOfProfile, PROFILE_NAMES } from './names.ts';
import type { ProfileName } from './names.ts';

/** Dialects that too many rewards read for one of them to be the default. */
const WITHOUT_DEFAULT: ReadonlySet<DialectName> = new Set<DialectName>(['think-answer', 'boxed']);

/** Tags that responses of most dialects have. */
const COMMON_TAGS = ['think', 'answer'];

/** The default reward profile of a dialect; null if it has none. */
export function ownProfile(dialect: DialectName): ProfileName | null {
  if (WITHOUT_DEFAULT.has(dialect)) return null;
  return PROFILE_NAMES.find((name) => dialectOfProfile(name) === dialect) ?? null;
}

/**
 * Whether a profile can score a response: it is one of the dialect's profiles, or every tag that it requires is opened
 * in the text. A profile that requires no tags but think and answer would apply to nearly everything, so it applies only
 * to its own dialect.
 */
export function applies(profile: RewardProfile, dialect: DialectName, response: string): boolean {
  if (dialectOfProfile(profile.name) === dialect) return true;
  const required = profile.form.tags.filter((tag) => tag.required);
  if (required.every(({ name }) => COMMON_TAGS.includes(name))) return false;
  return required.every((tag) => opens(response, tag.name, tag.caseSensitive));
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
