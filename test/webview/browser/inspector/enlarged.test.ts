import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { GroundedClaim } from '../../../../src/core/grounding/model.ts';
import { MAX_FRAMES } from '../../../../src/protocol/claimFrames.ts';
import { claim, grounded, TEXT } from '../../inspector/groundings.ts';
import { image, sample, state } from '../../inspector/states.ts';
import { openInspector } from '../support/inspectorPage.ts';
import { drawn, send, type WebviewOptions } from '../support/webviewPage.ts';
import { PAPER_IMAGES } from '../support/webviewSite.ts';

/** Page 4 of the report, of 600 by 800 points, is image 2. */
const IMAGE = image(2, { path: 'report.pdf' });
const CLAIMS = [
  claim('518.9', 'found', { boxes: [{ left: 300, top: 400, right: 360, bottom: 416 }] }),
  claim('12.1%', 'near', { step: 3, action: 2, boxes: [{ left: 210, top: 330, right: 270, bottom: 346 }] }),
];

/** An inspector with image 2 enlarged, whose claims are on it. */
async function openEnlarged(
  claims: readonly GroundedClaim[] = CLAIMS,
  options: WebviewOptions = {},
): Promise<Page> {
  const page = await openInspector(state({ images: [image(1), IMAGE], samples: [sample({ text: TEXT })] }), {
    answers: PAPER_IMAGES,
    ...options,
  });
  await send(page, { type: 'grounding', sample: 0, shown: grounded(claims) });
  await page.getByRole('button', { name: 'Enlarge image 2' }).click();
  await page.locator('.zoom-figure img').waitFor();
  await drawn(page);
  return page;
}

/** Where the image is in the window, and how large. */
async function placeOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator('.zoom-figure').boundingBox();
  if (box === null) throw new Error('The image is not drawn.');
  return box;
}

const percent = (page: Page): Promise<string> => page.locator('.zoom-tools output').innerText();

