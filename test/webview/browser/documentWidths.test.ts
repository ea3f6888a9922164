// @vitest-environment node
import { PDFDocument } from 'pdf-lib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../../scripts/lib/browser.mjs';
import { openDocumentPage, serveDocumentView, type DocumentSite } from './documentPage.ts';

/** Widths of the pages in points: narrow ones around one that is four times as wide. */
const WIDTHS = [420, 420, 1680, 420, 420];

let browser: Browser;
let site: DocumentSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), serveDocumentView()]);
  const pdf = await PDFDocument.create();
  for (const width of WIDTHS) pdf.addPage([width, 600]);
  site.put('widths.pdf', await pdf.save());
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const pageOf = (page: Page, number: number) => page.locator(`.page[data-page="${number}"]`);

async function goTo(page: Page, number: number): Promise<void> {
  await page.locator('.page-box input').fill(String(number));
  await page.locator('.page-box input').press('Enter');
  await pageOf(page, number).locator('canvas').waitFor();
}

/** Distances of a page from the left and right end of the view, and whether the view scrolls horizontally. */
async function ends(page: Page, number: number) {
  return pageOf(page, number).evaluate((element) => {
    const scroller = element.closest('.pages');
    if (scroller === null) throw new Error('The page is nowhere.');
    const box = element.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    return {
      left: box.left - frame.left,
      right: frame.left + scroller.clientWidth - box.right,
      sideways: scroller.scrollWidth > scroller.clientWidth,
    };
  });
}

it('shows every page of a document with mixed page widths at fit width without horizontal scrolling', async () => {
  const { page, context } = await openDocumentPage(browser, site, { width: 900, height: 700 });
  await page.evaluate(() => window.host.open('widths.pdf'));
  await pageOf(page, 1).locator('canvas').waitFor();
  // The wide page is found on the way, and the pages before it are laid out again.
  for (const number of [1, 3, 5, 1]) {
    await goTo(page, number);
    const { left, right, sideways } = await ends(page, number);
    expect(sideways).toBe(false);
    expect(left).toBeGreaterThanOrEqual(0);
    // Positions are whole pixels, so an odd pixel is on one side.
    expect(Math.abs(right - left)).toBeLessThanOrEqual(1);
  }
  await context.close();
});

it('centers wide and narrow pages in the view when one page is wider than the view', async () => {
  const { page, context } = await openDocumentPage(browser, site, { width: 900, height: 700 });
  await page.evaluate(() => window.host.open('widths.pdf', { zoom: 1 }));
  await pageOf(page, 1).locator('canvas').waitFor();
  for (const number of [3, 5]) {
    await goTo(page, number);
    const { left, right, sideways } = await ends(page, number);
    expect(sideways).toBe(true);
    expect(Math.abs(right - left)).toBeLessThanOrEqual(1);
    expect(left > 0).toBe(number === 5);
  }
  await context.close();
});
