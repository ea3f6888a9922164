import { formatNumber } from '../displayLocale.ts';
import { t } from '../t.ts';
import type { Point, Trend } from './trend.ts';

const PERCENT: Intl.NumberFormatOptions = { style: 'percent', maximumFractionDigits: 0 };
const SMALL_PERCENT: Intl.NumberFormatOptions = { style: 'percent', maximumFractionDigits: 1 };
const THREE_DIGITS: Intl.NumberFormatOptions = { maximumSignificantDigits: 3 };

/** A share as a person reads it: `41%`, `1.2%`. */
export function percentText(share: number): string {
  return formatNumber(share, share < 0.1 ? SMALL_PERCENT : PERCENT);
}

/** A mean as a person reads it, with three significant digits. */
export function meanText(mean: number): string {
  return formatNumber(mean, THREE_DIGITS);
}

type Range = Pick<Point, 'from' | 'to'>;

/** `step 9`, `steps 81 to 120`. */
export function stepsText({ from, to }: Range): string {
  return from === to ? t('step {0}', from) : t('steps {0} to {1}', from, to);
}

/** A filter that leaves the rows of some steps for which conditions hold; of all rows if no step is known. */
export function inSteps(range: Range | null, ...conditions: readonly string[]): string {
  const steps =
    range === null
      ? []
      : [range.from === range.to ? `step=${range.from}` : `step:${range.from}..${range.to}`];
  return [...steps, ...conditions].join(' ');
}

/** The steps of an alert. */
export const stepsOf = ({ from, to }: Range): { readonly first: number; readonly last: number } => ({
  first: from,
  last: to,
});

/** A value with the steps that it is of: `34% (steps 21 to 30)`. */
export const atSteps = (value: string, range: Range): string => t('{0} ({1})', value, stepsText(range));

/** A share at the beginning and at the end of a trend, each with its steps. */
export const sharesOf = ({ first, last }: Trend): readonly [string, string] => [
  atSteps(percentText(first.mean), first),
  atSteps(percentText(last.mean), last),
];
