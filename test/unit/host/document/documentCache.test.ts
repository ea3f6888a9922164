import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenDocument } from '../../../../src/documents/model.ts';
import { DocumentCache } from '../../../../src/host/document/documentCache.ts';
import { memoryDocument } from '../../asking/build.ts';

/** The members of a URI that the cache uses. */
type Uri = Parameters<DocumentCache['keepOpen']>[0];
const uri = (name: string): Uri => ({ toString: () => name }) as unknown as Uri;
const report = uri('file:///report.pdf');

let version: string;
let opened: number;
let closed: number;
let refuses: boolean;
let documents: DocumentCache;

beforeEach(() => {
  version = '1';
  opened = 0;
  closed = 0;
  refuses = false;
  documents = new DocumentCache({
    version: () => Promise.resolve(version),
    open: (): Promise<OpenDocument> => {
      opened++;
      if (refuses) return Promise.reject(new Error('it is protected'));
      return Promise.resolve({
        ...memoryDocument('report.pdf', 3),
        close: () => {
          closed++;
          return Promise.resolve();
        },
      });
    },
  });
});

const pages = () => documents.with(report, ({ pageCount }) => Promise.resolve(pageCount));

describe('the document cache', () => {
  it('a document is opened once for all uses, and closed when the last holder releases it', async () => {
    const [view, prompt] = [documents.keepOpen(report), documents.keepOpen(report)];
    expect(await Promise.all([pages(), pages()])).toEqual([3, 3]);
    expect(await pages()).toBe(3);
    view.dispose();
    view.dispose();
    expect(await pages()).toBe(3);
    expect([opened, closed]).toEqual([1, 0]);
    prompt.dispose();
    await Promise.resolve();
    expect([opened, closed]).toEqual([1, 1]);
  });

  it('a document is closed after each use if nobody holds it', async () => {
    documents.keepOpen(uri('file:///other.pdf'));
    await pages();
    await pages();
    expect([opened, closed]).toEqual([2, 2]);
  });

  it('a document is opened again if the file has changed', async () => {
    documents.keepOpen(report);
    await pages();
    version = '2';
    await pages();
    await pages();
    expect([opened, closed]).toEqual([2, 1]);
  });

  it('a document is not closed while somebody uses it', async () => {
    const holder = documents.keepOpen(report);
    await documents.with(report, async () => {
      holder.dispose();
      version = '2';
      await Promise.resolve();
      expect(closed).toBe(0);
    });
    expect([opened, closed]).toEqual([1, 1]);
  });

  it('a document that could not be opened is tried again the next time', async () => {
    documents.keepOpen(report);
    refuses = true;
    await expect(pages()).rejects.toThrow('it is protected');
    refuses = false;
    expect(await pages()).toBe(3);
    expect(opened).toBe(2);
  });
});
