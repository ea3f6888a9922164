import { describe, expect, it } from 'vitest';
import { claimSentence } from '../../../src/core/grounding/claimWords.ts';
import type { AnswerVerdict, Grounding } from '../../../src/core/grounding/model.ts';
import { groundAnswerOn, groundOn, verdictOf } from '../../support/answersOnPages.ts';

/** Grounds a response that has only an answer on pages of the sample document. */
function groundAnswer(
  answer: string,
  pages: readonly number[] = [4],
  question: string | null = null,
): Grounding {
  return groundAnswerOn(answer, 'annual-report', pages, question);
}

describe('an answer that computes', () => {
  it.each<[string, AnswerVerdict, string]>([
    ['The average of 481.9 and 518.9 is 500.4.', 'computed-right', '(481.9 + 518.9) / 2 = 500.4'],
    ['The average of 481.9 and 518.9 is 510.4.', 'computed-wrong', '(481.9 + 518.9) / 2 = 500.4'],
    ['The sum of 231.0, 175.3, and 112.6 is 518.9.', 'computed-right', '231.0 + 175.3 + 112.6 = 518.9'],
    // The page has this number, but as the sum of other ones.
    ['The sum of 231.0 and 175.3 is 518.9.', 'computed-wrong', '231.0 + 175.3 = 406.3'],
    ['Europe (231.0) and Asia (112.6) add up to 343.6.', 'computed-right', '231.0 + 112.6 = 343.6'],
    [
      'Europe contributed 231.0, Americas 175.3 and Asia 112.6, which add up to 518.9.',
      'computed-right',
      '231.0 + 175.3 + 112.6 = 518.9',
    ],
    ['Europe had 231.0 and Asia 112.6, and these total 333.6.', 'computed-wrong', '231.0 + 112.6 = 343.6'],
    ['Europe had 231.0 and Asia 112.6, together 343.6.', 'computed-right', '231.0 + 112.6 = 343.6'],
    ['Europe had 231.0 and Asia 112.6, a difference of 118.4.', 'computed-right', '231.0 - 112.6 = 118.4'],
    ['The ratio of 231.0 to 112.6 is 2.05.', 'computed-right', '231.0 / 112.6 = 2.05'],
    ['231.0 is 44.5% of 518.9.', 'computed-right', '231.0 / 518.9 = 44.5%'],
    ['231.0 is 54.5% of 518.9.', 'computed-wrong', '231.0 / 518.9 = 44.5%'],
    ['Revenue grew by 7.7% from 481.9 to 518.9.', 'computed-right', '(518.9 - 481.9) / 481.9 = 7.7%'],
    ['Revenue grew from 481.9 to 518.9, by 8.7%.', 'computed-wrong', '(518.9 - 481.9) / 481.9 = 7.7%'],
    ['Total revenue in 2024 (518.9) minus 2023 (481.9) is 37.0.', 'computed-right', '518.9 - 481.9 = 37.0'],
    ['Europe (231.0) + Asia (112.6) = 343.6', 'computed-right', '(231.0) + Asia (112.6) = 343.6'],
    ['518.9 (2024) - 481.9 (2023) = 47.0', 'computed-wrong', '518.9 (2024) - 481.9 = 37.0'],
    ['Europe with 231.0 is higher than Asia with 112.6.', 'computed-right', '231.0 > 112.6'],
    ['Asia with 112.6 is higher than Europe with 231.0.', 'computed-wrong', '112.6 > 231.0'],
    ['Der Durchschnitt von 481,9 und 518,9 beträgt 500,4.', 'computed-right', '(481,9 + 518,9) / 2 = 500.4'],
    ['Der Durchschnitt von 481,9 und 518,9 beträgt 510,4.', 'computed-wrong', '(481,9 + 518,9) / 2 = 500.4'],
    ['Die Differenz zwischen 518,9 und 481,9 beträgt 37,0.', 'computed-right', '518,9 - 481,9 = 37.0'],
    ['Die Summe aus 231,0 und 112,6 ist 353,6.', 'computed-wrong', '231,0 + 112,6 = 343.6'],
    ['481.9和518.9的平均值是500.4。', 'computed-right', '(481.9 + 518.9) / 2 = 500.4'],
    ['481.9和518.9的平均值是510.4。', 'computed-wrong', '(481.9 + 518.9) / 2 = 500.4'],
    ['518.9与481.9相差37.0。', 'computed-right', '518.9 - 481.9 = 37.0'],
    ['231.0与112.6之比为2.05。', 'computed-right', '231.0 / 112.6 = 2.05'],
    ['231.0占518.9的44.5%。', 'computed-right', '231.0 / 518.9 = 44.5%'],
    // The numbers are those of another row.
    ['Asia grew by 7.7% from 481.9 to 518.9.', 'not-checkable', '(518.9 - 481.9) / 481.9 = 7.7%'],
    ['Asia grew by 12.8% from 99.8 to 112.6.', 'computed-right', '(112.6 - 99.8) / 99.8 = 12.8%'],
    // An operand that no page has is no basis.
    ['The average of 491.9 and 518.9 is 505.4.', 'near', '(491.9 + 518.9) / 2 = 505.4'],
    ['The average of 777.7 and 518.9 is 648.3.', 'not-found', '(777.7 + 518.9) / 2 = 648.3'],
    ['Europe had 231.0 and Asia 112.6.', 'found', ''],
  ])('%s is %s', (answer, verdict, computation) => {
    expect(verdictOf(groundAnswer(answer))).toBe([verdict, computation].join(' ').trim());
  });

  it('rests on its operands, each with the words that say what it is', () => {
    const { claims, answer } = groundAnswer("The sum of Europe's 231.0 and Asia's 112.6 is 343.6.");
    expect(claims.map(({ text, status, computed }) => [text, status, computed?.right])).toEqual([
      ["Europe's 231.0", 'found', undefined],
      ["Asia's 112.6", 'found', undefined],
      ['343.6', 'not-found', true],
    ]);
    expect(answer?.restsOn).toEqual([0, 1, 2]);
    const [wrong] = groundAnswer("The sum of Europe's 112.6 and Asia's 231.0 is 343.6.").claims;
    expect(wrong?.status).not.toBe('found');
  });
});

