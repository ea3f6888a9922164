import type { SampleTable } from '../summary/sampleTable.ts';
import { answerCopied, claimsLosePages } from './answerAlerts.ts';
import { groupsWithoutVariance } from './groupAlerts.ts';
import { lengthAtLimit, thinkEmptied } from './lengthAlerts.ts';
import { ALERT_CODES, type Alert, type AlertCode, type AlertRule } from './model.ts';
import { formatSaturated, rewardUpRightDown } from './rewardAlerts.ts';
import { binSteps } from './stepBins.ts';
import { unknownToolsSpread } from './toolAlerts.ts';

const RULES: Readonly<Record<AlertCode, AlertRule>> = {
  'reward-up-right-down': rewardUpRightDown,
  'claims-lose-pages': claimsLosePages,
  'answer-copied': answerCopied,
  'length-at-limit': lengthAtLimit,
  'think-emptied': thinkEmptied,
  'unknown-tools-spread': unknownToolsSpread,
  'format-saturated': formatSaturated,
  'groups-without-variance': groupsWithoutVariance,
};

/**
 * What a trainer would want to know of some rows of a run, the gravest first.
 * @param compared the number that is compared within groups
 * @param off codes of alerts that are turned off
 */
export function findAlerts(
  table: SampleTable,
  rows: Uint32Array,
  compared: 'reward' | 'score',
  off: readonly string[] = [],
): readonly Alert[] {
  const source = { table, rows, compared, bins: binSteps(table, rows) };
  return ALERT_CODES.flatMap((code) => {
    const found = off.includes(code) ? null : RULES[code](source);
    return found === null ? [] : [{ code, ...found }];
  });
}
