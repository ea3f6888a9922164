import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compose, NOTHING_FOUND } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import { recognizedPages } from '../../support/storedPages.ts';
import { observations } from './support.ts';

/** Number of words that an answer may have in addition to the right ones. */
const SPARE_WORDS = 4;

interface Asked {
  readonly question: string;
  readonly accepted: readonly string[];
}

const folder = new URL('../../fixtures/readings/', import.meta.url);
const names = fs
  .readdirSync(new URL('words', folder))
  .map((file) => file.replace('.json', ''))
  .sort();

function readJson(path: string): unknown {
  return JSON.parse(fs.readFileSync(new URL(path, folder), 'utf8'));
}

function normalizedWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      // A space before a unit is hard to recognize.
      .replace(/(?<=\d)(?=\p{L})/gu, ' ')
      .replace(/[^\p{L}\p{N}.%]+/gu, ' ')
      .replace(/\.(?=\s|$)/g, '')
      .trim()
      .split(' ')
  );
}

/** Whether an answer contains one of `accepted` and few other words. */
function isRight(answer: string, accepted: readonly string[]): boolean {
  if (accepted.length === 0) return answer === NOTHING_FOUND;
  const said = normalizedWords(answer);
  return accepted.some((one) => {
    const words = normalizedWords(one);
    return (
      ` ${said.join(' ')} `.includes(` ${words.join(' ')} `) && said.length <= words.length + SPARE_WORDS
    );
  });
}

describe.each(names)('the document %s', (name) => {
  const pages = recognizedPages(new URL(`words/${name}.json`, folder));
  const asked = readJson(`questions/${name}.json`) as Asked[];
  const answers = asked.map(({ question, accepted }) => {
    const answer = compose(find(question, pages), 'plain');
    return { question, accepted, answer, right: isRight(answer, accepted) };
  });

  it('at least 8 of 10 questions about the document are answered in a few words', () => {
    const wrong = answers.filter(({ right }) => !right);
    expect(answers).toHaveLength(10);
    expect(wrong.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(2);
  });

  it('a question about the document without an answer gets the reply that there is none', () => {
    const absent = answers.filter(({ accepted }) => accepted.length === 0);
    expect(absent.map(({ answer }) => answer)).toEqual(absent.map(() => NOTHING_FOUND));
    expect(absent.length).toBeGreaterThanOrEqual(2);
  });

  it('every observation is part of the text of the document’s pages', () => {
    for (const { question } of asked) {
      for (const observation of observations(compose(find(question, pages), 'lang2act')))
        expect(pages.some(({ text }) => text.includes(observation))).toBe(true);
    }
  });
});
