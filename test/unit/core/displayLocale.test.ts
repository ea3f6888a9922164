import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { setDisplayLocale, wholeNumber } from '../../../src/core/displayLocale.ts';

afterEach(() => {
  setDisplayLocale('en');
});

describe('a whole number', () => {
  it.each(['en', 'en-US', 'en-us', 'en-IN', 'de', 'hi', 'ar-EG'])('is written as usual in %s', (locale) => {
    setDisplayLocale(locale);
    const usual = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
    fc.assert(
      fc.property(
        fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: 0, max: 2_000 })),
        (value) => {
          expect(wholeNumber(value)).toBe(usual.format(value));
        },
      ),
      propertyRuns(),
    );
    for (const value of [0, 999, 1_000, 1_234_567.8, -1_000, 1e21, Infinity])
      expect(wholeNumber(value)).toBe(usual.format(value));
  });
});
