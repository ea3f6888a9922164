import { bytesPhrase } from '../../../src/core/bytesPhrase.ts';
import { displayLocale, needsPower, WITH_POWER } from '../../../src/core/displayLocale.ts';
import type { SentNumber } from '../../../src/protocol/run.ts';
import { count } from '../../shared/format.ts';

const formats = new Map<string, Intl.NumberFormat>();

function formatted(value: number, least: number, most: number): string {
  return Math.abs(value) < 1 || !needsPower(value)
    ? formatOf(`${least} ${most}`, {
        minimumFractionDigits: least,
        maximumFractionDigits: most,
        // A rounded number has no sign that it does not need.
        signDisplay: 'negative',
      }).format(value)
    : withPower(value);
}

const withPower = (value: number): string => formatOf('power', WITH_POWER).format(value);

function formatOf(kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${displayLocale()} ${kind}`;
  let format = formats.get(key);
  if (format === undefined) formats.set(key, (format = new Intl.NumberFormat(displayLocale(), options)));
  return format;
}

/** A reward, score or mean: three decimals, so that those of a column stand below each other. */
export const reward = (value: SentNumber): string =>
  typeof value === 'string' ? value : formatted(value, 3, 3);

/** An advantage: two decimals. */
export const advantage = (value: SentNumber): string =>
  typeof value === 'string' ? value : formatted(value, 2, 2);

/** Any other number of a record: up to four decimals, or a power of ten, such as that of a learning rate. */
export const anyNumber = (value: SentNumber): string =>
  typeof value === 'string' ? value : needsPower(value) ? withPower(value) : formatted(value, 0, 4);

/** A share from 0 to 1 as filters write it: two decimals, never 1.00 before it is all. */
export const share = (value: SentNumber): string =>
  typeof value === 'string' ? value : formatted(hundredths(value), 2, 2);

/** A share from 0 to 1 in percent, never 100% before it is all. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(displayLocale(), { style: 'percent' }).format(hundredths(share));

const hundredths = (value: number): number =>
  value < 1 ? Math.min(Math.round(value * 100), 99) / 100 : value;

/** A whole number with thousands separators. */
export const whole = count;

/** Bytes in the unit that fits: `982 MB`, `1.2 GB`. */
export const bytes = bytesPhrase;
