import { groupsPhrase, samplesPhrase } from '../countPhrases.ts';
import { formatNumber, needsPower, wholeNumber, WITH_POWER } from '../displayLocale.ts';
import { t } from '../t.ts';
import type { StepRange } from '../summary/stepRows.ts';
import { rightShare } from './goldChart.ts';
import {
  isOverSteps,
  type Chart,
  type DifficultyBar,
  type DistributionBar,
  type DistributionChart,
  type GoldBar,
  type GoldChart,
  type StepsChart,
} from './model.ts';

/** What the number of a chart is called: a component has its own name. */
export function numberTitle(of: string): string {
  switch (of) {
    case 'reward':
      return t('Reward');
    case 'score':
      return t('Score');
    case 'length':
      return t('Tokens');
    case 'right':
      return t('Share right');
    case 'cut-off':
      return t('Share cut off');
    case 'entropy':
      return t('Entropy of the answers in bits');
    default:
      return of.replace(/^reward\./, '');
  }
}

/** The title of a chart. */
export function chartTitle(chart: Chart): string {
  switch (chart.kind) {
    case 'distribution':
      return t('{0}: distribution', numberTitle(chart.of));
    case 'steps':
      return t('{0} by step', numberTitle(chart.of));
    case 'difficulty':
      return chart.of === null ? t('Difficulty: share right') : t('Difficulty: right of {0}', chart.of);
    case 'names':
      return chart.of === 'tools' ? t('Tools by step') : t('Findings by step');
    case 'gold':
      return t('Gold box seen, by answer');
  }
}

/** One sentence of numbers that says what a chart shows, for those who do not see it, and below it. */
export function chartSummary(chart: Chart): string {
  switch (chart.kind) {
    case 'distribution':
      return distributionSummary(chart);
    case 'steps': {
      const known = chart.mean.filter((each) => each !== null);
      const [first, last] = [known[0], known.at(-1)];
      if (first === undefined || last === undefined) return t('No step has this number.');
      const write = isShareOf(chart.of) ? percent : shortNumber;
      return known.length === 1
        ? t('{0} in the only step.', write(last))
        : t('{0} at last, {1} at first.', write(last), write(first));
    }
    case 'difficulty':
      return chart.compared === 0
        ? t('No group can be compared.')
        : t(
            'In {0} of {1}, all samples are paid the same, so that they teach nothing.',
            wholeNumber(chart.zeroVariance),
            groupsPhrase(chart.compared),
          );
    case 'names': {
      const [most] = chart.names;
      if (most === undefined)
        return chart.of === 'tools' ? t('No tool is called.') : t('There are no findings.');
      return t(
        '{0}; the most frequent is {1}, in {2}.',
        samplesPhrase(chart.n),
        most.name,
        percent(most.samples / chart.n),
      );
    }
    case 'gold':
      return goldSummary(chart);
  }
}

function distributionSummary({ n, mean, median, notFinite }: DistributionChart): string {
  const known =
    median === null
      ? t('No sample has this number.')
      : mean === null
        ? t('{0}: median {1}. The sum is too large for a mean.', samplesPhrase(n), shortNumber(median))
        : t('{0}: mean {1}, median {2}.', samplesPhrase(n), shortNumber(mean), shortNumber(median));
  return notFinite === 0
    ? known
    : `${known} ${t('Left out: {0} in which it is NaN or infinite.', samplesPhrase(notFinite))}`;
}

/** What seeing a gold box has to do with being right. */
function goldSummary(chart: GoldChart): string {
  if (chart.bars.length === 0) return t('No sample has gold boxes and claims.');
  const seen = rightShare(chart, true);
  const missed = rightShare(chart, false);
  if (seen === null && missed === null) return t('No answer is judged.');
  if (missed === null) return t('Of the answers that see a gold box, {0} are right.', percent(seen ?? 0));
  if (seen === null) return t('Of the answers that see no gold box, {0} are right.', percent(missed));
  return t(
    'Of the answers that see a gold box, {0} are right; of the others, {1}.',
    percent(seen),
    percent(missed),
  );
}

/** Whether a number over the steps is a share, from 0 to 1. */
export const isShareOf = (of: string): boolean => of === 'right' || of === 'cut-off';

/** `step 12`, `steps 13 to 15`. */
function stepsPhrase({ first, last }: StepRange): string {
  return first === last
    ? t('step {0}', plainNumber(first))
    : t('steps {0} to {1}', plainNumber(first), plainNumber(last));
}

