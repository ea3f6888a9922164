import { afterAll, describe, expect, it } from 'vitest';
import { joinBrokenWords, readTextLayer } from '../../../src/asking/textLayer.ts';
import { createDocuments } from '../../../src/documents/documents.ts';
import type { Word } from '../../../src/core/geometry/word.ts';
import type { PageText } from '../../../src/documents/model.ts';
import { DOCUMENTS_WORKER, fixture } from '../../support/files.ts';
import { memoryDocument } from './build.ts';

const documents = createDocuments({ worker: DOCUMENTS_WORKER });
afterAll(() => documents.dispose());

/** Words in a line across the middle of the page of `memoryDocument`, which has 595 x 842 points. */
function wordsAt(left: number, ...texts: readonly string[]): Word[] {
  return texts.map((text, index) => ({
    text,
    box: { left: left + index * 60, top: 400, right: left + index * 60 + 50, bottom: 412 },
    height: 12,
    line: 0,
  }));
}

function textOf(
  words: readonly Word[],
  ...pictures: PageText['pictures'][number][]
): Promise<readonly Word[] | null> {
  const document = {
    ...memoryDocument('a.pdf', 1),
    text: () => Promise.resolve({ page: 1, words, pictures }),
  };
  return readTextLayer(document, 1);
}

const SENTENCE = wordsAt(50, 'The', 'revenue', 'of', 'the', 'group', 'rose', 'again', 'this', 'year');

describe('the text layer of a page', () => {
  it('is used for the pages of a PDF, except for its scanned page', async () => {
    const document = await documents.open({ kind: 'path', path: fixture('annual-report.pdf') });
    const counts: (number | null)[] = [];
    for (let page = 1; page <= document.pageCount; page++)
      counts.push((await readTextLayer(document, page))?.length ?? null);
    expect(counts).toEqual([44, 150, 246, 92, 129, 463, 103, null, 46, 13]);
    const { pictures } = await document.text(8);
    const [scan] = pictures;
    expect(pictures).toHaveLength(1);
    expect([scan?.left, scan?.top]).toEqual([0, 0]);
    expect(scan?.right).toBeCloseTo(595.28, 1);
    expect(scan?.bottom).toBeCloseTo(841.89, 1);
  });

  it('is not used if it has only a few characters', async () => {
    expect(await textOf(SENTENCE)).toBe(SENTENCE);
    expect(await textOf(wordsAt(50, 'Page', '12'))).toBeNull();
    expect(await textOf([])).toBeNull();
  });

  it('is not used if a picture of some size has no words on it, because its text must be recognized', async () => {
    const chart = { left: 50, top: 500, right: 400, bottom: 700 };
    const logo = { left: 500, top: 20, right: 560, bottom: 60 };
    const background = { left: 0, top: 0, right: 595, bottom: 842 };
    expect(await textOf(SENTENCE, chart)).toBeNull();
    expect(await textOf(SENTENCE, logo, background)).toBe(SENTENCE);
  });
});

describe('the words for the offline reader', () => {
  it('have the parts of a broken word as one word with a box around them', () => {
    const words = wordsAt(50, 'con-', 'tri-', 'bution', 'rose').map((word, index): Word =>
      index < 2 ? { ...word, continues: true } : word,
    );
    expect(joinBrokenWords(words)).toEqual([
      { text: 'con-tri-bution', box: { left: 50, top: 400, right: 220, bottom: 412 } },
      { text: 'rose', box: { left: 230, top: 400, right: 280, bottom: 412 } },
    ]);
  });
});
