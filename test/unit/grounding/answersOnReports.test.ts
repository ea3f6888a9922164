import { describe, expect, it } from 'vitest';
import { groundTrajectory } from '../../../src/core/grounding/groundTrajectory.ts';
import { isProblem } from '../../../src/core/grounding/claimMark.ts';
import type { AnswerVerdict, CitedImage, Grounding } from '../../../src/core/grounding/model.ts';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import { verdictOf } from '../../support/answersOnPages.ts';
import { pageOfLines } from '../../support/pageWords.ts';

type Checked = readonly [answer: string, verdict: AnswerVerdict, shown: string];

const REPORT = indexPage(
  pageOfLines([
    'Geschäftsbericht 2024 der Mühlenwerke AG',
    '',
    'Der Umsatz stieg im Geschäftsjahr 2024 um 8,4 % auf 1.284,6 Mio. €.',
    '',
    'in Mio. €             2022       2023       2024',
    'Umsatzerlöse       1.102,3    1.185,1    1.284,6',
    'Betriebsergebnis      98,7      112,5      131,9',
    'Mitarbeitende        3.412      3.508      3.677',
    'Lagerbestand          12,0       19,0       31,0',
    '',
    'Die Exportquote lag bei 41 %.',
  ]),
);
const INVOICE = indexPage(
  pageOfLines([
    'Invoice No. 5 of 12 March 2025',
    '',
    'Item                Quantity    Unit price         Net',
    'Flow meter               118         46.50    5,212.65',
    'Mounting bracket         240          3.20      768.00',
    'Calibration kit            6        189.90    1,139.40',
    'Service visit              2        240.00      480.00',
    '',
    'Discount on flow meters: 5 %. The invoice is due 30 days after the invoice date.',
  ]),
);
const SAMPLES = indexPage(
  pageOfLines([
    'Conductivity',
    '',
    'Sample      77 K      300 K',
    'LSMO        1.84       2.31',
    'STO         9.62      11.20',
    'YBCO        4.05       3.48',
  ]),
);

/** Grounds a response that has only an answer. */
function ground(page: typeof REPORT, answer: string, question: string | null = null): Grounding {
  const { document, page: number } = page.page;
  const image: CitedImage = { image: 1, document, page: number, size: null };
  const trajectory = parseTrajectory(`<think>x</think><answer>${answer}</answer>`, {
    dialect: 'think-answer',
    numImages: 1,
    tools: null,
  });
  return groundTrajectory(trajectory, { pages: [page], images: [image] }, question);
}

function verdictOn(page: typeof REPORT, answer: string, question: string | null = null): string {
  return verdictOf(ground(page, answer, question));
}

describe('an answer about a report in German', () => {
  it.each<Checked>([
    ['Im Jahr 2024 kamen 169 Mitarbeitende hinzu.', 'computed-right', '3.677 - 3.508 = 169'],
    ['Im Jahr 2024 kamen 159 Mitarbeitende hinzu.', 'computed-wrong', '3.677 - 3.508 = 169'],
    ['Die Zahl der Mitarbeitenden stieg 2024 um 169.', 'computed-right', '3.677 - 3.508 = 169'],
    [
      'Umsatzerlöse were above 1,100 in every year.',
      'computed-right',
      '1.102,3 (Umsatzerlöse, 2022) > 1,100',
    ],
    [
      'Umsatzerlöse were above 1,150 in every year.',
      'computed-wrong',
      '1.102,3 (Umsatzerlöse, 2022) < 1,150',
    ],
    [
      'Umsatzerlöse were below 1,300 in every year.',
      'computed-right',
      '1.284,6 (Umsatzerlöse, 2024) < 1,300',
    ],
    [
      'Die Umsatzerlöse lagen in jedem Jahr über 1.100.',
      'computed-right',
      '1.102,3 (Umsatzerlöse, 2022) > 1.100',
    ],
    ['The Betriebsergebnis was 10.3% of Umsatzerlöse in 2024.', 'computed-right', '131,9 / 1.284,6 = 10.3%'],
    ['The Betriebsergebnis was 12.3% of Umsatzerlöse in 2024.', 'computed-wrong', '131,9 / 1.284,6 = 10.3%'],
    [
      'Das Betriebsergebnis betrug 2024 10,3 % der Umsatzerlöse.',
      'computed-right',
      '131,9 / 1.284,6 = 10.3%',
    ],
    [
      'Die Umsatzerlöse haben sich seit 2022 mehr als verdoppelt.',
      'computed-wrong',
      '1.284,6 / 1.102,3 = 1.17',
    ],
    ['Umsatzerlöse more than doubled from 2022 to 2024.', 'computed-wrong', '1.284,6 / 1.102,3 = 1.17'],
    ['Der Lagerbestand hat sich seit 2022 mehr als verdoppelt.', 'computed-right', '31,0 / 12,0 = 2.58'],
    ['Der Lagerbestand hat sich seit 2022 verdreifacht.', 'not-checkable', ''],
    ['Der Lagerbestand hat sich von 2022 auf 2023 verdoppelt.', 'computed-wrong', '19,0 / 12,0 = 1.58'],
    ['Der Lagerbestand hat sich fast verdoppelt.', 'not-checkable', ''],
    // Its rows are not all in one unit.
    ['Only the Umsatzerlöse were above 1,000 in 2024.', 'not-checkable', ''],
    ['Umsatzerlöse did not double since 2022.', 'not-checkable', ''],
  ])('%j is %s', (answer, verdict, shown) => {
    expect(verdictOn(REPORT, answer)).toBe(`${verdict} ${shown}`.trim());
  });

  it.each<Checked>([
    ['169', 'computed-right', '3.677 - 3.508 = 169'],
    ['159', 'computed-wrong', '3.677 - 3.508 = 169'],
  ])('to a question with an inflected label, %j is %s', (answer, verdict, shown) => {
    const question = 'Wie hoch ist die Differenz der Mitarbeitenden zwischen 2024 und 2023?';
    expect(verdictOn(REPORT, answer, question)).toBe(`${verdict} ${shown}`.trim());
  });
});

