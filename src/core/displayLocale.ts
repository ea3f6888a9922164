let locale = 'en';
/** Created when a number is first written: loading a locale takes some 10 ms, which activation would wait for. */
let formats = new WeakMap<Intl.NumberFormatOptions, Intl.NumberFormat>();

/**
 * Sets the locale of the numbers and dates that a person reads; it is English until then, as on the command line.
 * @param tag a BCP 47 language tag, such as VS Code's display language
 */
export function setDisplayLocale(tag: string): void {
  locale = tag;
  formats = new WeakMap();
}

/** The locale of the numbers and dates that a person reads. */
export const displayLocale = (): string => locale;

/**
 * A number as the display language writes it.
 * @param options a constant, since a format is made once for each object
 */
export function formatNumber(value: number, options: Intl.NumberFormatOptions): string {
  let format = formats.get(options);
  if (format === undefined) formats.set(options, (format = new Intl.NumberFormat(locale, options)));
  return format.format(value);
}

const WHOLE: Intl.NumberFormatOptions = { maximumFractionDigits: 0 };

/** A number without decimals, with thousands separators: `1,020` in English. */
export function wholeNumber(value: number): string {
  // The first paint of the inspector would wait for a format to be loaded.
  if (locale === 'en' && value >= 0 && value % 1 === 0) return inGroups(value);
  return formatNumber(value, WHOLE);
}

/** A whole number from 0 as English writes it. */
function inGroups(value: number): string {
  const last = String(value % 1000);
  return value < 1000 ? last : `${inGroups(Math.floor(value / 1000))},${last.padStart(3, '0')}`;
}

/** Numbers from here on, and those closer to 0, are written with a power of ten: all their digits are no help. */
const LARGE = 1e15;
const SMALL = 1e-4;

/** Whether a number is so large, or so close to 0, that it is written with a power of ten. */
export function needsPower(value: number): boolean {
  const size = Math.abs(value);
  return size >= LARGE || (size > 0 && size < SMALL);
}

/** How `Intl` writes such a number: `2.5E307`. */
export const WITH_POWER: Intl.NumberFormatOptions = {
  notation: 'scientific',
  maximumSignificantDigits: 4,
};
