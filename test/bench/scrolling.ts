import { PDFDocument, StandardFonts } from 'pdf-lib';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import type { DocumentMethods, PageClaim } from '../../src/protocol/document.ts';
import type { DocumentHost } from '../webview/browser/support/documentHost.ts';
import { openDocumentPage } from '../webview/browser/support/documentPage.ts';
import { serveDocumentView } from '../webview/browser/support/documentSite.ts';
import type { BenchRow } from './row.ts';

const PAGES = 200;
const LINES = 50;

/** Screens scrolled per frame, like a fast turn of the mouse wheel. */
const STEP = 0.5;

/** Claims, spread over the first pages, and the words of each of these pages. */
const CLAIMS = 1000;
const CLAIMED_PAGES = 20;
const WORDS = 500;

/** The longest task of the document view while a document is scrolled from its first page to its last. */
export async function run(): Promise<BenchRow[]> {
  const site = await serveDocumentView();
  const browser = await launchBrowser();
  try {
    site.put('long.pdf', await longDocument());
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    const opened = await openDocumentPage(page, site);
    await page.evaluate((file) => (window as unknown as { host: DocumentHost }).host.open(file), 'long.pdf');
    await page.locator('.page canvas').first().waitFor();
    const scroll = async (): Promise<number> => {
      const before = (await opened.counts()).longTasks.length;
      await page.locator('.pages').evaluate(scrollToEnd, STEP);
      return Math.max(0, ...(await opened.counts()).longTasks.slice(before));
    };
    const longest = await scroll();
    const { peakPageCanvases } = await opened.counts();
    await page.locator('.pages').evaluate((pages) => {
      pages.scrollTop = 0;
    });
    await page.evaluate(
      ({ claims, words, pages }) => {
        const { host } = window as unknown as { host: DocumentHost };
        for (let number = 1; number <= pages; number += 1) host.words[number] = words;
        host.send({
          type: 'claims',
          shown: { title: '', running: false, notice: null, claims },
          selected: null,
        });
      },
      { claims: manyClaims(), words: pageOfWords(), pages: CLAIMED_PAGES },
    );
    await page.locator('.claim-label').first().waitFor();
    const longestWithClaims = await scroll();
    const row = (what: string, ours: number, unit: string, most?: number): BenchRow => ({
      what,
      ...(most === undefined ? {} : { budget: { of: 'ours', most } }),
      ours,
      peer: null,
      ratio: null,
      unit,
    });
    return [
      // The browser reports tasks of 50 ms and more.
      row(`longest task while scrolling ${PAGES} pages (0 if none took 50 ms)`, longest, 'ms'),
      row(
        `longest task while scrolling them with ${CLAIMS} claims (0 if none took 50 ms)`,
        longestWithClaims,
        'ms',
      ),
      row('most page canvases at the same time while scrolling', peakPageCanvases, '', 12),
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Runs in the page: scrolls one step per frame until the end is reached. */
function scrollToEnd(pages: Element, step: number): Promise<void> {
  return new Promise((resolve) => {
    const next = (): void => {
      pages.scrollTop += pages.clientHeight * step;
      if (pages.scrollTop + pages.clientHeight >= pages.scrollHeight - 1) resolve();
      else requestAnimationFrame(next);
    };
    next();
  });
}

function manyClaims(): PageClaim[] {
  return Array.from({ length: CLAIMS }, (_, index) => {
    const onPage = Math.floor(index / CLAIMED_PAGES);
    const box = { left: 50, top: 35 + onPage * 15, right: 90, bottom: 47 + onPage * 15 };
    return {
      claim: index,
      kind: 'observation',
      step: index,
      action: index + 1,
      status: 'found',
      said: 'Page',
      words: 'Page',
      difference: null,
      source: 'text',
      page: 1 + (index % CLAIMED_PAGES),
      boxes: [box],
      place: null,
    };
  });
}

function pageOfWords(): DocumentMethods['words']['value'] {
  const words = Array.from({ length: WORDS }, (_, index) => {
    const left = 50 + (index % 10) * 45;
    const top = 35 + Math.floor(index / 10) * 15;
    return { text: 'word', box: { left, top, right: left + 40, bottom: top + 12 } };
  });
  return { size: { width: 595, height: 842 }, words };
}

async function longDocument(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= PAGES; number += 1) {
    const page = document.addPage([595, 842]);
    for (let line = 0; line < LINES; line += 1) {
      page.drawText(`Page ${number}, line ${line}: the quick brown fox jumps over the lazy dog.`, {
        x: 50,
        y: 800 - line * 15,
        size: 11,
        font,
      });
    }
  }
  return document.save();
}
