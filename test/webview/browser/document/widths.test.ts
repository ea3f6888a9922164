import { PDFDocument } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { canvas, documentSite, goTo, pageOf, show, thumbnail, widthOf } from '../support/documentView.ts';

/** Widths of the pages in points: narrow ones around one that is four times as wide, all 600 points high. */
const WIDTHS = [420, 420, 1680, 420, 420];

beforeAll(async () => {
  const pdf = await PDFDocument.create();
  for (const width of WIDTHS) pdf.addPage([width, 600]);
  (await documentSite()).put('widths.pdf', await pdf.save());
});

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

it('fits every page of a document with mixed page widths to the width by itself, without horizontal scrolling', async () => {
  const { page } = await show('widths.pdf', { width: 900, height: 700 });
  await canvas(page, 1).waitFor();
  // The wide page is found on the way, and the pages before it are laid out again.
  const widths: number[] = [];
  for (const number of [1, 3, 5, 1]) {
    await goTo(page, String(number));
    await canvas(page, number).waitFor();
    widths.push(await widthOf(page, number));
    const { left, right, sideways } = await ends(page, number);
    expect(sideways).toBe(false);
    expect(left).toBeGreaterThanOrEqual(0);
    // Positions are whole pixels, so an odd pixel is on one side.
    expect(Math.abs(right - left)).toBeLessThanOrEqual(1);
  }
  expect(new Set(widths).size).toBe(1);
});

it('shows each page as a picture of its own proportions among the thumbnails', async () => {
  const { page } = await show('widths.pdf', { width: 900, height: 900 });
  await canvas(page, 1).waitFor();
  const pictures = page.locator('.thumbnail-paper img');
  await expect.poll(() => pictures.count()).toBe(WIDTHS.length);
  const proportions = async (number: number): Promise<number> =>
    thumbnail(page, number)
      .locator('.thumbnail-paper')
      .evaluate((paper) => paper.clientWidth / paper.clientHeight);
  await expect.poll(() => proportions(3)).toBeCloseTo(1680 / 600, 1);
  expect(await proportions(4)).toBeCloseTo(420 / 600, 1);
  const boxes = await page.locator('.thumbnail').evaluateAll((all) =>
    all.map((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  for (const [index, { top }] of boxes.entries()) {
    if (index > 0) expect(top).toBe(boxes[index - 1]?.bottom);
  }
});

it('centers wide and narrow pages in the view when one page is wider than the view', async () => {
  const { page } = await show('widths.pdf', { width: 900, height: 700, state: { zoom: 1 } });
  await canvas(page, 1).waitFor();
  for (const number of [3, 5]) {
    await goTo(page, String(number));
    await canvas(page, number).waitFor();
    const { left, right, sideways } = await ends(page, number);
    expect(sideways).toBe(true);
    expect(Math.abs(right - left)).toBeLessThanOrEqual(1);
    expect(left > 0).toBe(number === 5);
  }
});
