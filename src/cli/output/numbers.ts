import { wholeNumber } from '../../core/displayLocale.ts';

/** A number as tables and sentences show it, with at most six decimals. */
export function shortNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(6))) : String(value);
}

/**
 * A whole number with its thousands apart. `toLocaleString` would do the same, but loads a locale, which takes 30 ms of
 * every start.
 */
export const wholeText = (number: number): string => wholeNumber(number);

/** A number and the word for what it counts, in the singular or plural. */
export function countText(count: number, one: string, many: string): string {
  return `${wholeText(count)} ${count === 1 ? one : many}`;
}
