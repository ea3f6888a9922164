import { t } from './t.ts';
import { wholeNumber } from './displayLocale.ts';

/*
 * Nouns with their numbers. Each noun has two strings of its own, so that a translation can use the forms that its
 * language has for them.
 */

/** `1 page`, `1,020 pages`. */
export const pagesPhrase = (count: number): string =>
  count === 1 ? t('1 page') : t('{0} pages', wholeNumber(count));

/** `1 file`, `1,020 files`. */
export const filesPhrase = (count: number): string =>
  count === 1 ? t('1 file') : t('{0} files', wholeNumber(count));

/** `1 match`, `1,020 matches`. */
export const matchesPhrase = (count: number): string =>
  count === 1 ? t('1 match') : t('{0} matches', wholeNumber(count));

/** `1 sample`, `1,020 samples`. */
export const samplesPhrase = (count: number): string =>
  count === 1 ? t('1 sample') : t('{0} samples', wholeNumber(count));

/** `1 response`, `1,020 responses`. */
export const responsesPhrase = (count: number): string =>
  count === 1 ? t('1 response') : t('{0} responses', wholeNumber(count));

/** `1 score`, `1,020 scores`. */
export const scoresPhrase = (count: number): string =>
  count === 1 ? t('1 score') : t('{0} scores', wholeNumber(count));

/** `1 image`, `1,020 images`. */
export const imagesPhrase = (count: number): string =>
  count === 1 ? t('1 image') : t('{0} images', wholeNumber(count));

/** `1 page image`, `1,020 page images`. */
export const pageImagesPhrase = (count: number): string =>
  count === 1 ? t('1 page image') : t('{0} page images', wholeNumber(count));

/** `1 different image`, `1,020 different images`. */
export const differentImagesPhrase = (count: number): string =>
  count === 1 ? t('1 different image') : t('{0} different images', wholeNumber(count));

/** `1 character`, `1,020 characters`. */
export const charactersPhrase = (count: number): string =>
  count === 1 ? t('1 character') : t('{0} characters', wholeNumber(count));

/** `1 token`, `1,020 tokens`. */
export const tokensPhrase = (count: number): string =>
  count === 1 ? t('1 token') : t('{0} tokens', wholeNumber(count));

/** `1 alternative`, `1,020 alternatives`. */
export const alternativesPhrase = (count: number): string =>
  count === 1 ? t('1 alternative') : t('{0} alternatives', wholeNumber(count));

/** `1 sub-problem`, `1,020 sub-problems`. */
export const subProblemsPhrase = (count: number): string =>
  count === 1 ? t('1 sub-problem') : t('{0} sub-problems', wholeNumber(count));

/** `1 thought`, `1,020 thoughts`. */
export const thoughtsPhrase = (count: number): string =>
  count === 1 ? t('1 thought') : t('{0} thoughts', wholeNumber(count));

/** `1 evaluation`, `1,020 evaluations`. */
export const evaluationsPhrase = (count: number): string =>
  count === 1 ? t('1 evaluation') : t('{0} evaluations', wholeNumber(count));

/** `1 refinement`, `1,020 refinements`. */
export const refinementsPhrase = (count: number): string =>
  count === 1 ? t('1 refinement') : t('{0} refinements', wholeNumber(count));

/** `1 merge`, `1,020 merges`. */
export const mergesPhrase = (count: number): string =>
  count === 1 ? t('1 merge') : t('{0} merges', wholeNumber(count));

/** `1 box`, `1,020 boxes`. */
export const boxesPhrase = (count: number): string =>
  count === 1 ? t('1 box') : t('{0} boxes', wholeNumber(count));

/** `1 word`, `1,020 words`. */
export const wordsPhrase = (count: number): string =>
  count === 1 ? t('1 word') : t('{0} words', wholeNumber(count));

/** `1 different word`, `1,020 different words`. */
export const differentWordsPhrase = (count: number): string =>
  count === 1 ? t('1 different word') : t('{0} different words', wholeNumber(count));

/** `1 step`, `1,020 steps`. */
export const stepsPhrase = (count: number): string =>
  count === 1 ? t('1 step') : t('{0} steps', wholeNumber(count));

/** `1 item`, `1,020 items`. */
export const itemsPhrase = (count: number): string =>
  count === 1 ? t('1 item') : t('{0} items', wholeNumber(count));

/** `1 part`, `1,020 parts`. */
export const partsPhrase = (count: number): string =>
  count === 1 ? t('1 part') : t('{0} parts', wholeNumber(count));

/** `1 question`, `1,020 questions`. */
export const questionsPhrase = (count: number): string =>
  count === 1 ? t('1 question') : t('{0} questions', wholeNumber(count));

/** `1 turn`, `1,020 turns`. */
export const turnsPhrase = (count: number): string =>
  count === 1 ? t('1 turn') : t('{0} turns', wholeNumber(count));

/** `1 tool call`, `1,020 tool calls`. */
export const toolCallsPhrase = (count: number): string =>
  count === 1 ? t('1 tool call') : t('{0} tool calls', wholeNumber(count));

/** `1 line`, `1,020 lines`. */
export const linesPhrase = (count: number): string =>
  count === 1 ? t('1 line') : t('{0} lines', wholeNumber(count));

/** `1 document`, `1,020 documents`. */
export const documentsPhrase = (count: number): string =>
  count === 1 ? t('1 document') : t('{0} documents', wholeNumber(count));

/** `1 number`, `1,020 numbers`. */
export const numbersPhrase = (count: number): string =>
  count === 1 ? t('1 number') : t('{0} numbers', wholeNumber(count));

/** `1 claim`, `1,020 claims`. */
export const claimsPhrase = (count: number): string =>
  count === 1 ? t('1 claim') : t('{0} claims', wholeNumber(count));

/** `1 group`, `1,020 groups`. */
export const groupsPhrase = (count: number): string =>
  count === 1 ? t('1 group') : t('{0} groups', wholeNumber(count));