/** A step, or the range of steps, in a cell: `12`, `13–15`. */
export function stepsLabel({ first, last }: StepRange): string {
  return first === last ? plainNumber(first) : `${plainNumber(first)}\u2013${plainNumber(last)}`;
}

/** The values of a bar: `0.9`, `0.2–0.3`. */
export function valuesLabel({ low, high }: DistributionBar): string {
  return low === high ? shortNumber(low) : `${shortNumber(low)}\u2013${shortNumber(high)}`;
}

/** How many are right in a bar: `3`; as shares `0%`, `10–20%`. */
export function rightLabel({ least, most }: DifficultyBar, of: number | null): string {
  if (of !== null) return String(least);
  return least === most ? percent(least) : `${Math.round(least * 100)}\u2013${percent(most)}`;
}

/** Which answers a bar is about. */
export function verdictLabel({ right }: Pick<GoldBar, 'right'>): string {
  if (right === null) return t('Not judged');
  return right ? t('Right') : t('Wrong');
}

const WHOLE: Intl.NumberFormatOptions = { maximumFractionDigits: 0, signDisplay: 'negative' };
const DIGITS: Intl.NumberFormatOptions = { maximumSignificantDigits: 4, signDisplay: 'negative' };
const PERCENT: Intl.NumberFormatOptions = { style: 'percent', maximumFractionDigits: 1 };

/** A number with four digits that count: `0.6123`, `1,024`, `1E-6`. */
export function shortNumber(value: number): string {
  return formatNumber(value, needsPower(value) ? WITH_POWER : Number.isInteger(value) ? WHOLE : DIGITS);
}

/** A share from 0 to 1 in percent, with one decimal at most. */
export function percent(share: number): string {
  return formatNumber(share, PERCENT);
}

/** A step: whole ones have no separators. */
function plainNumber(value: number): string {
  return String(value);
}

/** What a bar or point of a chart stands for, in one line: `step 12: mean 0.61, median 0.6, 10% to 90%: 0.1 to 0.9`. */
export function pointPhrase(chart: Chart, index: number): string {
  switch (chart.kind) {
    case 'distribution': {
      const bar = chart.bars[index];
      return bar === undefined ? '' : `${valuesLabel(bar)}: ${samplesPhrase(bar.samples)}`;
    }
    case 'difficulty': {
      const bar = chart.bars[index];
      if (bar === undefined) return '';
      const label = rightLabel(bar, chart.of);
      const right = chart.of === null ? t('{0} right', label) : t('{0} of {1} right', label, chart.of);
      return `${right}: ${groupsPhrase(bar.groups)}`;
    }
    case 'steps': {
      const step = chart.steps[index];
      return step === undefined ? '' : `${stepsPhrase(step)}: ${stepPhrase(chart, index)}`;
    }
    case 'names': {
      const name = chart.names[index];
      if (!isOverSteps(chart))
        return name === undefined ? '' : `${name.name}: ${samplesPhrase(name.samples)}`;
      const step = chart.steps[index];
      if (step === undefined) return '';
      const shares = chart.names
        .map(({ name: each, shares: of }) => ({ each, share: of[index] ?? 0 }))
        .filter(({ share }) => share > 0)
        .sort((a, b) => b.share - a.share)
        .slice(0, MOST_SAID)
        .map(({ each, share }) => `${each} ${percent(share)}`);
      return `${stepsPhrase(step)}: ${shares.length === 0 ? t('none') : shares.join(', ')}`;
    }
    case 'gold': {
      const bar = chart.bars[index];
      return bar === undefined ? '' : `${verdictLabel(bar)}: ${seenPhrase(bar)}`;
    }
  }
}

/** `75% (3 of 4)`: how many samples see a gold box. */
export function seenPhrase({ n, seen }: GoldBar): string {
  return t('{0} ({1} of {2})', percent(seen / n), wholeNumber(seen), wholeNumber(n));
}

/** Names that are said of a step. */
const MOST_SAID = 5;

function stepPhrase({ of, mean, deciles }: StepsChart, point: number): string {
  const value = mean[point] ?? null;
  if (value === null) return t('not known');
  if (deciles === null) return isShareOf(of) ? percent(value) : shortNumber(value);
  const [low, middle, high] = [deciles[0]?.[point], deciles[4]?.[point], deciles[8]?.[point]];
  if (low == null || middle == null || high == null) return shortNumber(value);
  return t(
    'mean {0}, median {1}, the middle 80% from {2} to {3}',
    shortNumber(value),
    shortNumber(middle),
    shortNumber(low),
    shortNumber(high),
  );
}
