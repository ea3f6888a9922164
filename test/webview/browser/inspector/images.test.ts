import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialectStates } from '../../inspector/dialectStates.ts';
import { RESPONSE, image, sample, state } from '../../inspector/states.ts';
import { openInspector, chooseTab } from '../support/inspectorPage.ts';
import { posted, send } from '../support/webviewPage.ts';

describe('page images in the inspector', () => {
  it('requests each page image once, when it scrolls into view', async () => {
    const many = Array.from({ length: 30 }, (_, index) => image(index + 1));
    const page = await openInspector(state({ images: many, numImages: 30 }));
    await page.waitForFunction(() => document.querySelectorAll('.thumb img').length > 1);
    const asked = (): Promise<number[]> =>
      page.evaluate(() =>
        (window as unknown as { posted: { method?: string; args?: { image: number } }[] }).posted
          .filter(({ method }) => method === 'image')
          .map(({ args }) => args?.image ?? 0),
      );
    expect((await asked()).length).toBeLessThan(8);
    expect((await page.locator('.strip').boundingBox())?.height).toBeLessThanOrEqual(132);
    await page.locator('.shot').last().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelectorAll('.shot:last-child img').length === 1);
    const all = await asked();
    expect(all).toContain(30);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('the strip of page images', () => {
  const many = Array.from({ length: 20 }, (_, index) => image(index + 1));
  const text = RESPONSE.replaceAll('Image 1: operating', 'Image 17: operating');
  const last = text.indexOf('12.1%</tool>');
  const strip = (page: Page) => page.locator('.strip');
  const isWhole = (page: Page): Promise<boolean> =>
    strip(page).evaluate((box) => {
      const outer = box.getBoundingClientRect();
      const inner = box.children[16]?.getBoundingClientRect() ?? new DOMRect();
      return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    });

  it.each([
    ['in one page beside it', 740, 862],
    ['where the whole page scrolls', 420, 500],
  ])(
    'scrolls the strip to the image that the selected step names and scrolls nothing else: %s',
    async (_, width, height) => {
      const page = await openInspector(state({ images: many, numImages: 20, samples: [sample({ text })] }), {
        width,
        height,
      });
      // The tabs Steps and Text scroll to the selection on their own.
      await chooseTab(page, 'Checks');
      const before = await page.evaluate(() => window.scrollY);
      await send(page, { type: 'reveal', sample: 0, span: { start: last, end: last } });
      await expect.poll(() => isWhole(page)).toBe(true);
      expect(await page.evaluate(() => window.scrollY)).toBe(before);
      expect(await strip(page).evaluate((box) => box.scrollLeft)).toBe(0);
      expect(await page.locator('.shot.named b').allTextContents()).toEqual(['Image 17']);
    },
    30_000,
  );

  it.each([
    { where: 'the system', reducedMotion: true },
    { where: 'VS Code', reducedMotion: false },
  ])('scrolls the strip without animation when $where asks for reduced motion', async ({ reducedMotion }) => {
    const page = await openInspector(state({ images: many, numImages: 20, samples: [sample({ text })] }), {
      reducedMotion,
    });
    await page.evaluate((still) => {
      document.body.classList.toggle('vscode-reduce-motion', still);
      const asked: unknown[] = [];
      Object.assign(window, { asked });
      const { prototype } = Element;
      const original = Object.getOwnPropertyDescriptor(prototype, 'scrollBy')?.value as () => void;
      prototype.scrollBy = function scrollBy(this: Element, ...args: unknown[]) {
        asked.push((args[0] as ScrollToOptions).behavior);
        Reflect.apply(original, this, args);
      };
    }, !reducedMotion);
    await send(page, { type: 'reveal', sample: 0, span: { start: last, end: last } });
    expect(await isWhole(page)).toBe(true);
    expect(await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)).toEqual(['instant']);
  });
});

describe('boxes on a page image', () => {
  it('draws a box at its place on the thumbnail and on the enlarged image, with its name outside the box', async () => {
    const page = await openInspector(dialectStates['vg-refiner']);
    await page.locator('.thumb img').waitFor();
    const place = (selector: string) => page.locator(selector).first().boundingBox();
    const thumb = await place('.thumb img');
    const small = await place('.thumb .frame.model');
    if (thumb === null || small === null) throw new Error('nothing is drawn');
    // The page image fills the height or width of the thumbnail and is centered in it.
    const scale = Math.min(thumb.width / 532, thumb.height / 756);
    expect(Math.abs(small.y - (thumb.y + (thumb.height - 756 * scale) / 2 + 120 * scale))).toBeLessThan(2);
    await page.locator('.thumb').click();
    await page.locator('.zoom-figure img').waitFor();
    const image = await place('.zoom-figure img');
    const frame = await place('.zoom-figure .frame.model');
    if (image === null || frame === null) throw new Error('nothing is drawn');
    // The whole image is shown.
    const shown = image.width / 532;
    const around = [
      frame.x - image.x - 48 * shown,
      frame.y - image.y - 120 * shown,
      frame.width - 282 * shown,
      frame.height - 28 * shown,
    ];
    for (const off of around) expect(Math.abs(off)).toBeLessThan(3);
    for (const name of await page.locator('.box-name').all()) {
      const box = await name.boundingBox();
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(image.x);
    }
    expect(await page.locator('.box-name').allTextContents()).toEqual(['R1', '1', 'T1', '2']);
    await page.getByRole('button', { name: 'Box 2, by the model' }).press('Enter');
    await expect.poll(() => page.locator('.enlarged .frame.current').count()).toBe(1);
    await expect
      .poll(() => posted(page))
      .toContainEqual(expect.objectContaining({ type: 'select', sample: 0 }));
  });
});
