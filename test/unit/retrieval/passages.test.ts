import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { passagesOf } from '../../../src/retrieval/passages.ts';
import { PassageSearch } from '../../../src/retrieval/passageSearch.ts';
import { TextDocument } from './build.ts';

const { signal } = new AbortController();

/** Half of a character of two units. */
const HALF = /\p{Surrogate}/u;

describe('the passages of a text', () => {
  test('end and begin at words, and repeat the end of the one before', () => {
    expect(passagesOf('one two three four five', { longest: 10, overlap: 5 })).toEqual([
      'one two',
      'two three',
      'three four',
      'four five',
    ]);
    expect(passagesOf('x'.repeat(25), { longest: 10, overlap: 2 })).toHaveLength(3);
    expect(passagesOf(' \n ')).toEqual([]);
  });

  test('are short enough, whole characters, and have every word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', 'x', 'xxx', '\u{1f600}'), { maxLength: 40 }),
        fc.integer({ min: 14, max: 40 }),
        fc.integer({ min: 0, max: 5 }),
        (ends, longest, overlap) => {
          const words = ends.map((end, at) => `w${at}${end}`);
          const text = words.join(' ');
          const passages = passagesOf(text, { longest, overlap });
          for (const passage of passages) {
            expect(passage.length).toBeLessThanOrEqual(longest);
            expect(text).toContain(passage);
            expect(passage).not.toMatch(HALF);
          }
          const held = new Set(passages.flatMap((passage) => passage.split(' ')));
          expect(words.filter((word) => !held.has(word))).toEqual([]);
        },
      ),
      propertyRuns(1000),
    );
  });

  test('of a text without white space do not cut a character', () => {
    const passages = passagesOf('\u{1f600}'.repeat(9), { longest: 5, overlap: 1 });
    expect(passages.length).toBeGreaterThan(3);
    for (const passage of passages) expect(passage).not.toMatch(HALF);
  });
});

describe('a search over the passages of documents', () => {
  const opened = (...documents: readonly (readonly string[])[]) =>
    Promise.all(documents.map((pages, at) => new TextDocument(`${at}.pdf`, pages).open()));
  const search = new PassageSearch({
    recognizer: null,
    onProgress: () => undefined,
    onNotice: () => undefined,
  });

  test('brings the best of all documents with their pages, at most as many as are asked for', async () => {
    const documents = await opened(
      ['The cat sleeps.', 'The revenue rose.'],
      ['Revenue, revenue and revenue.'],
    );
    const find = await search.over(documents, signal);
    expect(await find('What was the revenue?', 5, signal)).toEqual([
      { document: 1, page: 1, text: 'Revenue, revenue and revenue.' },
      { document: 0, page: 2, text: 'The revenue rose.' },
    ]);
    expect(await find('What was the revenue?', 1, signal)).toHaveLength(1);
    expect(await find('dogs', 5, signal)).toEqual([]);
  });
});
