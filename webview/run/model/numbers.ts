import { bytesPhrase } from '../../../src/core/bytesPhrase.ts';
import { formatNumber, needsPower, WITH_POWER } from '../../../src/core/displayLocale.ts';
import type { SentNumber } from '../../../src/protocol/run.ts';
import { count } from '../../shared/format.ts';

/** A rounded number has no sign that it does not need. */
const decimals = (least: number, most: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: least,
  maximumFractionDigits: most,
  signDisplay: 'negative',
});
const TWO_DECIMALS = decimals(2, 2);
const THREE_DECIMALS = decimals(3, 3);
const UP_TO_FOUR_DECIMALS = decimals(0, 4);
const PERCENT: Intl.NumberFormatOptions = { style: 'percent' };

/** A number with fixed decimals, in which those close to 0 stay 0. */
const fixed = (value: number, options: Intl.NumberFormatOptions): string =>
  formatNumber(value, Math.abs(value) >= 1 && needsPower(value) ? WITH_POWER : options);

/** A reward, score or mean: three decimals, so that those of a column stand below each other. */
export const reward = (value: SentNumber): string =>
  typeof value === 'string' ? value : fixed(value, THREE_DECIMALS);

/** An advantage: two decimals. */
export const advantage = (value: SentNumber): string =>
  typeof value === 'string' ? value : fixed(value, TWO_DECIMALS);

/** Any other number of a record: up to four decimals, or a power of ten, such as that of a learning rate. */
export const anyNumber = (value: SentNumber): string =>
  typeof value === 'string'
    ? value
    : formatNumber(value, needsPower(value) ? WITH_POWER : UP_TO_FOUR_DECIMALS);

/** A share from 0 to 1 as filters write it: two decimals, never 1.00 before it is all. */
export const share = (value: SentNumber): string =>
  typeof value === 'string' ? value : fixed(hundredths(value), TWO_DECIMALS);

/** A share from 0 to 1 in percent, never 100% before it is all. */
export const percent = (share: number): string => formatNumber(hundredths(share), PERCENT);

const hundredths = (value: number): number =>
  value < 1 ? Math.min(Math.round(value * 100), 99) / 100 : value;

/** A whole number with thousands separators. */
export const whole = count;

/** Bytes in the unit that fits: `982 MB`, `1.2 GB`. */
export const bytes = bytesPhrase;
