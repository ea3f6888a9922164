import { beforeAll, describe, expect, it } from 'vitest';
import { scrollThrough } from '../support/documentPage.ts';
import { canvas, documentSite, goTo, show, shownPage, text } from '../support/documentView.ts';
import { numberedPages } from '../support/numberedPages.ts';

/** Pages of the longest document. */
const MANY = 2000;

beforeAll(async () => {
  (await documentSite()).put('many.pdf', await numberedPages(MANY));
});

describe('a long document', () => {
  it(`keeps at most 12 page canvases while it scrolls through ${MANY} pages`, async () => {
    const kept = { page: 1, top: 1, offset: 0, zoom: 0.4, selection: [] };
    const view = await show('many.pdf', { kept });
    const { page, errors } = view;
    await canvas(page, 1).waitFor();
    const scrolled = await scrollThrough(view);
    await canvas(page, MANY).waitFor();
    expect(await shownPage(page)).toMatch(/^Page, (199\d|2000) of 2000$/u);
    const { peakPageCanvases, peakCanvases, peakElements } = await view.counts();
    console.log(
      `${scrolled.steps} steps, ${scrolled.drawn} pages drawn; canvases at once: ${peakPageCanvases} of pages, ` +
        `${peakCanvases} in all; ${peakElements} elements; longest task ${scrolled.longestTask.toFixed(0)} ms, ` +
        `longest frame ${scrolled.longestFrame.toFixed(0)} ms`,
    );
    expect(scrolled.drawn).toBeGreaterThan(50);
    expect(peakPageCanvases).toBeGreaterThan(3);
    expect(peakPageCanvases).toBeLessThanOrEqual(12);
    expect(peakCanvases).toBeLessThanOrEqual(14);
    expect(peakElements).toBeLessThan(3000);
    expect(errors).toEqual([]);
  });

  it('keeps at most 12 page canvases at the smallest zoom, where dozens of pages are in view', async () => {
    const { page, counts } = await show('many.pdf', { height: 1600 });
    await canvas(page, 1).waitFor();
    await page.locator('.pages').focus();
    for (let press = 0; press < 14; press++) await page.keyboard.press('-');
    await page.waitForFunction(() => document.querySelectorAll('.page canvas').length >= 6);
    await page.locator('.pages').evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight / 2;
    });
    await page.waitForFunction(() => document.querySelectorAll('.page canvas').length >= 6);
    expect((await counts()).peakPageCanvases).toBeLessThanOrEqual(12);
  });

  it('reads a file in ranges that are small compared with its size, and never the whole file', async () => {
    const { page } = await show('many.pdf');
    await canvas(page, 1).waitFor();
    await goTo(page, '1500');
    await canvas(page, 1500).waitFor();
    const ranges = await page.evaluate(() => window.host.ranges);
    const size = (await (await fetch(`${(await documentSite()).origin}/file/many.pdf`)).arrayBuffer())
      .byteLength;
    expect(Math.max(...ranges)).toBeLessThanOrEqual(256 * 1024);
    expect(ranges.length).toBeGreaterThan(1);
    expect(Math.max(...ranges)).toBeLessThan(size / 2);
  });

  it('shows matches page by page while it searches, and discards the matches of an earlier search text', async () => {
    const { page } = await show('many.pdf');
    await canvas(page, 1).waitFor();
    await page.keyboard.press('Control+f');
    // On a fast machine the progress is shown too briefly to wait for, so every text is recorded.
    const said = await page.locator('.find-status').evaluateHandle((status) => {
      const texts: string[] = [];
      new MutationObserver(() => texts.push(status.textContent)).observe(status, {
        characterData: true,
        childList: true,
        subtree: true,
      });
      return texts;
    });
    await page.keyboard.type('needle');
    await text(page, 50).waitFor();
    await expect
      .poll(() => said.jsonValue())
      .toContainEqual(expect.stringMatching(/^1 of \d+ match.*, searching page [\d,]+ of 2,000$/u));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('no such words');
    await page.locator('.find-status', { hasText: 'Not found' }).waitFor();
    expect(await page.evaluate(() => CSS.highlights.get('current-match')?.size ?? 0)).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('.find-bar').waitFor({ state: 'detached' });
  });
});
