import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenDocument } from '../../../src/documents/model.ts';
import { FAULTS } from './faults.ts';
import { slowPdf } from './slowPdf.ts';
import { fixture, temporaryFolder } from '../../support/files.ts';
import { faultOf, makePdf, PAPERS, shareDocuments, startDocuments, textPage } from './support.ts';

const shared = shareDocuments();

const JPEG = { budget: PAPERS, format: 'jpeg' } as const;

/** A worker that works like the real one, but crashes on some pages. */
const FAULTY = new URL('./faultyWorker.ts', import.meta.url);

async function wordsOf(document: OpenDocument, page: number): Promise<string[]> {
  return (await document.text(page)).words.map((word) => word.text);
}

describe('opening', () => {
  it.each([
    ['damaged-cut.pdf', 'document-damaged'],
    ['damaged-empty.pdf', 'document-damaged'],
    ['damaged-garbage.pdf', 'document-damaged'],
    ['damaged-half-written.pdf', 'document-damaged'],
    ['no-such-file.pdf', 'file-not-found'],
  ])('opening %s fails with %s', async (name, reason) => {
    const fault = await faultOf(shared.open({ kind: 'path', path: fixture(name) }));
    expect(fault.reason).toBe(reason);
    expect(fault.message).toContain(name);
    expect(fault.hint).toBeDefined();
  });

  it('opens PDFs that are partly overwritten or whose offsets are wrong', async () => {
    for (const name of ['damaged-shifted-xref.pdf', 'damaged-overwritten.pdf']) {
      const document = await shared.open({ kind: 'path', path: fixture(name) });
      expect(await wordsOf(document, 1)).toContain('travel');
    }
  });

  it('refuses files of another kind, recognized by their bytes', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'notes.txt');
    fs.writeFileSync(file, 'Only text.');
    expect((await faultOf(shared.open({ kind: 'path', path: file }))).reason).toBe('document-unsupported');
    const bytes = new TextEncoder().encode('Only text.');
    expect((await faultOf(shared.open({ kind: 'bytes', name: 'a.png', bytes }))).reason).toBe(
      'document-unsupported',
    );
  });

  it('refuses files above the size limit, and names the size and the limit', async () => {
    const bytes = await makePdf((pdf, font) => void textPage(pdf, font, 'Large'));
    const documents = startDocuments({ maxBytes: bytes.length - 1 });
    const fault = await faultOf(documents.open({ kind: 'bytes', name: 'large.pdf', bytes }));
    expect(fault.reason).toBe('document-too-large');
    expect(fault.message).toMatch(/large\.pdf has 1 MB, more than the 0 MB/);
  });

  it('asks for a password, refuses a wrong one and accepts the right one', async () => {
    const source = { kind: 'path', path: fixture('password-protected.pdf') } as const;
    expect((await faultOf(shared.open(source))).reason).toBe('document-password-missing');
    const wrong = await faultOf(shared.open(source, { password: 'not this' }));
    expect(wrong.reason).toBe('document-password-wrong');
    expect(`${wrong.message} ${String(wrong.hint)}`).not.toContain('not this');
    const document = await shared.open(source, { password: 'tarnholm' });
    expect((await wordsOf(document, 1)).length).toBeGreaterThan(3);
  });
});

describe('pages', () => {
  it.each([0, -1, 1.5, 4, Number.NaN])(
    'refuses the page number %d of a document of three pages',
    async (page) => {
      const bytes = await slowPdf();
      const document = await shared.open({ kind: 'bytes', name: 'three.pdf', bytes });
      for (const asked of [document.pageInfo(page), document.text(page), document.render(page, JPEG)]) {
        const fault = await faultOf(asked);
        expect(fault.reason).toBe('page-out-of-range');
        expect(fault.message).toContain('3 pages');
      }
    },
  );

  it('gives up a page that takes too long, and still renders the others', async () => {
    const documents = startDocuments({ renderTimeout: 3000 });
    const other = await documents.open(
      { kind: 'path', path: fixture('password-protected.pdf') },
      { password: 'tarnholm' },
    );
    const document = await documents.open({ kind: 'bytes', name: 'slow.pdf', bytes: await slowPdf() });
    const before = await document.render(1, JPEG);
    expect(await document.pageInfo(2)).toMatchObject({ width: 420, height: 595, rotation: 0 });
    const [slow, after] = await Promise.all([faultOf(document.render(2, JPEG)), document.render(1, JPEG)]);
    expect(slow.reason).toBe('page-timeout');
    expect(slow.message).toMatch(/Page 2 of slow\.pdf took longer than 3 s/);
    expect(slow.hint).toBe('Leave this page out; the other pages can be used.');
    expect(after.bytes).toEqual(before.bytes);
    expect(await wordsOf(document, 3)).toEqual(['Third']);
    expect((await wordsOf(other, 1)).length).toBeGreaterThan(3);
  });

  it('advises a lower pixel budget for a page that takes too long in a large one', async () => {
    // Opening the document has the same limit, also on a machine with other work.
    const documents = startDocuments({ renderTimeout: 3000 });
    const document = await documents.open({ kind: 'bytes', name: 'slow.pdf', bytes: await slowPdf() });
    const budget = { minPixels: 3_000_000, maxPixels: 4_000_000 };
    expect((await faultOf(document.render(2, { ...JPEG, budget }))).hint).toBe(
      'Lower the pixel budget (it begins at 3,000,000 pixels), or leave this page out.',
    );
  });

  it('a cancelled page stops waiting at once and does not delay the next one', async () => {
    const documents = startDocuments({ cancelGrace: 50 });
    const document = await documents.open({ kind: 'bytes', name: 'slow.pdf', bytes: await slowPdf() });
    const running = new AbortController();
    const queued = new AbortController();
    const faults = [
      faultOf(document.render(2, { ...JPEG, signal: running.signal })),
      faultOf(document.render(1, { ...JPEG, signal: queued.signal })),
    ];
    const next = document.render(3, JPEG);
    queued.abort();
    expect((await faults[1])?.reason).toBe('cancelled');
    running.abort();
    expect((await faults[0])?.reason).toBe('cancelled');
    expect((await next).page).toBe(3);
    expect((await faultOf(document.render(1, { ...JPEG, signal: running.signal }))).reason).toBe('cancelled');
    expect(
      (
        await faultOf(
          documents.open({ kind: 'path', path: fixture('data-sheet.pdf') }, { signal: running.signal }),
        )
      ).reason,
    ).toBe('cancelled');
  });
});

