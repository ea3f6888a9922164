import { t } from '../t.ts';
import { wholeNumber } from '../displayLocale.ts';
import type { Numbers } from '../summary/groupMembers.ts';
import type { AlertRule, AlertSource } from './model.ts';
import { cutOff, hasFinding } from './rowTests.ts';
import { meansByStep, sharesByStep } from './stepBins.ts';
import { falls, rises, trendOf } from './trend.ts';
import { atSteps, meanText, sharesOf, inSteps, stepsOf } from './wording.ts';

/** The share of responses at the limit from which it is said, and how much it must have grown. */
const AT_LIMIT = 0.1;
const LEAST_GROWTH = 0.05;

/** A response that takes so much of the greatest length is near the limit. */
const NEAR = 0.95;

/** More and more responses reach the limit of tokens. */
export const lengthAtLimit: AlertRule = (source) => {
  const { table, bins } = source;
  const isCut = cutOff(table);
  const cut = trendOf(sharesByStep(bins, isCut));
  if (cut !== null && cut.last.mean >= AT_LIMIT && rises(cut, LEAST_GROWTH))
    return {
      title: t('Responses grow into the limit of tokens'),
      sentence: t('The share of responses that are cut off grows from {0} to {1}.', ...sharesOf(cut)),
      steps: stepsOf(cut.last),
      filter: inSteps(cut.last, 'is:truncated'),
    };
  return nearLimit(source);
};

/** Without the word of a server: many responses are nearly as long as the longest one. */
function nearLimit({ table, rows, bins }: AlertSource): ReturnType<AlertRule> {
  const column = table.numbers('length');
  if (column === undefined) return null;
  const bound = Math.floor(NEAR * greatest(column, rows));
  const near = trendOf(
    meansByStep(bins, (row) => {
      const length = column.at(row);
      return length === null ? null : Number(length >= bound);
    }),
  );
  const lengths = trendOf(meansByStep(bins, (row) => column.at(row)));
  const isGrowing = near !== null && near.last.mean >= AT_LIMIT && rises(near, LEAST_GROWTH);
  if (!isGrowing || lengths === null || !rises(lengths, 0)) return null;
  return {
    title: t('Responses grow into the limit of tokens'),
    sentence: t(
      'The share of responses with at least {0} tokens grows from {1} to {2}.',
      wholeNumber(bound),
      ...sharesOf(near),
    ),
    steps: stepsOf(near.last),
    filter: inSteps(near.last, `length>=${bound}`),
  };
}

function greatest(column: Numbers, rows: Uint32Array): number {
  let most = 0;
  for (const row of rows) {
    const value = column.at(row);
    if (value !== null && Number.isFinite(value)) most = Math.max(most, value);
  }
  return most;
}

/** The share of responses with an empty block from which it is said, and how much it must have grown. */
const EMPTIED = 0.1;

/** What remains of the length of responses when they have given up reasoning. */
const SHORTENED = 0.5;

/** The findings of a response that leaves its thinking out. */
const EMPTY_FINDINGS = ['empty-block', 'turn-without-think'];

/** Responses leave their blocks empty, or lose half of their length, while the reward does not fall. */
export const thinkEmptied: AlertRule = (source) => {
  const { table, bins } = source;
  const hasEmpty = hasFinding(table, EMPTY_FINDINGS);
  const empty = trendOf(sharesByStep(bins, hasEmpty));
  if (empty !== null && empty.last.mean >= EMPTIED && rises(empty, LEAST_GROWTH)) {
    const codes = EMPTY_FINDINGS.map((code) => `finding:${code}`).join(' or ');
    return {
      title: t('Thinking is left out'),
      sentence: t(
        'The share of responses with an empty block or a turn without thinking grows from {0} to {1}.',
        ...sharesOf(empty),
      ),
      steps: stepsOf(empty.last),
      filter: inSteps(empty.last, `(${codes})`),
    };
  }
  return shortened(source);
};

function shortened({ table, compared, bins }: AlertSource): ReturnType<AlertRule> {
  const column = table.numbers('length');
  const paid = table.numbers(compared);
  if (column === undefined) return null;
  const lengths = trendOf(meansByStep(bins, (row) => column.at(row)));
  if (lengths === null || !falls(lengths, lengths.first.mean * (1 - SHORTENED))) return null;
  const rewards = trendOf(meansByStep(bins, (row) => paid?.at(row) ?? null));
  // Short responses that are paid less are a fault that the reward sees.
  if (rewards !== null && falls(rewards, 0)) return null;
  const { first, last } = lengths;
  return {
    title: t('Thinking is left out'),
    sentence: t(
      'The mean length of responses in tokens falls from {0} to {1}, and the reward does not fall.',
      atSteps(meanText(first.mean), first),
      atSteps(meanText(last.mean), last),
    ),
    steps: stepsOf(last),
    filter: inSteps(last, `length<=${Math.ceil(last.mean)}`),
  };
}