type Compared = readonly [
  page: number,
  question: string,
  answer: string,
  verdict: AnswerVerdict,
  shown: string,
];

describe('an answer that compares by labels', () => {
  it.each<Compared>([
    [4, '', 'Revenue in 2024 was higher than in 2023.', 'computed-right', '518.9 (2024) > 481.9 (2023)'],
    [4, '', 'Revenue in 2024 was lower than in 2023.', 'computed-wrong', '518.9 (2024) > 481.9 (2023)'],
    [4, '', "In 2024, Asia's revenue exceeded Europe's.", 'computed-wrong', '112.6 (Asia) < 231.0 (Europe)'],
    [4, '', 'Revenue rose from 2022 to 2024.', 'computed-right', '518.9 (2024) > 452.6 (2022)'],
    [4, '', 'Revenue fell in 2023.', 'computed-wrong', '481.9 (2023) > 452.6 (2022)'],
    [4, '', 'Revenue grew every year.', 'computed-right', '481.9 (2023) > 452.6 (2022)'],
    [4, '', 'Asia had the highest revenue.', 'computed-wrong', '91.5 (Asia) < 212.4 (Europe)'],
    [4, '', 'Revenue was highest in 2023.', 'computed-wrong', '481.9 (2023) < 518.9 (2024)'],
    [
      4,
      '',
      'Europe had the highest revenue, while Asia had the lowest.',
      'computed-right',
      '212.4 (Europe) > 148.7 (Americas)',
    ],
    [
      4,
      'Which region had the highest revenue in 2024?',
      'Europe',
      'computed-right',
      '231.0 (Europe) > 175.3 (Americas)',
    ],
    [
      4,
      'Which region had the highest revenue in 2024?',
      'Asia',
      'computed-wrong',
      '112.6 (Asia) < 231.0 (Europe)',
    ],
    [4, 'In which year was revenue lowest?', '2024', 'computed-wrong', '518.9 (2024) > 452.6 (2022)'],
    [4, 'Which is larger, Europe or Asia?', 'Asia', 'computed-wrong', '91.5 (Asia) < 212.4 (Europe)'],
    [4, "Is Europe's revenue larger than Asia's?", 'Yes', 'computed-right', '212.4 (Europe) > 91.5 (Asia)'],
    [4, 'Did revenue fall from 2023 to 2024?', 'Yes', 'computed-wrong', '518.9 (2024) > 481.9 (2023)'],
    [
      4,
      'Did Asia have the highest revenue in 2024?',
      'No',
      'computed-right',
      '112.6 (Asia) < 231.0 (Europe)',
    ],
    [
      4,
      'Was Asia larger than Europe in 2024?',
      'Yes, Asia was larger.',
      'computed-wrong',
      '112.6 (Asia) < 231.0 (Europe)',
    ],
    // Expenses stand in brackets.
    [2, '', 'Cost of sales increased from 2023 to 2024.', 'computed-right', '309.3 (2024) > 289.6 (2023)'],
    [
      5,
      '',
      'Brindlewick has more employees than Tarnholm.',
      'computed-wrong',
      '612 (Brindlewick) < 1,204 (Tarnholm (head office))',
    ],
    [
      5,
      'Which site has the fewest employees?',
      'Dunmere Falls',
      'computed-right',
      '262 (Dunmere Falls) < 338 (Kanesaki)',
    ],
    [
      7,
      '',
      'Order intake was higher in Quarter 1 than in Quarter 4.',
      'computed-wrong',
      '131.5 (Quarter 1) < 143.2 (Quarter 4)',
    ],
    [
      5,
      '',
      'The smallest site by employees is Dunmere Falls.',
      'computed-right',
      '262 (Dunmere Falls) < 338 (Kanesaki)',
    ],
    [
      7,
      'In which quarter was operating profit highest?',
      'Quarter 2',
      'computed-wrong',
      '13.9 (Quarter 2) < 14.6 (Quarter 3)',
    ],
    [4, '', 'Revenue in Europe was down in 2024.', 'computed-wrong', '231.0 (2024) > 220.9 (2023)'],
    [9, '', '亚洲的收入最高。', 'computed-wrong', '91.5 (亚洲) < 212.4 (欧洲)'],
    [9, '', '2024年的收入高于2023年。', 'computed-right', '518.9 (2024) > 481.9 (2023)'],
    [9, '2024年哪个地区的收入最高？', '欧洲', 'computed-right', '231.0 (欧洲) > 175.3 (美洲)'],
    // What the table does not say, and what the words leave open, is not decided.
    [4, '', 'Asia had the second highest revenue.', 'not-checkable', ''],
    [4, '', 'It was higher in 2023 than in 2024.', 'not-checkable', ''],
    [4, '', 'Asia did not have the highest revenue.', 'not-checkable', ''],
    [5, '', 'Production had more women than Administration in 2024.', 'not-checkable', ''],
    [4, 'Is the profit of Europe larger than that of Asia?', 'Yes', 'not-checkable', ''],
    [5, 'Is Brindlewick larger than Kanesaki?', 'Yes', 'not-checkable', ''],
  ])('on page %i, %j %j is %s', (page, question, answer, verdict, shown) => {
    const grounding = groundAnswer(answer, [page], question === '' ? null : question);
    expect(verdictOf(grounding)).toBe(`${verdict} ${shown}`.trim());
  });

  it('says how its numbers compare', () => {
    const sentenceFor = (answer: string): string | undefined => {
      const [claim] = groundAnswer(answer).claims;
      return claim === undefined ? undefined : claimSentence(claim);
    };
    expect(sentenceFor('Asia had the highest revenue.')).toBe(
      'Compared incorrectly: 91.5 (Asia) < 212.4 (Europe).',
    );
    expect(sentenceFor('Revenue rose in 2023.')).toBe('Compared correctly: 481.9 (2023) > 452.6 (2022).');
  });

  it('is on the cited page only if its cells are', () => {
    const text =
      '<think>Image 1 says “Income statement”.</think><answer>Asia had the lowest revenue.</answer>';
    const { answer } = groundOn(text, 'annual-report', [2, 4]);
    expect([answer?.verdict, answer?.onCitedPage]).toEqual(['computed-right', false]);
    expect(answer?.computation?.cells?.map(({ on, text: number }) => [on.page, number])).toEqual([
      [4, '91.5'],
      [4, '148.7'],
    ]);
  });
});

