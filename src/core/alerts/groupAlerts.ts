import { t } from '../t.ts';
import { wholeNumber } from '../displayLocale.ts';
import type { AlertRule, AlertSource } from './model.ts';
import { recentPart } from './recentPart.ts';
import { percentText, inSteps, stepsOf, stepsText } from './wording.ts';

/** The share of groups without variance above which it is said, and the fewest groups of which it is. */
const MOST_WITHOUT = 0.5;
const LEAST_GROUPS = 20;

/** In more than half of the groups, all samples are paid the same, so that they teach nothing. */
export const groupsWithoutVariance: AlertRule = (source) => {
  const { table, rows, bins } = source;
  const part = recentPart(table, rows, bins);
  const { ofRow, count } = table.groups(false);
  const spread = spreadOfGroups(source, count);
  const seen = new Uint8Array(count);
  let known = 0;
  let without = 0;
  for (const row of part.rows) {
    const group = ofRow[row] ?? -1;
    if (group < 0 || seen[group] === 1) continue;
    seen[group] = 1;
    const own = spread[group];
    if (own === ONE || own === UNKNOWN) continue;
    known += 1;
    if (own === SAME) without += 1;
  }
  if (known < LEAST_GROUPS || without <= MOST_WITHOUT * known) return null;
  const values = [wholeNumber(without), wholeNumber(known), percentText(without / known)] as const;
  return {
    title: t('Most groups teach nothing'),
    sentence:
      part.steps === null
        ? t(
            'In {0} of {1} groups ({2}), all samples are paid the same, so that no advantage tells them apart.',
            ...values,
          )
        : t(
            'In {3}, all samples of {0} of {1} groups ({2}) are paid the same, so that no advantage tells them apart.',
            ...values,
            stepsText(part.steps),
          ),
    steps: part.steps === null ? null : stepsOf(part.steps),
    filter: inSteps(part.steps, 'group.n>1', 'group.std=0'),
  };
};

/** How the numbers of a group spread. `ONE`: it has one sample; `UNKNOWN`: a number is missing or not finite. */
const [NO, ONE, SAME, DIFFERENT, UNKNOWN] = [0, 1, 2, 3, 4] as const;

/** How the compared numbers spread in each group, over all its samples, whatever rows a filter leaves. */
function spreadOfGroups({ table, compared }: AlertSource, count: number): Uint8Array {
  const { ofRow } = table.groups(false);
  const column = table.numbers(compared);
  const spread = new Uint8Array(count);
  const values = new Float64Array(count);
  for (let row = 0; row < ofRow.length; row += 1) {
    const group = ofRow[row] ?? -1;
    if (group < 0) continue;
    const value = column?.at(row) ?? null;
    if (value === null || !Number.isFinite(value)) spread[group] = UNKNOWN;
    else if (spread[group] === NO) {
      spread[group] = ONE;
      values[group] = value;
    } else if (spread[group] === ONE || spread[group] === SAME)
      spread[group] = value === values[group] ? SAME : DIFFERENT;
  }
  return spread;
}
