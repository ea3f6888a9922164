let locale = 'en';
/** Created when a number is first written: loading a locale takes some 10 ms, which activation would wait for. */
let wholeNumbers: Intl.NumberFormat | null = null;
/** Small whole numbers as formatted so far: explanations of scores repeat them, and formatting is slow. */
let small: string[] = [];

/**
 * Sets the locale of the numbers and dates that a person reads; it is English until then, as on the command line.
 * @param tag a BCP 47 language tag, such as VS Code's display language
 */
export function setDisplayLocale(tag: string): void {
  locale = tag;
  wholeNumbers = null;
  small = [];
}

/** The locale of the numbers and dates that a person reads. */
export const displayLocale = (): string => locale;

/** A number without decimals, with thousands separators: `1,020` in English. */
export function wholeNumber(value: number): string {
  return Number.isInteger(value) && value > 0 && value < 1000
    ? (small[value] ??= write(value))
    : write(value);
}

function write(value: number): string {
  wholeNumbers ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return wholeNumbers.format(value);
}
