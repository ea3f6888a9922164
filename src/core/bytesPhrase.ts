import { displayLocale } from './displayLocale.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in the unit that fits: `982 MB`, `1.2 GB`. */
export function bytesPhrase(value: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(displayLocale(), {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power > 2 ? 1 : 0,
  }).format(value / 1000 ** power);
}