describe('an answer computed from cells that the question or the answer names', () => {
  it.each<Compared>([
    [
      4,
      'What is the difference between total revenue in 2024 and 2023?',
      '37.0',
      'computed-right',
      '518.9 - 481.9 = 37.0',
    ],
    [
      4,
      'What is the difference between total revenue in 2024 and 2023?',
      '38.0',
      'computed-wrong',
      '518.9 - 481.9 = 37.0',
    ],
    [
      4,
      'By what percentage did total revenue grow from 2023 to 2024?',
      '9.7%',
      'computed-wrong',
      '(518.9 - 481.9) / 481.9 = 7.7%',
    ],
    [
      4,
      'How much did revenue in Asia grow from 2023 to 2024?',
      '12.8',
      'computed-right',
      '112.6 - 99.8 = 12.8',
    ],
    [
      4,
      'What is the sum of revenue in Europe and Asia in 2024?',
      '343.6',
      'computed-right',
      '231.0 + 112.6 = 343.6',
    ],
    [
      4,
      'What is the average revenue of Europe from 2022 to 2024?',
      '221.4',
      'computed-right',
      '(212.4 + 220.9 + 231.0) / 3 = 221.4',
    ],
    [
      4,
      'What is the average revenue of all regions in 2024?',
      '173.0',
      'computed-right',
      '(231.0 + 175.3 + 112.6) / 3 = 173.0',
    ],
    [
      4,
      'What share of total revenue came from Asia in 2024?',
      '21.7%',
      'computed-right',
      '112.6 / 518.9 = 21.7%',
    ],
    [
      4,
      'What is the ratio of revenue in Europe to Asia in 2024?',
      '2.05',
      'computed-right',
      '231.0 / 112.6 = 2.05',
    ],
    [
      4,
      '',
      'Total revenue grew by 9.7% from 2023 to 2024.',
      'computed-wrong',
      '(518.9 - 481.9) / 481.9 = 7.7%',
    ],
    [
      4,
      '',
      'The combined revenue of Europe and Asia in 2024 was 343.6.',
      'computed-right',
      '231.0 + 112.6 = 343.6',
    ],
    [
      2,
      'How much did cost of sales increase from 2023 to 2024?',
      '19.7',
      'computed-right',
      '309.3 - 289.6 = 19.7',
    ],
    [
      5,
      'How many employees work in Tarnholm and Brindlewick together?',
      '1,816',
      'computed-right',
      '1,204 + 612 = 1816',
    ],
    [9, '2023年到2024年亚洲的收入增长了多少？', '12.8', 'computed-right', '112.6 - 99.8 = 12.8'],
    [9, '2024年欧洲和亚洲的收入之和是多少？', '353.6', 'computed-wrong', '231.0 + 112.6 = 343.6'],
    // `Total` is a label here, and not a word for a sum.
    [4, '', 'Total revenue in 2024 was 37.0 higher than in 2023.', 'computed-right', '518.9 - 481.9 = 37.0'],
    [9, '', '2023年的合计收入比2022年多29.3。', 'computed-right', '481.9 - 452.6 = 29.3'],
    [4, '', 'In total, Europe and Asia differ by 118.4 in 2024.', 'not-checkable', ''],
    // One cell is no computation, and a rounding or another unit is not called wrong.
    [4, 'What was total revenue in 2024?', '528.9', 'near', ''],
    [4, 'How much did total revenue grow from 2023 to 2024?', '37,000,000', 'not-found', ''],
    [4, 'What was the growth rate of total revenue from 2023 to 2024?', '7.7', 'not-found', ''],
    [4, 'What is the difference between revenue and cost in 2024?', '38.0', 'not-found', ''],
  ])('on page %i, %j %j is %s', (page, question, answer, verdict, shown) => {
    const grounding = groundAnswer(answer, [page], question === '' ? null : question);
    expect(verdictOf(grounding)).toBe(`${verdict} ${shown}`.trim());
  });
});

