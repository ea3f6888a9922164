import { describe, expect, it } from 'vitest';
import { pageChoiceJson, recordedChoice } from '../../../src/core/records/keptChoice.ts';
import { nameChoice } from '../../../src/core/records/nameChoice.ts';
import type { ChoicePage, PageChoice } from '../../../src/core/records/pageChoice.ts';

const page = (document: number, number: number, score: number | null, isSent: boolean): ChoicePage => ({
  document,
  page: number,
  score,
  isSent,
  reason: score === null ? { kind: 'unfit' } : { kind: 'embeddings' },
});

const choice: PageChoice = {
  way: 'auto',
  most: 1,
  retriever: 'embeddings',
  pages: [page(1, 4, 3, true), page(0, 2, 2, false), page(0, 1, 1, false)],
  gold: [
    { document: 0, page: 2 },
    { document: 0, page: 9 },
    { document: 1, page: 4 },
  ],
};

describe('a choice of pages for a person', () => {
  it('has the names of documents, which pages have the answer, and those of them that were not sent', () => {
    const { pages, missed } = nameChoice({ choice, documents: ['/docs/a.pdf', String.raw`C:\docs\b.pdf`] });
    expect(pages.map(({ document, page: number, isGold }) => [document, number, isGold])).toEqual([
      ['b.pdf', 4, true],
      ['a.pdf', 2, true],
      ['a.pdf', 1, false],
    ]);
    expect(pages[0]?.place).toEqual({ document: 1, page: 4 });
    expect(missed).toEqual([
      { document: 'a.pdf', page: 2, place: { document: 0, page: 2 }, rank: 2 },
      { document: 'a.pdf', page: 9, place: { document: 0, page: 9 }, rank: null },
    ]);
  });

  it('misses nothing if it is not known which pages have the answer', () => {
    const unknown = nameChoice({ choice: { ...choice, gold: null }, documents: ['a.pdf', 'b.pdf'] });
    expect(unknown.missed).toBeNull();
    expect(unknown.pages.some(({ isGold }) => isGold)).toBe(false);
  });

  it('misses an image with the answer that is none of the documents', () => {
    const gold = { ...choice, gold: [{ document: 1, page: 4 }], goldElsewhere: ['images/z.png'] };
    const { missed } = nameChoice({ choice: gold, documents: ['a.pdf', 'b.pdf'] });
    expect(missed).toEqual([{ document: 'z.png', page: 1, place: null, rank: null }]);
    const record = { ...pageChoiceJson(gold), documents: [{ path: 'a.pdf' }, { path: 'b.pdf' }] };
    expect(recordedChoice(record)?.choice).toEqual(gold);
  });

  it('gives no rank to a page that was not found', () => {
    const unfit = { ...choice, pages: [page(0, 1, null, true), page(0, 2, null, false)] };
    expect(nameChoice({ choice: unfit, documents: ['a.pdf', 'b.pdf'] }).missed).toContainEqual({
      document: 'a.pdf',
      page: 2,
      place: { document: 0, page: 2 },
      rank: null,
    });
  });

  it('is read from the record of a run', () => {
    const record = { ...pageChoiceJson(choice), documents: [{ path: 'x/a.pdf' }, { path: 'b.pdf' }] };
    expect(recordedChoice(record)).toEqual({ choice, documents: ['x/a.pdf', 'b.pdf'] });
    expect(recordedChoice({ ...record, documents: null })).toBeNull();
    expect(recordedChoice({ documents: [] })).toBeNull();
    expect(recordedChoice({ ...record, documents: [3] })?.documents).toEqual(['']);
  });
});
