import { beforeAll, describe, expect, it } from 'vitest';
import { compose, NOTHING_FOUND } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import type { PageLines } from '../../../src/offline/reading/pageWords.ts';
import { fixtureText, observations, questionsAbout, recognizedFixture } from './support.ts';

const LONGEST_ANSWER = 30;

/** Words and numbers in lower case, so that `1.40` is not found in `11.40`. */
function words(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.%]+/gu, ' ')
    .replace(/\.(?=\s|$)/g, '')
    .trim()} `;
}

function isRight(answer: string, accepted: readonly string[]): boolean {
  if (accepted.length === 0) return answer === NOTHING_FOUND;
  return (
    answer.split(/\s+/).length <= LONGEST_ANSWER && accepted.some((one) => words(answer).includes(words(one)))
  );
}

const NAMES = ['annual-report', 'second-report', 'data-sheet'];
const layers = new Map<string, PageLines[]>();
beforeAll(async () => {
  for (const name of NAMES) layers.set(name, await fixtureText(name));
});

describe.each([
  ...NAMES.map((name) => [name, 'recognized text', () => recognizedFixture(name)] as const),
  ...NAMES.map((name) => [name, 'the text layer', () => layers.get(name) ?? []] as const),
])('the questions about %s, read from %s', (name, from, pagesOf) => {
  let pages: readonly PageLines[] = [];
  beforeAll(() => {
    pages = pagesOf();
  });
  const questions = questionsAbout(name);
  const answered = (asked: typeof questions, all: boolean): string[] =>
    asked.flatMap(({ question, images, accepted }) => {
      const sent = all ? pages : images.flatMap((page) => pages[page - 1] ?? []);
      return isRight(compose(find(question, sent), 'plain'), accepted) ? [question] : [];
    });

  it.each([
    ['the pages that are sent', false],
    ['all pages', true],
  ])('at least 8 of 10 questions are answered from %s, and none that has no answer', (_name, all) => {
    const answerable = questions.filter(({ accepted }) => accepted.length > 0);
    const others = questions.filter(({ accepted }) => accepted.length === 0);
    expect(answerable.length).toBeGreaterThanOrEqual(10);
    expect(others.length).toBeGreaterThanOrEqual(2);
    expect(answered(answerable, all).length).toBeGreaterThanOrEqual(0.8 * answerable.length);
    expect(answered(others, all)).toEqual(others.map(({ question }) => question));
  });

  it.runIf(from === 'the text layer')(
    'every question is answered, from the pages that are sent and from all',
    () => {
      const all = questions.map(({ question }) => question);
      expect(answered(questions, false)).toEqual(all);
      expect(answered(questions, true)).toEqual(all);
    },
  );

  it('every observation in an answer is part of the text of its page', () => {
    for (const { question, images } of questions) {
      const sent = images.flatMap((page) => pages[page - 1] ?? []);
      const response = compose(find(question, sent), 'lang2act');
      const found = observations(response);
      expect(found.length).toBeGreaterThan(0);
      for (const observation of found) expect(sent.some(({ text }) => text.includes(observation))).toBe(true);
    }
  });
});
