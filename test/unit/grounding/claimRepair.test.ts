import { expect, it } from 'vitest';
import { claimRepair } from '../../../src/core/grounding/claimRepair.ts';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { groundedClaim, groundTexts } from '../../support/groundedClaims.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const PAGES = [
  pageOfLines([
    'Revenue by region in EUR million',
    '',
    '                  2023      2024   Change',
    'Europe           220.9     230.9    4.5%',
    'Americas         161.2     175.4    8.8%',
    '',
    'The board of the company has not approved the plan for the next year in May.',
  ]),
  pageOfLines(['The backlog of orders was 612.4 at the end of the year.'], { page: 2 }),
].map(indexPage);

/** The text of a claim after its repair; null if it has none. */
function repaired(text: string, args = 'Image 1: row Europe, column 2024'): string | null {
  const [claim] = groundTexts([{ text, args, kind: 'observation' }], PAGES);
  const repair = claim === undefined ? null : claimRepair(claim);
  if (claim === undefined || repair === null) return null;
  const { start, end } = repair.span;
  const from = claim.span.start;
  return text.slice(0, start - from) + repair.text + text.slice(end - from);
}

it.each([
  ['a number in another cell', '175.4', '230.9'],
  ['a number on another page', '612.4', '230.9'],
  ['a number that is also a part of a year', 'In 2024, Europe had 4', 'In 2024, Europe had 230.9'],
  ['a number after a year with its digits', '2024: 24', '2024: 230.9'],
])('a repair writes what the named cell has for %s', (_case, text, expected) => {
  expect(repaired(text)).toBe(expected);
});

it('a word that a claim lacks is not written, because its place is not known', () => {
  expect(
    repaired('The board of the company has approved the plan for the next year in May.', 'Image 1: text'),
  ).toBeNull();
});

it.each([
  ['its words stand in it twice', '7 or 7', '7', '8'],
  ['its words are only a part of longer ones', 'unchanged', 'changed', 'grew'],
  ['its number is only a part of a longer one', '1.75', '75', '76'],
  ['the page has nothing in the place of its words', 'a big plan', 'big', ''],
  ['what the page has could end the text', 'fell', 'fell', '</answer>'],
])('a claim is not repaired if %s', (_case, text, said, pageHas) => {
  expect(claimRepair(groundedClaim({ status: 'near', text, difference: { said, pageHas } }))).toBeNull();
});

it('words beside Chinese characters are repaired', () => {
  const claim = groundedClaim({
    status: 'near',
    text: '收入下降5%',
    difference: { said: '下降', pageHas: '增长' },
  });
  const start = claim.span.start + 2;
  expect(claimRepair(claim)).toEqual({ span: { start, end: start + 2 }, text: '增长' });
});

it('a claim that need not stand on a page is not repaired', () => {
  const difference = { said: '7', pageHas: '8' };
  const claim = groundedClaim({ status: 'near', text: '7', difference });
  expect(claimRepair(claim)).not.toBeNull();
  expect(claimRepair({ ...claim, isUndecided: true })).toBeNull();
});