describe('an image that is shown larger', () => {
  it('is zoomed around the pointer by the wheel with Ctrl, and moved by dragging', async () => {
    const page = await openEnlarged();
    const view = await page.locator('.zoom-view').boundingBox();
    expect((await placeOf(page)).height).toBeLessThan(view?.height ?? 0);
    for (let press = 0; press < 5; press++) await page.keyboard.press('+');
    const before = await placeOf(page);
    expect(before.width).toBeGreaterThan(view?.width ?? 0);
    const pointer = { x: (view?.x ?? 0) + 200, y: (view?.y ?? 0) + 300 };
    const under = (place: typeof before): [number, number] => [
      (pointer.x - place.x) / place.width,
      (pointer.y - place.y) / place.height,
    ];
    await page.mouse.move(pointer.x, pointer.y);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await placeOf(page)).width).toBeGreaterThan(before.width * 2.5);
    await drawn(page);
    const zoomed = await placeOf(page);
    for (const axis of [0, 1] as const) {
      expect(Math.abs(under(zoomed)[axis] - under(before)[axis])).toBeLessThan(0.004);
    }
    // The frame is still at its place: half of the page down.
    const frame = await page.locator('.zoom-figure .claim-frame.dashed').boundingBox();
    expect(Math.abs((frame?.x ?? 0) + 3 - (zoomed.x + zoomed.width * 0.35))).toBeLessThan(2);
    await page.mouse.down();
    await page.mouse.move(pointer.x - 50, pointer.y - 70, { steps: 4 });
    await page.mouse.up();
    const moved = await placeOf(page);
    expect([Math.round(moved.x - zoomed.x), Math.round(moved.y - zoomed.y)]).toEqual([-50, -70]);
    // A wheel without Ctrl scrolls.
    await page.mouse.wheel(0, 30);
    await expect.poll(async () => Math.round((await placeOf(page)).y - moved.y)).toBe(-30);
  });

  it('is used with keys only, and gives the focus back when it is closed', async () => {
    const page = await openEnlarged(CLAIMS, { width: 700, height: 600 });
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
    expect(await focused()).toBe('The image that was sent');
    const whole = await percent(page);
    for (let press = 0; press < 9; press++) await page.keyboard.press('+');
    expect(await percent(page)).toBe('200%');
    await page.keyboard.press('-');
    expect(await percent(page)).toBe('175%');
    const before = await placeOf(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const after = await placeOf(page);
    expect([after.x - before.x, after.y - before.y]).toEqual([-60, -60]);
    await page.keyboard.press('0');
    expect(await percent(page)).toBe(whole);
    // The labels of claims are one stop after the image.
    await page.getByRole('button', { name: 'All claims' }).last().press('Enter');
    await page.locator('.zoom-view').focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('2: Claim 2, step 2, differs: 12.1%');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('1: Claim 1, step 1, found: 518.9');
    await page.keyboard.press('Enter');
    await page.locator('.zoom-figure .claim-label.is-selected', { hasText: '1' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Enlarge image 2');
  });

  it('selects the claim of a frame that is clicked, and not while a frame is dragged', async () => {
    const page = await openEnlarged();
    await page.getByRole('button', { name: 'All claims' }).last().press('Enter');
    const selected = page.locator('.zoom-figure .claim-label.is-selected');
    for (const [shape, label, step] of [
      ['solid', '1', 'step-2'],
      ['dashed', '2', 'step-3'],
    ] as const) {
      await page.locator(`.zoom-figure .claim-frame.${shape}`).click();
      await expect.poll(() => selected.allTextContents()).toEqual([label]);
      expect(await page.locator('[role=treeitem][aria-selected=true]').getAttribute('id')).toBe(step);
    }
    await page.locator('.zoom-view').focus();
    for (let press = 0; press < 9; press++) await page.keyboard.press('+');
    await page.locator('.zoom-figure .claim-frame.solid').scrollIntoViewIfNeeded();
    const frame = await page.locator('.zoom-figure .claim-frame.solid').boundingBox();
    const [x, y] = [(frame?.x ?? 0) + 8, (frame?.y ?? 0) + 8];
    const before = await placeOf(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 20, y - 20, { steps: 3 });
    await page.mouse.up();
    expect((await placeOf(page)).x).toBeLessThan(before.x);
    expect(await selected.allTextContents()).toEqual(['2']);
  });

  it('has a loupe that asks for the part of the page below it when it rests, and moves by keys', async () => {
    const page = await openEnlarged();
    const parts = (): Promise<{ left: number; top: number; right: number; bottom: number }[]> =>
      page.evaluate(() =>
        (
          window as unknown as {
            posted: {
              method?: string;
              args: { region: { left: number; top: number; right: number; bottom: number } | null };
            }[];
          }
        ).posted.flatMap(({ method, args }) =>
          method === 'page' && args.region !== null ? [args.region] : [],
        ),
      );
    await page.getByRole('button', { name: 'Loupe' }).click();
    // It begins at the selected claim.
    await page.getByText('Page 4 at full resolution').waitFor();
    await expect.poll(async () => (await parts()).length).toBe(1);
    const [first] = await parts();
    expect((first?.left ?? 1) < 0.35 && (first?.right ?? 0) > 0.45).toBe(true);
    expect((first?.top ?? 1) < 0.4125 && (first?.bottom ?? 0) > 0.4325).toBe(true);
    const { x, y, width, height } = await placeOf(page);
    await page.mouse.move(x + width * 0.5, y + height * 0.5);
    await page.mouse.move(x + width * 0.5, y + height * 0.9, { steps: 40 });
    await expect.poll(async () => (await parts()).at(-1)?.top ?? 0).toBeGreaterThan(0.7);
    await page.locator('.loupe-window img:not(.pixels)').waitFor();
    expect((await parts()).length).toBeLessThan(8);
    // Both windows show the same place at the same scale: four CSS pixels for a pixel that was sent.
    const [ofPage, sent] = await page.locator('.loupe-window img').all();
    const [drawnPart, drawnSent] = [await ofPage?.boundingBox(), await sent?.boundingBox()];
    expect(drawnSent?.width).toBeCloseTo(4 * 532, 0);
    const last = (await parts()).at(-1);
    const windows = await page.locator('.loupe-window').all();
    const [left, right] = [await windows[0]?.boundingBox(), await windows[1]?.boundingBox()];
    const inWindow = (drawnSent?.x ?? 0) - (right?.x ?? 0) + (last?.left ?? 0) * 4 * 532;
    expect((drawnPart?.x ?? 0) - (left?.x ?? 0)).toBeCloseTo(inWindow, 0);
    expect(await sent?.evaluate((element) => getComputedStyle(element).imageRendering)).toBe('pixelated');
    const place = (): Promise<number> =>
      page.locator('.loupe-place').evaluate((element) => element.getBoundingClientRect().y);
    const at = await place();
    await page.locator('.zoom-view').press('ArrowUp');
    expect(await place()).toBeLessThan(at);
    // It stays in sight where the image is larger than the view.
    for (let press = 0; press < 9; press++) await page.keyboard.press('+');
    const scrolled = (): Promise<number> =>
      page.locator('.zoom-view').evaluate((element) => element.scrollTop);
    const before = await scrolled();
    for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowUp');
    const view = await page.locator('.zoom-view').boundingBox();
    await expect.poll(place).toBeGreaterThanOrEqual((view?.y ?? Infinity) - 1);
    expect(await scrolled()).toBeLessThan(before);
  });

  it('draws at most 60 of 300 frames in sight, and none of them again while the image moves', async () => {
    const many = Array.from({ length: 300 }, (_, index) => {
      const left = 20 + (index % 15) * 36;
      const top = 20 + Math.floor(index / 15) * 38;
      return claim('518.9', 'found', { boxes: [{ left, top, right: left + 20, bottom: top + 12 }] });
    });
    const page = await openEnlarged(many);
    await page.getByRole('button', { name: 'All claims' }).last().press('Enter');
    expect(await page.locator('.zoom-figure .claim-frame').count()).toBe(MAX_FRAMES);
    await page.locator('.zoom-view').focus();
    for (let press = 0; press < 14; press++) await page.keyboard.press('+');
    await drawn(page);
    expect(await page.locator('.zoom-figure .claim-frame').count()).toBeLessThan(MAX_FRAMES);
    const changes = await page.evaluate(async () => {
      let count = 0;
      const layer = document.querySelector('.zoom-figure .claim-layer');
      if (layer === null) throw new Error('There are no frames.');
      const observer = new MutationObserver((seen) => {
        count += seen.length;
      });
      observer.observe(layer, { subtree: true, childList: true, attributes: true });
      document.querySelector('.zoom-view')?.scrollBy(1, 1);
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 50)));
      return count;
    });
    expect(changes).toBe(0);
  });
});