describe('an answer that counts the rows of a table', () => {
  it.each<Compared>([
    [4, 'How many regions are there?', '3', 'computed-right', '3 (Europe, Americas, Asia)'],
    [4, 'How many regions are there?', '4', 'computed-wrong', '3 (Europe, Americas, Asia)'],
    [4, '', 'There are five regions.', 'computed-wrong', '3 (Europe, Americas, Asia)'],
    [9, '有多少个地区？', '3', 'computed-right', '3 (欧洲, 美洲, 亚洲)'],
    [
      7,
      'How many product lines are there?',
      '5',
      'computed-right',
      '5 (Flow sensors, Gas analysers, Laboratory systems, Calibration service, Software and spares)',
    ],
    // Rows behind the sum may be product lines, too; what is counted is not all rows.
    [7, 'How many product lines are there?', '8', 'not-checkable', ''],
    [4, 'How many regions grew by more than 5% in 2024?', '2', 'computed-right', '2 (Americas, Asia)'],
    [4, 'How many regions grew by more than 5% in 2024?', '3', 'computed-wrong', '2 (Americas, Asia)'],
    // In which year is not said, and it matters.
    [4, 'How many regions grew by more than 5%?', '9', 'not-found', ''],
    [5, 'How many sites were opened after 2000?', '4', 'not-found', ''],
  ])('on page %i, %j %j is %s', (page, question, answer, verdict, shown) => {
    const grounding = groundAnswer(answer, [page], question === '' ? null : question);
    expect(verdictOf(grounding)).toBe(`${verdict} ${shown}`.trim());
  });
});

