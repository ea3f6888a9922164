import type { Score } from '../model.ts';
import { eitherWay } from './wording.ts';

/** A reward: at least two decimals, at most six. */
export function formatReward(value: number): string {
  const [whole = '0', places = ''] = value.toFixed(6).split('.');
  const kept = places.replace(/0+$/, '').padEnd(2, '0');
  const shown = `${whole}.${kept}`;
  return /^-0\.0+$/.test(shown) ? shown.slice(1) : shown;
}

/**
 * The reward as a number, or as the two numbers that it can become; the exception that the reference raises; `Not known`
 * if more than the verdict is missing.
 */
export function headline({ overall, ifWrong, ifRight, between, raises }: Score): string {
  if (overall !== null) return formatReward(overall);
  if (raises !== null) return raises.name;
  if (between !== undefined) return `${formatReward(between[0])}–${formatReward(between[1])}`;
  if (ifWrong === null || ifRight === null) return 'Not known';
  return ifWrong === ifRight
    ? formatReward(ifWrong)
    : eitherWay(formatReward(ifWrong), formatReward(ifRight));
}
