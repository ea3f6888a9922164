import { describe, expect, it } from 'vitest';
import { claimMark, isProblem, needsNoPage } from '../../../src/core/grounding/claimMark.ts';
import { claimSentence } from '../../../src/core/grounding/claimWords.ts';
import type { AnswerVerdict } from '../../../src/core/grounding/model.ts';
import { groundAnswerOn, verdictOf } from '../../support/answersOnPages.ts';

type Checked = readonly [page: number, answer: string, verdict: AnswerVerdict, shown: string];

function verdictOn(page: number, answer: string, question: string | null = null): string {
  return verdictOf(groundAnswerOn(answer, 'annual-report', [page], question));
}

describe('an answer that says who is ahead', () => {
  it.each<Checked>([
    [
      7,
      'Flow sensors outsold gas analysers.',
      'computed-right',
      '175.8 (Flow sensors) > 133.1 (Gas analysers)',
    ],
    [4, 'Asia outsold Europe in 2024.', 'computed-wrong', '112.6 (Asia) < 231.0 (Europe)'],
    [4, 'Europe is ahead of Asia in 2024.', 'computed-right', '231.0 (Europe) > 112.6 (Asia)'],
    [4, 'Asia lagged behind Europe in 2023.', 'computed-right', '99.8 (Asia) < 220.9 (Europe)'],
    [4, 'Asia came out on top in 2024.', 'computed-wrong', '112.6 (Asia) < 231.0 (Europe)'],
    [4, 'Asia came last in every year.', 'computed-right', '91.5 (Asia) < 148.7 (Americas)'],
    [
      5,
      'Production came out on top with 1,148 employees.',
      'computed-right',
      '1,068 (Production) > 636 (Sales and service)',
    ],
    [
      7,
      'Gas analysers outsold flow sensors in every quarter.',
      'computed-wrong',
      '30.6 (Gas analysers) < 41.2 (Flow sensors)',
    ],
    [
      4,
      'Europe came out on top, ahead of the Americas.',
      'computed-right',
      '212.4 (Europe) > 148.7 (Americas)',
    ],
    [9, '2024年欧洲领先亚洲。', 'computed-right', '231.0 (欧洲) > 112.6 (亚洲)'],
    // Employees are not sold, and less cost is better.
    [5, 'Brindlewick outsold Kanesaki.', 'not-checkable', ''],
    [2, 'Administration is ahead of selling expenses in 2024.', 'not-checkable', ''],
    [4, 'Europe may have outsold Asia.', 'not-checkable', ''],
  ])('on page %i, %j is %s', (page, answer, verdict, shown) => {
    expect(verdictOn(page, answer)).toBe(`${verdict} ${shown}`.trim());
  });
});

describe('an answer that compares growths', () => {
  it.each<Checked>([
    [4, 'Asia grew faster than Europe in 2024.', 'computed-right', '12.8% (Asia) > 4.6% (Europe)'],
    [4, 'Europe grew fastest in 2024.', 'computed-wrong', '4.6% (Europe) < 8.7% (Americas)'],
    [4, 'Asia had the highest growth.', 'computed-right', '9.1% (Asia) > 8.4% (Americas)'],
    [4, 'Europe grew more slowly than Asia.', 'computed-right', '4.0% (Europe) < 9.1% (Asia)'],
    [
      2,
      'Operating profit grew faster than revenue in 2024.',
      'computed-right',
      '11.7% (Operating profit) > 7.7% (Revenue)',
    ],
    // The Americas grew by more, but by a smaller share.
    [4, 'The Americas grew faster than Asia in 2024.', 'not-checkable', ''],
    [4, 'Asia grew twice as fast as Europe in 2024.', 'not-checkable', ''],
  ])('on page %i, %j is %s', (page, answer, verdict, shown) => {
    expect(verdictOn(page, answer)).toBe(`${verdict} ${shown}`.trim());
  });
});