describe('an answer that says more than what the question asks to compute', () => {
  const GROWTH = 'By how much did total revenue grow from 2023 to 2024?';

  it.each([
    'Revenue rose from 481.9 to 518.9 million euros.',
    'Total revenue was 518.9 million euros in 2024, 7.7% more than 481.9 in 2023; Europe had a share of 44.5%.',
    'Europe had a share of 44.5%.',
    'The dividend is 1.50 euros.',
    'Total revenue was 518.4 million euros in 2024.',
    'Total revenue was 618.4.',
  ])('is not called wrong by the question: %s', (answer) => {
    const { answer: checked, claims } = groundAnswer(answer, [3, 4], GROWTH);
    expect(checked?.verdict).not.toBe('computed-wrong');
    expect(claims.filter(({ computed }) => computed?.right === false)).toEqual([]);
  });

  it('is found where one row has both of its numbers, although its words stand elsewhere on the page', () => {
    const { claims } = groundAnswer('Revenue rose from 481.9 to 518.9 million euros.', [4], GROWTH);
    expect(claims.map(({ status, words }) => [status, words])).toEqual([['found', '481.9 518.9']]);
  });

  it.each([
    ['36.0', 'computed-wrong 518.9 - 481.9 = 37.0'],
    ['Total revenue grew by 8.7%.', 'computed-wrong (518.9 - 481.9) / 481.9 = 7.7%'],
    ['Total revenue grew by 7.7%.', 'computed-right (518.9 - 481.9) / 481.9 = 7.7%'],
  ])('is checked by the question where it says only that: %s is %s', (answer, expected) => {
    expect(verdictOf(groundAnswer(answer, [3, 4], GROWTH))).toBe(expected);
  });
});
