import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { USUAL_BM25 } from '../../../src/retrieval/bm25.ts';
import { PassageIndex } from '../../../src/retrieval/passageIndex.ts';
import { passagesOf } from '../../../src/retrieval/passages.ts';
import { PassageSearch } from '../../../src/retrieval/passageSearch.ts';
import type { PassageStore } from '../../../src/retrieval/passageStore.ts';
import { workerPassages } from '../../../src/retrieval/workerStores.ts';
import { makeThread, TextDocument } from './build.ts';

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

const texts = (...documents: readonly (readonly string[])[]): readonly TextDocument[] =>
  documents.map((pages, at) => new TextDocument(`${at}.pdf`, pages));

const openAll = (documents: readonly TextDocument[]) => Promise.all(documents.map((each) => each.open()));

const searchIn = (store: PassageStore): PassageSearch =>
  new PassageSearch(store, { recognizer: null, onProgress: () => undefined, onNotice: () => undefined });

describe.each([
  ['this thread', (use: (store: PassageStore) => Promise<void>) => use(new PassageIndex())],
  ['a worker', withWorkerPassages],
])('a search over the passages of documents in %s', (_, withStore) => {
  test('brings the best of all documents with their pages, at most as many as are asked for', async () => {
    const documents = texts(['The cat sleeps.', 'The revenue rose.'], ['Revenue, revenue and revenue.']);
    await withStore(async (store) => {
      const find = await searchIn(store).over(await openAll(documents), signal);
      expect(await find('What was the revenue?', 5, signal)).toEqual([
        { document: 1, page: 1, text: 'Revenue, revenue and revenue.' },
        { document: 0, page: 2, text: 'The revenue rose.' },
      ]);
      expect(await find('What was the revenue?', 1, signal)).toHaveLength(1);
      expect(await find('dogs', 5, signal)).toEqual([]);
    });
  });
});

describe('the text of documents whose passages are searched', () => {
  test('is read once, also by searches that begin at the same time', async () => {
    const [document] = texts(['One page.', 'Another one.']);
    if (document === undefined) throw new Error('There is no document.');
    const search = searchIn(new PassageIndex());
    const opened = await openAll([document]);
    const [find] = await Promise.all([search.over(opened, signal), search.over(opened, signal)]);
    await find('another', 1, signal);
    expect(document.read).toEqual([1, 2]);
  });

  test('is read again if others were searched since, and all of it stays that one search needs', async () => {
    const documents = texts(['The cat.'], ['The dog.'], ['The cat and the dog.']);
    const search = searchIn(new PassageIndex(USUAL_BM25, 1));
    const [first, ...others] = await openAll(documents);
    if (first === undefined) throw new Error('There is no document.');
    const find = await search.over([first], signal);
    const findInOthers = await search.over(others, signal);
    expect(await findInOthers('dog', 5, signal)).toHaveLength(2);
    expect(await find('cat', 5, signal)).toEqual([{ document: 0, page: 1, text: 'The cat.' }]);
    expect(documents.map(({ read }) => read.length)).toEqual([2, 1, 1]);
  });
});

async function withWorkerPassages(use: (store: PassageStore) => Promise<void>): Promise<void> {
  const thread = makeThread();
  try {
    await use(workerPassages(thread));
  } finally {
    await thread.dispose();
  }
}
