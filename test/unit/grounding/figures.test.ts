import { describe, expect, it } from 'vitest';
import { groundTrajectory } from '../../../src/core/grounding/groundTrajectory.ts';
import type { CitedImage } from '../../../src/core/grounding/model.ts';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import { pageOfLines } from '../../support/pageWords.ts';

/** `kind text @image status` for each claim of a text about two pages. */
function claimsAbout(first: string, think: string): string[] {
  const pages = [pageOfLines([first]), pageOfLines(['Costs were 37.0 million.'], { page: 2 })];
  const images = pages.map(({ document, page, size }, at): CitedImage => ({
    image: at + 1,
    document,
    page,
    size,
  }));
  const trajectory = parseTrajectory(`<think>${think}</think><answer></answer>`, {
    dialect: 'think-answer',
    numImages: 2,
    tools: null,
  });
  return groundTrajectory(trajectory, { pages: pages.map(indexPage), images }).claims.map(
    ({ kind, text, cited, status }) => `${kind} ${text} @${cited?.image ?? '-'} ${status}`,
  );
}

describe('a reference to a figure', () => {
  it('cites the image of its number in Chinese, if no page has such a label', () => {
    expect(claimsAbout('Revenue was 518.9 million.', '图1 显示 518.9，图 2 中为 37.0。')).toEqual([
      'number 518.9 @1 found',
      'number 37.0 @2 found',
    ]);
  });

  it('is no claim in English or German, if no page has such a label', () => {
    expect(
      claimsAbout('Revenue was 518.9 million.', 'Figure 1 shows 518.9 and Abbildung 2 shows 37.0.'),
    ).toEqual(['number 518.9 @- found', 'number 37.0 @- found']);
  });

  it.each(['图1', 'Figure 1', 'Abb. 1'])('is a claim if a page has the label: %s', (label) => {
    expect(claimsAbout(`${label} Revenue was 518.9 million.`, `${label} 518.9`)).toEqual([
      `code ${label} @- found`,
      'number 518.9 @- found',
    ]);
  });

  it('is a claim if there is no image of its number', () => {
    expect(claimsAbout('Revenue was 518.9 million.', 'Figure 7 518.9')).toEqual([
      'code Figure 7 @- not-found',
      'number 518.9 @- found',
    ]);
  });
});