describe('an answer that compares numbers with one that it says', () => {
  it.each<Checked>([
    [4, 'Europe had more than 200 in every year.', 'computed-right', '212.4 (Europe, 2022) > 200'],
    [4, 'Asia had more than 100 in every year.', 'computed-wrong', '91.5 (Asia, 2022) < 100'],
    [4, 'All regions were above 90 in 2022.', 'computed-right', '91.5 (Asia, 2022) > 90'],
    [
      4,
      'Revenue exceeded 500 million euros in 2024.',
      'computed-right',
      '518.9 (Total, 2024) > 500 million euros',
    ],
    [
      2,
      'The equity ratio was at least 46.1% in every year.',
      'computed-right',
      '46.1% (Equity ratio, 2022) = 46.1%',
    ],
    [
      7,
      'Operating profit was above 13 in every quarter.',
      'computed-wrong',
      '12.6 (Operating profit, Quarter 1) < 13',
    ],
    [4, 'Europe grew by less than 5% in 2024.', 'computed-right', '4.6% (Europe, 2024) < 5%'],
    [2, 'Net debt fell by more than 30% in 2024.', 'computed-wrong', '27.2% (Net debt, 2024) < 30%'],
    [4, 'Two regions grew by more than 5% in 2024.', 'computed-right', '2 (Americas, Asia)'],
    [4, 'Three regions grew by more than 10% in 2024.', 'computed-wrong', '1 (Asia)'],
    [4, 'Only one region grew by more than 5% in 2024.', 'computed-wrong', '2 (Americas, Asia)'],
    [4, 'Only Europe had more than 150 in 2024.', 'computed-wrong', '175.3 (Americas, 2024) > 150'],
    [4, 'Only Europe had more than 200 in 2024.', 'computed-right', '175.3 (Americas, 2024) < 200'],
    [4, 'Asia had 91.5, 99.8 and 112.6, all above 90.', 'computed-right', '91.5 > 90'],
    [4, 'Asia had 91.5, 99.8 and 112.6, all above 95.', 'computed-wrong', '91.5 > 95'],
    // One of two is one, and in which year is not said.
    [4, 'One region grew by more than 5% in 2024.', 'not-checkable', ''],
    [4, 'Asia had more than 100.', 'not-checkable', ''],
    // The table is in millions.
    [4, 'Revenue was more than 450,000,000 euros in every year.', 'not-checkable', ''],
    [4, 'Almost all regions grew by more than 5% in 2024.', 'not-checkable', ''],
  ])('on page %i, %j is %s', (page, answer, verdict, shown) => {
    expect(verdictOn(page, answer)).toBe(`${verdict} ${shown}`.trim());
  });

  it('is checked where a question asks for it', () => {
    expect(verdictOn(4, 'Yes', 'Did all regions have more than 100 in 2024?')).toBe(
      'computed-right 112.6 (Asia, 2024) > 100',
    );
    expect(verdictOn(4, 'Two', 'How many regions grew by more than 5% in 2024?')).toBe(
      'computed-right 2 (Americas, Asia)',
    );
  });
});

