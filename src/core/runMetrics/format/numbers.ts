import type { MetricDefinition, MetricUnit, MetricValue } from '../model.ts';

/** Digits of numbers that are no shares. */
const DIGITS = 4;

/** What stands for a number that is not known. */
export const NOTHING = '–';

/** A number of a metric: shares in percent with one decimal, others with four digits. */
export function metricNumber(value: number | null, unit: MetricUnit): string {
  if (value === null) return NOTHING;
  if (unit === 'number') return withoutSign(String(Number(value.toPrecision(DIGITS))));
  return withoutSign((unit === 'share' ? value * 100 : value).toFixed(1));
}

/** A difference of two numbers of a metric, with its sign. */
export function differenceNumber(value: number, unit: MetricUnit): string {
  const text = metricNumber(value, unit);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** An interval; a dash without one. */
export function intervalText(
  { low, high }: Pick<MetricValue, 'low' | 'high'>,
  unit: MetricUnit,
  write: (value: number, unit: MetricUnit) => string = metricNumber,
): string {
  return low === null || high === null ? NOTHING : `[${write(low, unit)}, ${write(high, unit)}]`;
}

/** The title of a metric, with what it is in. */
export function metricTitle({ title, unit }: Pick<MetricDefinition, 'title' | 'unit'>): string {
  return unit === 'number' ? title : `${title} (%)`;
}

/** A probability: `0.032`, or `< 0.001`. */
export function probabilityText(value: number): string {
  return value < 0.001 ? '< 0.001' : value.toFixed(3);
}

/** A level such as 0.95 as `95%`. */
export const levelText = (level: number): string => `${Number((level * 100).toFixed(2))}%`;

/** What rounds to zero has no sign. */
const withoutSign = (text: string): string => (Number(text) === 0 ? text.replace('-', '') : text);
