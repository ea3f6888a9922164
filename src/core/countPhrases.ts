import { t } from '@vscode/l10n';
import { wholeNumber } from './displayLocale.ts';

/*
 * Nouns with their numbers. Each noun has two strings of its own, so that a translation can use the forms that its
 * language has for them.
 */

/** `1 page`, `1,020 pages`. */
export const pagesPhrase = (count: number): string =>
  count === 1 ? t('1 page') : t('{0} pages', wholeNumber(count));

/** `1 match`, `1,020 matches`. */
export const matchesPhrase = (count: number): string =>
  count === 1 ? t('1 match') : t('{0} matches', wholeNumber(count));

/** `1 sample`, `1,020 samples`. */
export const samplesPhrase = (count: number): string =>
  count === 1 ? t('1 sample') : t('{0} samples', wholeNumber(count));

/** `1 image`, `1,020 images`. */
export const imagesPhrase = (count: number): string =>
  count === 1 ? t('1 image') : t('{0} images', wholeNumber(count));

/** `1 character`, `1,020 characters`. */
export const charactersPhrase = (count: number): string =>
  count === 1 ? t('1 character') : t('{0} characters', wholeNumber(count));

/** `1 token`, `1,020 tokens`. */
export const tokensPhrase = (count: number): string =>
  count === 1 ? t('1 token') : t('{0} tokens', wholeNumber(count));
