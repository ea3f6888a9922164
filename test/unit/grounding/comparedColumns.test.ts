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