describe('an answer about an invoice', () => {
  it.each<Checked>([
    ['118 × 46.50 × 0.95 = 5,212.65', 'computed-right', '118 × 46.50 × 0.95 = 5212.65'],
    ['118 × 46.50 × 0.95 = 5,312.65', 'computed-wrong', '118 × 46.50 × 0.95 = 5212.65'],
    ['5,487.00 × (1 - 5%) = 5,212.65', 'not-found', '5,487.00 × (1 - 5%) = 5212.65'],
    ['118 × 46.50 × (1 - 5%) = 5,212.65', 'computed-right', '118 × 46.50 × (1 - 5%) = 5212.65'],
    ['118 × 46.50 × (100% - 5%) = 5,212.65', 'computed-right', '118 × 46.50 × (100% - 5%) = 5212.65'],
    ['5,487.00 × (1 - 5%) = 5,312.65', 'computed-wrong', '5,487.00 × (1 - 5%) = 5212.65'],
    // No page has 7 %.
    ['118 × 46.50 × 0.93 = 5,102.91', 'not-found', '118 × 46.50 × 0.93 = 5102.91'],
    ['The invoice is due 30 days after the invoice date.', 'found', ''],
  ])('%j is %s', (answer, verdict, shown) => {
    expect(verdictOn(INVOICE, answer)).toBe(`${verdict} ${shown}`.trim());
  });

  it('has no problem in a factor that is the rest of a percentage of the page', () => {
    const { claims } = ground(INVOICE, '118 × 46.50 × 0.95 = 5,212.65');
    expect(claims.map((claim) => [claim.text, isProblem(claim)])).toEqual([
      ['118', false],
      ['46.50', false],
      ['0.95', false],
      ['5,212.65', false],
    ]);
  });

  it.each<readonly [question: string, answer: string, verdict: AnswerVerdict, shown: string]>([
    [
      'How many items are on the invoice?',
      '4',
      'computed-right',
      '4 (Flow meter, Mounting bracket, Calibration kit, Service visit)',
    ],
    [
      'How many items are on the invoice?',
      '5',
      'computed-wrong',
      '4 (Flow meter, Mounting bracket, Calibration kit, Service visit)',
    ],
    ['How many positions are on the invoice?', '5', 'not-checkable', ''],
    ['How many positions are on the invoice?', '4', 'not-checkable', ''],
    [
      'How many items does the invoice list?',
      'Four',
      'computed-right',
      '4 (Flow meter, Mounting bracket, Calibration kit, Service visit)',
    ],
    ['How many pages are in the invoice?', '12', 'not-checkable', ''],
    ['How many days are there?', '30', 'found', ''],
    ['How many flow meters were ordered?', '118', 'found', ''],
  ])('to %j, %j is %s', (question, answer, verdict, shown) => {
    expect(verdictOn(INVOICE, answer, question)).toBe(`${verdict} ${shown}`.trim());
  });
});

describe('an answer that says that only one row is beyond a number', () => {
  it.each<Checked>([
    ['Only STO has a conductivity above 3 at 300 K.', 'computed-wrong', '3.48 (YBCO, 300 K) > 3'],
    ['Only STO has a conductivity above 10 at 300 K.', 'computed-right', '11.20 (STO, 300 K) > 10'],
    ['Only LSMO has a conductivity above 10 at 300 K.', 'computed-wrong', '2.31 (LSMO, 300 K) < 10'],
    ['Only LSMO has a conductivity below 3 at 300 K.', 'computed-right', '3.48 (YBCO, 300 K) > 3'],
    // Which temperature is meant is not said.
    ['Only STO has a conductivity above 8.', 'not-checkable', ''],
  ])('%j is %s', (answer, verdict, shown) => {
    expect(verdictOn(SAMPLES, answer)).toBe(`${verdict} ${shown}`.trim());
  });
});
