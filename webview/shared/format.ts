import { displayLocale, wholeNumber } from '../../src/core/displayLocale.ts';

/** A whole number with thousands separators: 1,020. */
export const count = wholeNumber;

/** An exact decimal with two to four decimals, rounded if it has more; with its sign if `signed`. */
export function decimal(value: string, signed = false): string {
  const negative = value.startsWith('-');
  const size = value.replace(/^[-+]/, '');
  const rounded = /\.\d{5}/.test(size) ? Number(size).toFixed(4) : size;
  const [whole = '0', places = ''] = rounded.split('.');
  const shown = `${whole}.${places.replace(/(?<!0)0+$/, '').padEnd(2, '0')}`;
  if (/^0\.0+$/.test(shown)) return shown;
  return negative ? `-${shown}` : signed ? `+${shown}` : shown;
}

/** Milliseconds as seconds: `0.42 s`, `12.3 s`, `140 s`. */
export function seconds(milliseconds: number): string {
  const value = milliseconds / 1000;
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} s`;
}

/** A rate: one decimal below ten, none above. */
export function rate(value: number): string {
  return value < 10 ? value.toFixed(1) : count(value);
}

const DATE_AND_TIME: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const DATE: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };

/** An ISO 8601 moment in local time: `Nov 22, 15:31`, or `Nov 22, 2025` if it is in another year than `now`. */
export function dateAndTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return iso;
  return moment.toLocaleString(
    displayLocale(),
    moment.getFullYear() === now.getFullYear() ? DATE_AND_TIME : DATE,
  );
}