describe('the worker', () => {
  it.each(Object.entries(FAULTS))(
    'the worker is replaced when a page makes it fail (%s)',
    async (_how, page) => {
      const bytes = await makePdf((pdf, font) => {
        for (const text of ['First', 'Second', 'Third', 'Fourth']) textPage(pdf, font, text);
      });
      const documents = startDocuments({}, FAULTY);
      const other = await documents.open({ kind: 'path', path: fixture('data-sheet.pdf') });
      const document = await documents.open({ kind: 'bytes', name: 'crash.pdf', bytes });
      expect(await wordsOf(document, page)).toHaveLength(1);
      const fault = await faultOf(document.render(page, JPEG));
      expect(fault.reason).toBe('page-failed');
      expect(fault.message).toContain(`Page ${page} of crash.pdf`);
      expect(fault.said).toBeDefined();
      expect((await document.render(1, JPEG)).page).toBe(1);
      expect((await faultOf(document.render(page, JPEG))).reason).toBe('page-failed');
      expect(await wordsOf(other, 1)).toContain('Aurum');
    },
  );

  it('a worker that does not start is an error with its own reason', async () => {
    const missing = new URL('./noSuchWorker.ts', import.meta.url);
    const fault = await faultOf(
      startDocuments({}, missing).open({ kind: 'path', path: fixture('data-sheet.pdf') }),
    );
    expect(fault.reason).toBe('internal');
    const silent = new URL('./silentWorker.ts', import.meta.url);
    const late = startDocuments({ startTimeout: 300 }, silent).open({
      kind: 'path',
      path: fixture('data-sheet.pdf'),
    });
    expect((await faultOf(late)).message).toContain('did not start');
  });

  it('the worker is replaced when its engine has taken too much memory, and documents stay open', async () => {
    const document = await startDocuments({ recycleBytes: 1 }).open({
      kind: 'path',
      path: fixture('data-sheet.pdf'),
    });
    const images = await Promise.all([1, 2, 1].map((page) => document.render(page, JPEG)));
    expect(images[0]).toEqual(images[2]);
  });

  it('the worker ends when no document is open, and starts again for the next one', async () => {
    const documents = startDocuments({ idleRelease: 0 });
    const source = { kind: 'path', path: fixture('data-sheet.pdf') } as const;
    const first = await documents.open(source);
    await first.close();
    const second = await documents.open(source);
    expect(await wordsOf(second, 1)).toContain('Aurum');
  });

  it('the worker answers concurrent calls in order', async () => {
    const document = await shared.open({ kind: 'path', path: fixture('annual-report.pdf') });
    const order: number[] = [];
    const pages = [3, 1, 2, 5, 4];
    await Promise.all(pages.map((page) => document.text(page).then(() => order.push(page))));
    expect(order).toEqual(pages);
  });
});

describe('closing', () => {
  it('closing a document frees it, and later calls are refused', async () => {
    const document = await shared.open({ kind: 'path', path: fixture('data-sheet.pdf') });
    await document.close();
    await document.close();
    expect((await faultOf(document.text(1))).reason).toBe('bad-input');
  });

  it('disposing of the service rejects waiting calls and later ones', async () => {
    const documents = startDocuments();
    const document = await documents.open({ kind: 'bytes', name: 'slow.pdf', bytes: await slowPdf() });
    const asked = [faultOf(document.render(2, JPEG)), faultOf(document.text(1))];
    await documents.dispose();
    expect((await Promise.all(asked)).map((fault) => fault.reason)).toEqual(['cancelled', 'cancelled']);
    expect((await faultOf(document.text(1))).reason).toBe('cancelled');
  });
});