describe('an answer with a number that it derives from others', () => {
  it.each<Checked>([
    [
      4,
      'Total revenue reached 518.9 million euros in 2024, 7.7% more than in 2023.',
      'computed-right',
      '(518.9 - 481.9) / 481.9 = 7.7%',
    ],
    [
      4,
      'Total revenue reached 518.9 million euros in 2024, 8.7% more than in 2023.',
      'computed-wrong',
      '(518.9 - 481.9) / 481.9 = 7.7%',
    ],
    [4, 'Asia grew fastest, by 12.8%.', 'computed-right', '(112.6 - 99.8) / 99.8 = 12.8%'],
    [4, 'Europe had a share of 44.5%.', 'computed-right', '231.0 / 518.9 = 44.5%'],
    [4, 'In 2024, Europe had a share of 54.5%.', 'computed-wrong', '231.0 / 518.9 = 44.5%'],
    [4, 'Total revenue fell by 7.7% in 2024.', 'computed-wrong', '(518.9 - 481.9) / 481.9 = 7.7%'],
    [4, 'Asia had 51.3% less than Europe in 2024.', 'computed-right', '(112.6 - 231.0) / 231.0 = -51.3%'],
    [
      4,
      'Europe contributed 44.5%, the Americas 33.8% and Asia 21.7% to revenue in 2024.',
      'computed-right',
      '231.0 / 518.9 = 44.5%',
    ],
    [2, 'Operating profit made up 11.2% of revenue in 2024.', 'computed-right', '58.1 / 518.9 = 11.2%'],
    [
      2,
      'Operating profit rose by 11.7% to 58.1 million euros.',
      'computed-right',
      '(58.1 - 52.0) / 52.0 = 11.7%',
    ],
    [2, 'The equity ratio rose by 1.7 percentage points in 2024.', 'computed-right', '49.5% - 47.8% = 1.7%'],
    [2, 'The equity ratio rose by 2.7 percentage points in 2024.', 'computed-wrong', '49.5% - 47.8% = 1.7%'],
    // No year is named, or it is another number than the table's.
    [4, 'Asia grew fastest, by 15.8%.', 'not-checkable', ''],
    [4, 'Asia grew by 10.9% per year from 2022 to 2024.', 'not-checkable', ''],
    [4, 'In local currency, Asia grew by 14.0% in 2024.', 'not-checkable', ''],
    [4, "Europe's share fell by 1.3 percentage points in 2024.", 'not-checkable', ''],
    [4, 'Europe contributed 27.3% of the growth in 2024.', 'not-checkable', ''],
    [4, 'Total revenue grew by nearly 8% in 2024.', 'not-checkable', ''],
    [4, 'Revenue in Japan grew by 12.8% in 2024.', 'not-checkable', ''],
    [4, 'Total revenue in 2024 was 14.6% higher than two years before.', 'not-checkable', ''],
    // The other number must be one of those that it is computed from.
    [2, 'Operating profit rose by 11.7% to 68.3 million euros.', 'not-found', ''],
    // No page has this name.
    [4, 'Revenue in Brazil grew by 83.6% in 2024.', 'not-found', ''],
  ])('on page %i, %j is %s', (page, answer, verdict, shown) => {
    expect(verdictOn(page, answer)).toBe(`${verdict} ${shown}`.trim());
  });

  it('says that what it derives cannot be checked if it is not computed', () => {
    const { claims } = groundAnswerOn('The market grew by 3.1%.', 'annual-report', [4]);
    expect(claims.map(({ status, isUndecided, boxes }) => [status, isUndecided, boxes])).toEqual([
      ['not-found', true, []],
    ]);
    expect(claims.map((claim) => [claimMark(claim), isProblem(claim), needsNoPage(claim)])).toEqual([
      ['unknown', false, true],
    ]);
    expect(claims.map(claimSentence)).toEqual([
      'Cannot be checked: it compares or computes something that PageTrace cannot work out.',
    ]);
  });

  it.each([
    ['quarter', 'Net sales increased 9.9% in the third quarter.', 'not-found'],
    ['bericht', 'Das Fernwärmenetz wuchs um 17,9 km.', 'near'],
    ['bericht', 'Das Fernwärmenetz wuchs um 240 km.', 'near'],
  ])('is missed on %s if a sentence there says the number: %j', (document, answer, status) => {
    const { claims } = groundAnswerOn(answer, document, [1]);
    expect(claims.map((claim) => [claim.status, claimMark(claim)])).toEqual([[status, status]]);
  });

  it('does not call a comparison right by its words in any order', () => {
    const { answer } = groundAnswerOn('Asia may lag behind Europe.', 'annual-report', [4]);
    expect(answer?.verdict).toBe('not-checkable');
  });
});
