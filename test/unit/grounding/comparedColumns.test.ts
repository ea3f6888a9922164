import { describe, expect, it } from 'vitest';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { groundTrajectory } from '../../../src/core/grounding/groundTrajectory.ts';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import type { PageWords } from '../../../src/core/grounding/model.ts';
import { verdictOf } from '../../support/answersOnPages.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const HALVES = pageOfLines([
  'Deliveries by site',
  '',
  'Site                         2024                                    2025',
  '                   H1                     H2               H1                     H2',
  'Bristol                   980                 995                 940                 999',
  'Rotterdam                 810                 820                 830                 890',
  'Bergen                    640                 655                 610                 590',
]);

const ACCOUNTS = pageOfLines([
  'Gewinn- und Verlustrechnung in Mio. EUR',
  '',
  '                       2022       2023       2024',
  'Umsatzerlöse        1.012,4    1.184,9    1.284,6',
  'Materialaufwand      -612,8     -640,2     -688,9',
  'Personalaufwand      -245,0     -262,7     -281,4',
  'Finanzergebnis        -12,5      -10,1      -14,2',
  'Anpassungen            -3,5       -4,1       -5,2',
  'Betriebsergebnis      104,6      121,0      132,1',
]);
const FILMS = pageOfLines([
  'Conductivity',
  '',
  'Sample           77 K            300 K',
  'LSMO      1.84 ± 0.07      2.31 ± 0.09',
  'STO       9.62 ± 0.31     11.20 ± 0.40',
  'YBCO      4.05 ± 0.12      3.48 ± 0.15',
]);

/** The verdict on an answer that names no page, with what it is computed from. */
function verdictOn(page: PageWords, answer: string): string {
  const { document, page: number } = page;
  return verdictOf(
    groundTrajectory(
      parseTrajectory(`<think>x</think><answer>${answer}</answer>`, {
        dialect: 'think-answer',
        numImages: 1,
        tools: null,
      }),
      { pages: [indexPage(page)], images: [{ image: 1, document, page: number, size: null }] },
      null,
    ),
  );
}

type Said = readonly [answer: string, shown: string];

describe('an answer about a part of a year', () => {
  it.each<Said>([
    ["Bristol's deliveries fell from H1 2024 to H2 2025.", 'not-checkable'],
    ["Bristol's deliveries rose from H1 2024 to H2 2025.", 'not-checkable'],
    ['Bergen had more deliveries in 2025 than in 2024.', 'not-checkable'],
    // All halves agree.
    ['Rotterdam had more deliveries than Bergen in 2025.', 'computed-right 810 (Rotterdam) > 640 (Bergen)'],
    [
      'Bergen had more deliveries than Rotterdam in H1 2025.',
      'computed-wrong 640 (Bergen) < 810 (Rotterdam)',
    ],
  ])('%j is %s', (answer, shown) => {
    expect(verdictOn(HALVES, answer)).toBe(shown);
  });
});

describe('an answer about a row of numbers less than nothing', () => {
  it.each<Said>([
    ['Materialaufwand was higher in 2024 than in 2023.', 'computed-right 688,9 (2024) > 640,2 (2023)'],
    ['Der Materialaufwand war 2024 höher als 2023.', 'computed-right 688,9 (2024) > 640,2 (2023)'],
    ['Der Materialaufwand war 2024 niedriger als 2023.', 'computed-wrong 688,9 (2024) > 640,2 (2023)'],
    ['Personalaufwand increased from 2022 to 2024.', 'computed-right 281,4 (2024) > 245,0 (2022)'],
    ['Personalaufwand fell from 2023 to 2024.', 'computed-wrong 281,4 (2024) > 262,7 (2023)'],
    [
      'Der Materialaufwand stieg von 2023 auf 2024 um 7,6 %.',
      'computed-right (688,9 - 640,2) / 640,2 = 7.6%',
    ],
    [
      'Materialaufwand grew faster than Personalaufwand in 2024.',
      'computed-right 7.6% (Materialaufwand) > 7.1% (Personalaufwand)',
    ],
    ['Finanzergebnis fell from 2023 to 2024.', 'computed-right -14,2 (2024) < -10,1 (2023)'],
    ['Anpassungen fell from 2023 to 2024.', 'not-checkable'],
    ['Umsatzerlöse rose from 2023 to 2024.', 'computed-right 1.284,6 (2024) > 1.184,9 (2023)'],
  ])('%j is %s', (answer, shown) => {
    expect(verdictOn(ACCOUNTS, answer)).toBe(shown);
  });
});

describe('an answer that says what is the most or the least', () => {
  it.each<Said>([
    ['LSMO had the highest value at 300 K.', 'not-checkable'],
    ['STO had the highest value at 300 K.', 'not-checkable'],
    ['LSMO had the lowest conductivity at 300 K.', 'not-checkable'],
    ['The value of LSMO at 300 K is 2.31.', 'found'],
  ])('%j is %s', (answer, shown) => {
    expect(verdictOn(FILMS, answer)).toBe(shown);
  });
});

describe('an answer with a formula in brackets', () => {
  it.each<Said>([
    ['STO at 300 K is 4.8 times LSMO (11.20 / 2.31).', 'computed-right 11.20 / 2.31 = 4.8'],
    ['STO at 300 K is 5.8 times LSMO (11.20 / 2.31).', 'computed-wrong 11.20 / 2.31 = 4.8'],
    ['The ratio for STO at 300 K to LSMO is 4.8 (11.20 / 2.31 = 4.8).', 'not-checkable 11.20 / 2.31 = 4.8'],
    ['The ratio for STO at 300 K to LSMO is 5.8 (11.20 / 2.31 = 5.8).', 'computed-wrong 11.20 / 2.31 = 4.8'],
  ])('%j is %s', (answer, shown) => {
    expect(verdictOn(FILMS, answer)).toBe(shown);
  });
});
