import { t } from '../t.ts';
import { formatName } from '../filter/quoteText.ts';
import type { AlertRule } from './model.ts';
import { recentPart } from './recentPart.ts';
import { meansByStep } from './stepBins.ts';
import { falls, rises, trendOf } from './trend.ts';
import { atSteps, meanText, percentText, sharesOf, inSteps, stepsOf, stepsText } from './wording.ts';

/** The least loss of right answers that is worth an alert. */
const LEAST_LOSS = 0.05;

/** The least gain of the reward, as a share of what it ranges over. */
const LEAST_GAIN = 0.02;

/** The reward rises while fewer answers are right: something else than the answer is being paid for. */
export const rewardUpRightDown: AlertRule = ({ table, rows, compared, bins }) => {
  const column = table.numbers(compared);
  if (column === undefined) return null;
  const paid = trendOf(meansByStep(bins, (row) => column.at(row)));
  const right = trendOf(
    meansByStep(bins, (row) => {
      const isRight = table.isRight(row);
      return isRight === null ? null : Number(isRight);
    }),
  );
  if (paid === null || right === null || !falls(right, LEAST_LOSS)) return null;
  let least = Infinity;
  let most = -Infinity;
  for (const row of rows) {
    const value = column.at(row);
    if (value === null || !Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (!rises(paid, LEAST_GAIN * (most - least))) return null;
  return {
    title: t('The reward rises while fewer answers are right'),
    sentence: t(
      'The mean {0} rises from {1} to {2}, and the share of right answers falls from {3} to {4}: something else than the answer is paid for.',
      compared,
      atSteps(meanText(paid.first.mean), paid.first),
      atSteps(meanText(paid.last.mean), paid.last),
      ...sharesOf(right),
    ),
    steps: stepsOf(right.last),
    filter: inSteps(right.last, 'is:wrong', `${compared}>=${Number(paid.last.mean.toPrecision(3))}`),
  };
};

/** The share of samples that are paid in full for their format when nothing is left to learn of it. */
const SATURATED = 0.99;

/** The fewest samples of which that is said. */
const LEAST_PAID = 100;

/** The format is right in nearly all samples, so that its part of the reward teaches nothing any more. */
export const formatSaturated: AlertRule = ({ table, rows, bins }) => {
  const name = formatColumn(table.numberNames);
  const column = name === null ? undefined : table.numbers(name);
  if (name === null || column === undefined) return null;
  let most = -Infinity;
  let least = Infinity;
  for (const row of rows) {
    const value = column.at(row);
    if (value === null || !Number.isFinite(value)) continue;
    most = Math.max(most, value);
    least = Math.min(least, value);
  }
  const part = recentPart(table, rows, bins);
  let paid = 0;
  let full = 0;
  for (const row of part.rows) {
    const value = column.at(row);
    if (value === null || !Number.isFinite(value)) continue;
    paid += 1;
    if (value === most) full += 1;
  }
  // A column that never pays anything is no component at work.
  if (paid < LEAST_PAID || most <= 0 || full < SATURATED * paid) return null;
  const share = percentText(full / paid);
  const where = part.steps === null ? null : stepsText(part.steps);
  return {
    title: t('The format is learned'),
    sentence:
      where === null
        ? t(
            '{0} of the samples have the greatest {1}, {2}: it tells hardly any of them apart.',
            share,
            name,
            meanText(most),
          )
        : t(
            'In {0}, {1} of the samples have the greatest {2}, {3}: it tells hardly any of them apart.',
            where,
            share,
            name,
            meanText(most),
          ),
    steps: part.steps === null ? null : stepsOf(part.steps),
    // All of the column's samples may be paid in full: then there are no others to show.
    filter: least === most ? null : inSteps(part.steps, `${formatName(name)}<${most}`),
  };
};

/** The column that says what is paid for the format: of the profile, or of the records. */
function formatColumn(names: readonly string[]): string | null {
  return (
    names.find((name) => name === 'reward.format') ??
    names.find((name) => /(?:^|[._])format(?:_(?:score|reward|acc))?$/i.test(name)) ??
    null
  );
}
