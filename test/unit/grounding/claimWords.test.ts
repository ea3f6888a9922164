import { expect, it } from 'vitest';
import { claimSentence } from '../../../src/core/grounding/claimWords.ts';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { groundTexts } from '../../support/groundedClaims.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const APPROVED = 'The board of the company has approved the plan for the next year in May.';
const NOT_APPROVED = 'The board of the company has not approved the plan for the next year in May.';
const REFUSED = 'The board of the company has refused the plan for the next year in May.';

it.each([
  ['lacks a word of the page', APPROVED, NOT_APPROVED, 'Page 1 has the same words, and “not” among them.'],
  ['has a word more than the page', NOT_APPROVED, APPROVED, 'Page 1 has the same words without “not”.'],
  ['has another word than the page', REFUSED, APPROVED, 'Page 1 has “approved”, not “refused”.'],
])('the sentence of a claim that %s names the word', (_case, text, line, sentence) => {
  const [claim] = groundTexts([{ text }], [indexPage(pageOfLines([line]))]);
  expect(claim && claimSentence(claim)).toBe(sentence);
});
