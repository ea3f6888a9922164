import { t } from '../../t.ts';
import type { Score } from '../model.ts';
import { describeNeeds } from './needs.ts';
import { eitherWay } from './wording.ts';

/** A reward: at least two decimals, at most six. */
export function formatReward(value: number): string {
  const [whole = '0', places = ''] = value.toFixed(6).split('.');
  const kept = places.replace(/(?<!0)0+$/, '').padEnd(2, '0');
  const shown = `${whole}.${kept}`;
  return /^-0\.0+$/.test(shown) ? shown.slice(1) : shown;
}

/**
 * The reward as a number, or as the two numbers that it can become; the exception that the reference raises; the least
 * and the most that it can be and what is missing, or `Not known`, if more than the verdict is missing.
 */
export function headline({ overall, ifWrong, ifRight, between, raises, needs }: Score): string {
  if (overall !== null) return formatReward(overall);
  if (raises !== null) return raises.name;
  if (between !== undefined) {
    const [least, most] = between.map(formatReward);
    return t('between {0} and {1}: not known without {2}', least ?? '', most ?? '', describeNeeds(needs));
  }
  if (ifWrong === null || ifRight === null) return t('Not known');
  return ifWrong === ifRight
    ? formatReward(ifWrong)
    : eitherWay(formatReward(ifWrong), formatReward(ifRight));
}
