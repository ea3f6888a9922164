import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { claim, grounded, TEXT } from '../../inspector/groundings.ts';
import { image, sample, state } from '../../inspector/states.ts';
import { chooseTab, openInspector } from '../support/inspectorPage.ts';
import { inEachTheme } from '../support/themes.ts';
import { send } from '../support/webviewPage.ts';
import { runAxeInThemes } from '../support/axe.ts';

const CLAIMS = [
  claim('518.9', 'found'),
  claim('12.1%', 'near', { difference: { said: '12.1%', pageHas: '11.2%' } }),
  claim('Image 1 has the totals', 'not-found'),
  claim('margin', 'other-page'),
  claim('row Total', 'elsewhere', { source: 'ocr' }),
];

/** Opens the inspector with claims and some images of the request. */
async function openClaims(images: number, options: Parameters<typeof openInspector>[1]): Promise<Page> {
  const page = await openInspector(
    state({
      profile: null,
      images: Array.from({ length: images }, (_, index) => image(index + 1, { path: 'report.pdf' })),
      numImages: images,
      samples: [sample({ text: TEXT })],
    }),
    options,
  );
  await send(page, { type: 'grounding', sample: 0, shown: grounded(CLAIMS) });
  return page;
}

/** The words of the Claims tab that are broken over two lines although they fit on one. */
const brokenWords = (page: Page): Promise<readonly string[]> =>
  page.locator('.claims').evaluate((claims) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(claims, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) broken.push(word);
      }
    }
    return broken;
  });

/** How far the first image is right of the strip's start and the last one left of its end, and whether it goes on. */
const ends = (page: Page) =>
  page.locator('.strip').evaluate((strip) => {
    const box = strip.getBoundingClientRect();
    const shots = [...strip.children].map((shot) => shot.getBoundingClientRect());
    return {
      start: (shots[0]?.left ?? NaN) - box.left,
      end: box.right - (shots.at(-1)?.right ?? NaN),
      more: strip instanceof HTMLElement ? strip.dataset['more'] : null,
    };
  });

describe('the claims in a narrow inspector', () => {
  it('breaks no word that fits on a line, and cuts nothing off, in any theme', async () => {
    const page = await openClaims(2, { width: 220, height: 700 });
    await chooseTab(page, 'Claims');
    for (const width of [220, 250, 421]) {
      await page.setViewportSize({ width, height: 700 });
      await inEachTheme(page, async (theme) => {
        expect(await brokenWords(page), `${width} px in ${theme}`).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${width} px in ${theme}`).toBeLessThanOrEqual(0);
      });
    }
    expect((await runAxeInThemes(page, { within: '.claims' })).violations).toEqual([]);
  });

  it('shows the wide text of another tab within its window', async () => {
    const page = await openClaims(2, { width: 220, height: 700 });
    await chooseTab(page, 'Text');
    const hint = page.locator('.probabilities');
    expect(await hint.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
  });
});

describe('a strip of images that is longer than its box', () => {
  it.each([220, 540, 900])(
    'scrolls to both of its ends by wheel and keys at a width of %i px',
    async (width) => {
      const page = await openClaims(5, { width, height: 700, reducedMotion: true });
      const strip = page.locator('.strip');
      // An image in the middle is in view: the strip goes on at both of its ends, where it fades out.
      await strip.evaluate((element) => {
        element.scrollTo({ left: (element.scrollWidth - element.clientWidth) / 2, behavior: 'instant' });
      });
      await expect.poll(async () => (await ends(page)).more).toBe('start end');
      await strip.hover();
      await page.mouse.wheel(0, 5000);
      await expect.poll(async () => (await ends(page)).more).toBe('start');
      expect((await ends(page)).end).toBeGreaterThanOrEqual(0);
      await page.mouse.wheel(0, -5000);
      await expect.poll(async () => (await ends(page)).more).toBe('end');
      expect((await ends(page)).start).toBeGreaterThanOrEqual(0);
      await strip.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowRight');
      await expect.poll(async () => (await ends(page)).start).toBeLessThan(0);
    },
  );

  it('does not go on where all images fit, also after the window has become wider', async () => {
    const page = await openClaims(2, { width: 300, height: 700 });
    await expect.poll(async () => (await ends(page)).more).toBe('end');
    await page.setViewportSize({ width: 1400, height: 700 });
    await expect.poll(async () => (await ends(page)).more).toBe('');
  });
});
