import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { pageChoiceJson, readPageChoice } from '../../../src/core/records/keptChoice.ts';
import type { PageChoice } from '../../../src/core/records/pageChoice.ts';
import { Bm25Retriever } from '../../../src/retrieval/bm25Retriever.ts';
import { choosePages, parseChoice, sentPagesOf } from '../../../src/retrieval/choosePages.ts';
import { chooseOraclePages } from '../../../src/retrieval/oraclePages.ts';
import { TextDocument, unstopped } from './build.ts';

describe('a choice of pages as it is written', () => {
  it.each([
    ['auto:3', { way: 'auto', most: 3 }],
    ['auto', { way: 'auto', most: 3 }],
    [' Oracle: 5 ', { way: 'oracle', most: 5 }],
    ['1-3', null],
    ['all', null],
    ['automatic', null],
  ])('%s', (text, expected) => {
    expect(parseChoice(text)).toEqual(expected);
  });

  it.each(['auto:', 'auto:0', 'auto:-1', 'auto:3.5', 'oracle:65', 'oracle:x'])('not %s', (text) => {
    expect(() => parseChoice(text)).toThrow(`“${text}” is no choice of pages.`);
  });
});

const silent = { folder: null, recognizer: null, onProgress: () => undefined, onNotice: () => undefined };

describe('the pages that fit a question', () => {
  const documents = [
    new TextDocument(
      'a.pdf',
      Array.from({ length: 9 }, (_, at) => `cats ${'and other words '.repeat(at + 3)}`),
    ),
    new TextDocument('b.pdf', ['dogs and cats cats cats with more words', 'fish '.repeat(20)]),
  ];
  const choose = (question: string, most: number): Promise<PageChoice> =>
    choosePages(question, documents, { retriever: new Bm25Retriever(silent), most }, unstopped());

  it('are the first of the ranking, which is kept with its scores', async () => {
    const choice = await choose('cats', 3);
    expect(choice).toMatchObject({ way: 'auto', most: 3, retriever: 'bm25' });
    expect(choice.pages).toHaveLength(10);
    expect(choice.pages[0]).toMatchObject({ document: 1, page: 1, isSent: true });
    expect(choice.pages.map(({ isSent }) => isSent).indexOf(false)).toBe(3);
    expect([sentPagesOf(choice, 0), sentPagesOf(choice, 1)]).toEqual([[1, 2], [1]]);
  });

  it('are the first pages if none fits', async () => {
    const choice = await choose('zebra', 2);
    expect(choice.pages).toEqual([
      { document: 0, page: 1, score: null, reason: { kind: 'unfit' }, isSent: true },
      { document: 0, page: 2, score: null, reason: { kind: 'unfit' }, isSent: true },
    ]);
  });

  it('are read from a record as they were written', async () => {
    for (const choice of [
      await choose('cats dogs', 3),
      await choose('zebra', 1),
      chooseOraclePages('q', documents, [{ document: 1, page: 1 }], { most: 3, seed: 0 }),
    ]) {
      const record = JSON.parse(JSON.stringify(pageChoiceJson(choice))) as unknown;
      expect(readPageChoice(record)).toEqual(choice);
    }
    expect(JSON.stringify(pageChoiceJson(await choose('zebra', 1)))).toContain('"document":1');
  });

  it.each([
    null,
    {},
    { page_choice: 3 },
    { page_choice: { way: 'auto', most: 3, retriever: 'x', pages: [] } },
  ])('are not read from %j', (record) => {
    expect(readPageChoice(record)).toBeNull();
  });
});

describe('oracle retrieval', () => {
  const documents = [{ pageCount: 7 }, { pageCount: 4 }];
  const places = fc.record({ document: fc.nat(1), page: fc.integer({ min: 1, max: 4 }) });

  it('sends the pages with the answer, and others up to the number, the same for the same seed', () => {
    fc.assert(
      fc.property(
        fc.array(places, { maxLength: 5 }),
        fc.integer({ min: 1, max: 14 }),
        fc.nat(9),
        (gold, most, seed) => {
          const choice = chooseOraclePages('q1', documents, gold, { most, seed });
          expect(chooseOraclePages('q1', documents, gold, { most, seed })).toEqual(choice);
          const keys = choice.pages.map(({ document, page }) => `${document} ${page}`);
          const golden = new Set(gold.map(({ document, page }) => `${document} ${page}`));
          expect(new Set(keys).size).toBe(keys.length);
          expect(keys.length).toBe(Math.min(11, Math.max(most, golden.size)));
          for (const [at, key] of keys.entries())
            expect(choice.pages[at]).toMatchObject({
              isSent: true,
              score: null,
              reason: { kind: golden.has(key) ? 'gold' : 'distractor' },
            });
          expect([...golden].every((key) => keys.includes(key))).toBe(true);
        },
      ),
      propertyRuns(500),
    );
  });

  it('has each distractor and each order as often as another', () => {
    const counts = new Map<string, number>();
    let first = 0;
    for (let seed = 0; seed < 1000; seed += 1) {
      const { pages } = chooseOraclePages('q', [{ pageCount: 6 }], [{ document: 0, page: 3 }], {
        most: 3,
        seed,
      });
      if (pages[0]?.page === 3) first += 1;
      for (const { page } of pages) counts.set(String(page), (counts.get(String(page)) ?? 0) + 1);
    }
    expect(counts.get('3')).toBe(1000);
    for (const page of ['1', '2', '4', '5', '6']) {
      expect(counts.get(page)).toBeGreaterThan(330);
      expect(counts.get(page)).toBeLessThan(470);
    }
    expect(first).toBeGreaterThan(270);
    expect(first).toBeLessThan(400);
  });

  it('needs to know which pages have the answer', () => {
    expect(() => chooseOraclePages('q', documents, null, { most: 3, seed: 0 })).toThrow(
      'The question does not say which pages have the answer.',
    );
  });
});
