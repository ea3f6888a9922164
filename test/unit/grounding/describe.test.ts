import { describe, expect, it } from 'vitest';
import { describeGrounding } from '../../../src/core/grounding/describe.ts';
import { groundTrajectory } from '../../../src/core/grounding/groundTrajectory.ts';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { parseTrajectory, TrajectoryParser } from '../../../src/core/trajectory/parser.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const CONTEXT = { dialect: 'lang2act', numImages: 2, tools: null } as const;
const PAGES = {
  pages: [
    indexPage(pageOfLines(['Other words on this page'], { page: 3 })),
    indexPage(
      pageOfLines(['Region  2023  2024', 'Europe  220.9  231.0', 'Total  481.9  518.9'], { page: 7 }),
    ),
  ],
  images: [3, 7].map((page, index) => ({ image: index + 1, document: 'report.pdf', page, size: null })),
};

function described(think: string, calls: string, answer: string): string {
  const text = `<think>${think}</think><description>${calls}</description><answer>${answer}</answer>`;
  return describeGrounding(groundTrajectory(parseTrajectory(text, CONTEXT), PAGES), text, false);
}

const TOTAL = '<tool name="read_numeric_value" args="Image 2: Total">518.9</tool>';

describe('what an answer rests on, in a sentence', () => {
  it.each<[string, string, string, string]>([
    ['-', TOTAL, '518.9', 'Answer 518.9 stands on page 7, Total; 3 of 3 claims are on the pages sent.'],
    [
      'In Image 2: 999123 and 888456.',
      TOTAL,
      '518.9',
      'Answer 518.9 stands on page 7, Total; 2 of 5 claims are not on the pages sent.',
    ],
    ['In Image 2', '', '518.9', 'Answer 518.9 stands on page 7; 1 of 1 claim is on the pages sent.'],
    [
      'In Image 1 “Other words”',
      '',
      '518.9',
      'Answer 518.9 stands on page 7, which the response does not cite; 2 of 2 claims are on the pages sent.',
    ],
    [
      '-',
      '',
      '518.9 and other words',
      'Answer “518.9 and other words” stands on pages 3 and 7; 2 of 2 claims are on the pages sent.',
    ],
    [
      '518.9 - 481.9 = 37.0',
      '',
      '37.0',
      'Answer 37.0 is computed correctly: 518.9 - 481.9 = 37.0; 2 of 4 claims are on the pages sent, 2 are computed correctly.',
    ],
    [
      '518.9 - 481.9 = 38.0',
      '',
      '38.0',
      'Answer 38.0 is computed incorrectly: 518.9 - 481.9 = 37.0; 2 of 4 claims are computed incorrectly.',
    ],
    [
      '-',
      '',
      '518.8',
      'Answer 518.8 differs from page 7, which has 518.9; 1 of 1 claim differs from the pages sent.',
    ],
    [
      '-',
      '',
      'zebra 123456',
      'Answer zebra 123456 is not on the pages sent; 1 of 1 claim is not on the pages sent.',
    ],
    [
      '-',
      '',
      '518.9, zebra 123456',
      'Part of answer 518.9, zebra 123456 is not on the pages sent; 1 of 2 claims is not on the pages sent.',
    ],
    ['-', '', 'Yes', 'Answer Yes cannot be checked.'],
  ])('for think %j, calls %j, and the answer %j', (think, calls, answer, expected) => {
    expect(described(think, calls, answer)).toBe(expected);
  });

  it('says so while the response arrives, and if it ends without an answer', () => {
    const soFar = (text: string, partial: boolean): string => {
      const parser = new TrajectoryParser(CONTEXT);
      parser.append(text);
      if (!partial) parser.end();
      return describeGrounding(groundTrajectory(parser.snapshot(), PAGES), text, partial);
    };
    expect(soFar('<think>In', true)).toBe('No claims so far.');
    expect(soFar('<think>In 518.9</think><desc', true)).toBe('1 of 1 claim so far is on the pages sent.');
    expect(soFar('<think>In 777123</think><desc', true)).toBe(
      '1 of 1 claim so far is not on the pages sent.',
    );
    expect(soFar('<think>In 518.9</think>', false)).toBe(
      'There is no answer; 1 of 1 claim is on the pages sent.',
    );
  });

  it('says which claims cannot be checked', () => {
    const text = `<think>x</think><description>${TOTAL}</description><answer>518.9</answer>`;
    const grounding = groundTrajectory(parseTrajectory(text, CONTEXT), { ...PAGES, pages: [] });
    expect(describeGrounding(grounding, text, false)).toBe(
      'Answer 518.9 cannot be checked; 3 of 3 claims cannot be checked.',
    );
  });
});
