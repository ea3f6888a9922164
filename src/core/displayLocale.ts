let locale = 'en';
let wholeNumbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

/**
 * Sets the locale of the numbers and dates that a person reads; it is English until then, as on the command line.
 * @param tag a BCP 47 language tag, such as VS Code's display language
 */
export function setDisplayLocale(tag: string): void {
  locale = tag;
  wholeNumbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
}

/** The locale of the numbers and dates that a person reads. */
export const displayLocale = (): string => locale;

/** A number without decimals, with thousands separators: `1,020` in English. */
export const wholeNumber = (value: number): string => wholeNumbers.format(value);
