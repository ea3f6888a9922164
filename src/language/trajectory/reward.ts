import { t } from '@vscode/l10n';
import { fourPlaces } from '../../core/decimal.ts';
import { describeNeeds } from '../../core/rewards/explanation/needs.ts';
import { eitherWay } from '../../core/rewards/explanation/wording.ts';
import type { RewardName, RewardProfile, Score } from '../../core/rewards/model.ts';
import { ownProfile } from '../../core/rewards/ownProfile.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import { isProfileName } from '../../core/rewards/names.ts';
import type { DialectName } from '../../core/trajectory/model.ts';

/**
 * The named built-in profile, otherwise the default profile of the dialect; null for a composite, or if there is
 * neither.
 */
export function builtInReward(named: RewardName | null, dialect: DialectName): RewardProfile | null {
  const name = named ?? ownProfile(dialect);
  return name === null || !isProfileName(name) ? null : profileByName(name);
}

/** A reward in the form that people read: at most four decimals, `−` before a negative one. */
export function formatReward(reward: number): string {
  return formatDecimal(fourPlaces(reward));
}

/** An exact decimal in the form that people read: rounded to four places if it has more, `−` before a negative one. */
export function formatDecimal(decimal: string): string {
  const rounded = /\.\d{5}/.test(decimal) ? fourPlaces(Number(decimal)) : decimal;
  return rounded.replace(/^-/, '−');
}

/** The reward in a few words: `0.9`, `0.1 if wrong, 0.9 if right`, `between 0.1 and 1`, `raises IndexError`, `unknown`. */
export function describeReward(score: Score): string {
  const { overall, ifWrong, ifRight, between, raises } = score;
  if (overall !== null) return formatReward(overall);
  if (raises !== null) return t('raises {0}', raises.name);
  if (between !== undefined)
    return t('between {0} and {1}', formatReward(between[0]), formatReward(between[1]));
  if (ifWrong === null || ifRight === null) return t('unknown');
  return ifWrong === ifRight
    ? formatReward(ifRight)
    : eitherWay(formatReward(ifWrong), formatReward(ifRight));
}

/**
 * How the reward changes, for a title: `reward 0 → 0.9`, `reward stays 0.9`, followed by `if right` if the answer is
 * not judged.
 */
export function describeChange(before: Score, after: Score): string {
  const isJudged = before.overall !== null && after.overall !== null;
  const value = ({ overall, ifRight, raises }: Score): string | null => {
    const reward = isJudged ? overall : (overall ?? ifRight);
    if (reward !== null) return formatReward(reward);
    return raises === null ? null : raises.name;
  };
  const [from, to] = [value(before), value(after)];
  if (from === null && to === null) return t('reward unknown without {0}', describeNeeds(after.needs));
  const isIfRight = [before, after].some(
    ({ overall, ifWrong, ifRight }) => overall === null && ifWrong !== ifRight,
  );
  const [old, now] = [from ?? t('unknown'), to ?? t('unknown')];
  if (from === to) return isIfRight ? t('reward stays {0} if right', old) : t('reward stays {0}', old);
  return isIfRight ? t('reward {0} → {1} if right', old, now) : t('reward {0} → {1}', old, now);
}
