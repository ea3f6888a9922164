import { describe, expect, it } from 'vitest';
import { find } from '../../../src/offline/reading/find.ts';
import { textLayerPage } from '../../../src/offline/reading/textLayerPage.ts';
import { growth, LIMIT } from '../../support/growth.ts';

const QUESTIONS = ['What is the cost?', 'Who is Anna?', 'Where is the harbor?', 'How many costs are there?'];

/** A page of `length` words in rows of twelve, which `words` repeats. */
function pageOf(words: readonly string[], length: number): ReturnType<typeof textLayerPage> {
  return textLayerPage(
    Array.from({ length }, (_, index) => {
      const [left, top] = [(index % 12) * 50, Math.floor(index / 12) * 14];
      return {
        text: words[index % words.length] ?? '',
        box: { left, top, right: left + 45, bottom: top + 10 },
      };
    }),
  );
}

describe('pages without the ends of sentences', () => {
  it.each([
    ['numbers between words of the question', ['cost', '7']],
    ['names', ['Anna', 'of', 'the', 'Berta']],
    ['places', ['in', 'the', 'Harbor', 'cost']],
    ['abbreviations', ['Dr.']],
  ])('the time for answering from a long page of %s grows with its length', async (_name, words) => {
    const answer = (length: number): void => {
      const page = pageOf(words, length);
      for (const question of QUESTIONS) find(question, [page]);
    };
    expect(await growth(answer, { small: 500, large: 2000 })).toBeLessThan(LIMIT);
  });

  it('the answer in the first part of a text without ends is found', () => {
    const words = 'the fee of the harbor is 40 euros and then'.split(' ');
    const { findings } = find('What is the fee of the harbor?', [pageOf(words, 1000)]);
    expect(findings[0]?.values[0]?.quotes).toEqual(['40 euros']);
  });
});
