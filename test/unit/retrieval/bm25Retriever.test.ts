import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { PageRecognizer } from '../../../src/grounding/model.ts';
import { Bm25Retriever, type Bm25Options } from '../../../src/retrieval/bm25Retriever.ts';
import { SegmentFolder } from '../../../src/retrieval/segmentFolder.ts';
import { temporaryFolder } from '../../support/files.ts';
import { TextDocument, unstopped, wordsOnLine } from './build.ts';

const LONG = 'This page has a text layer with more than a few characters about';

function retriever(folder: string | null, more: Partial<Bm25Options> = {}) {
  const notices: string[] = [];
  const progress: string[] = [];
  const made = new Bm25Retriever({
    folder: folder === null ? null : new SegmentFolder(folder),
    recognizer: null,
    onProgress: ({ name, page, of }) => progress.push(`${name} ${page}/${of}`),
    onNotice: (sentence) => notices.push(sentence),
    ...more,
  });
  return { retriever: made, notices, progress };
}

/** Reads `scanned` on every page. */
class Reader implements PageRecognizer {
  readonly name: string;
  readonly pages: number[] = [];
  constructor(name = 'eng 200') {
    this.name = name;
  }
  recognize(_: unknown, { page }: { readonly page: number }) {
    this.pages.push(page);
    return Promise.resolve(wordsOnLine(`scanned page ${page}`));
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

describe('an index of text', () => {
  const pages = [`${LONG} cats`, `${LONG} dogs`, `${LONG} fish`];

  it('reads a document once, and finds its pages without it from then on', async () => {
    const folder = temporaryFolder();
    const document = new TextDocument('a.pdf', pages);
    const first = retriever(folder);
    const found = await first.retriever.find('dogs', [document], 3, unstopped());
    expect(found).toMatchObject([{ document: 0, page: 2, reason: { terms: [{ term: 'dogs', count: 1 }] } }]);
    await first.retriever.find('cats', [document], 3, unstopped());
    const second = retriever(folder);
    await second.retriever.index([document], unstopped());
    expect(await second.retriever.find('dogs', [document], 3, unstopped())).toEqual(found);
    expect([document.opened, document.closed, document.read]).toEqual([1, 1, [1, 2, 3]]);
    expect([first.progress, second.progress]).toEqual([['a.pdf 1/3'], []]);
    expect([...first.notices, ...second.notices]).toEqual([]);
    expect(fs.readdirSync(folder)).toHaveLength(1);
  });

  it('goes on where it was stopped, a document at a time', async () => {
    const folder = temporaryFolder();
    const documents = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => new TextDocument(name, pages));
    const stop = new AbortController();
    const first = retriever(folder, {
      onProgress: ({ name }) => {
        if (name === 'b.pdf') stop.abort();
      },
    });
    await expect(first.retriever.index(documents, stop.signal)).rejects.toMatchObject({
      reason: 'cancelled',
    });
    await retriever(folder).retriever.index(documents, unstopped());
    expect(documents.map(({ read }) => read.length)).toEqual([3, 3, 3]);
    expect(documents.every(({ opened, closed }) => opened === closed)).toBe(true);
  });

  it('is another one for a document with other content', async () => {
    const folder = temporaryFolder();
    await retriever(folder).retriever.index([new TextDocument('a.pdf', pages)], unstopped());
    const changed = new TextDocument('a.pdf', ['zebra '.repeat(9)]);
    Object.assign(changed, { hash: 'another' });
    expect(await retriever(folder).retriever.find('zebra', [changed], 3, unstopped())).toHaveLength(1);
  });

  it.each<readonly [damage: string, change: (file: string) => void]>([
    [
      'cut short',
      (file) => {
        fs.truncateSync(file, fs.statSync(file).size - 5);
      },
    ],
    [
      'emptied',
      (file) => {
        fs.truncateSync(file, 0);
      },
    ],
    [
      'changed in one byte',
      (file) => {
        const bytes = fs.readFileSync(file);
        bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
        fs.writeFileSync(file, bytes);
      },
    ],
    [
      'of another version',
      (file) => {
        const bytes = fs.readFileSync(file);
        bytes.write('PageTrace index0');
        fs.writeFileSync(file, bytes);
      },
    ],
  ])('that was %s is made again, and says so', async (_, change) => {
    const folder = temporaryFolder();
    const document = new TextDocument('a.pdf', pages);
    const found = await retriever(folder).retriever.find('dogs', [document], 3, unstopped());
    const [name = ''] = fs.readdirSync(folder);
    const whole = fs.readFileSync(path.join(folder, name));
    change(path.join(folder, name));
    const again = retriever(folder);
    expect(await again.retriever.find('dogs', [document], 3, unstopped())).toEqual(found);
    expect(again.notices).toEqual(['The index of a.pdf is damaged and is made again.']);
    expect(document.opened).toBe(2);
    expect(fs.readFileSync(path.join(folder, name))).toEqual(whole);
    expect(fs.readdirSync(folder)).toHaveLength(1);
  });

  it('says that it cannot be kept, and finds pages all the same', async () => {
    const file = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(file, '');
    const { retriever: made, notices } = retriever(path.join(file, 'index'));
    expect(await made.find('dogs', [new TextDocument('a.pdf', pages)], 3, unstopped())).toHaveLength(1);
    expect(notices).toEqual([expect.stringMatching(/^The index of a\.pdf is not kept for the next time: /)]);
  });
});

describe('pages without a text layer', () => {
  const pages = [`${LONG} cats`, '7', ''];

  it('are recognized, and kept under how', async () => {
    const folder = temporaryFolder();
    const document = new TextDocument('a.pdf', pages);
    const recognizer = new Reader();
    const found = await retriever(folder, { recognizer }).retriever.find(
      'scanned',
      [document],
      9,
      unstopped(),
    );
    expect(found.map(({ page }) => page)).toEqual([2, 3]);
    expect(recognizer.pages).toEqual([2, 3]);
    await retriever(folder, { recognizer }).retriever.find('scanned', [document], 9, unstopped());
    expect(recognizer.pages).toEqual([2, 3]);
    const other = new Reader('deu 200');
    await retriever(folder, { recognizer: other }).retriever.find('scanned', [document], 9, unstopped());
    expect(other.pages).toEqual([2, 3]);
  });

  it('are named as what cannot be found, if none is recognized', async () => {
    const { retriever: made, notices } = retriever(null);
    const found = await made.find('7', [new TextDocument('a.pdf', pages)], 9, unstopped());
    expect(found.map(({ page }) => page)).toEqual([2]);
    expect(notices).toEqual(['1 of the 3 pages of a.pdf have no text and cannot be found.']);
  });
});

describe('a document that cannot be read', () => {
  const broken = new PageTraceError('document-damaged', 'The page is damaged.');

  it('is found by its other pages, and read again the next time', async () => {
    const folder = temporaryFolder();
    const document = new TextDocument('a.pdf', [`${LONG} cats`, broken, `${LONG} cats`]);
    const { retriever: made, notices } = retriever(folder);
    const found = await made.find('cats', [document], 9, unstopped());
    expect(found.map(({ page }) => page)).toEqual([1, 3]);
    expect(notices).toEqual(['1 of the 3 pages of a.pdf could not be read: The page is damaged.']);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('ends the search, if it cannot be opened', async () => {
    const document = new TextDocument('a.pdf', []);
    Object.assign(document, { open: () => Promise.reject(broken) });
    await expect(retriever(null).retriever.find('cats', [document], 3, unstopped())).rejects.toBe(broken);
  });

  it('ends it, if a page says that it was canceled', async () => {
    const document = new TextDocument('a.pdf', [new PageTraceError('cancelled', 'Canceled.')]);
    await expect(retriever(null).retriever.index([document], unstopped())).rejects.toMatchObject({
      reason: 'cancelled',
    });
    expect(document.closed).toBe(1);
  });
});
