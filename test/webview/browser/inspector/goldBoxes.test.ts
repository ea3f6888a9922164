import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { DrawnGoldBox } from '../../../../src/protocol/goldBoxes.ts';
import { image, state } from '../../inspector/states.ts';
import { openInspector } from '../support/inspectorPage.ts';
import { drawn } from '../support/webviewPage.ts';

/** The boxes that the page last sent, with their edges in percent. */
async function sent(page: Page): Promise<readonly (readonly number[])[] | undefined> {
  const all = await page.evaluate(() =>
    (
      window as unknown as { posted: readonly { type?: string; boxes?: readonly DrawnGoldBox[] }[] }
    ).posted.flatMap(({ type, boxes }) => (type === 'goldBoxes' && boxes !== undefined ? [boxes] : [])),
  );
  return all
    .at(-1)
    ?.map(({ box: { left, top, right, bottom } }) =>
      [left, top, right, bottom].map((share) => Math.round(share * 100)),
    );
}

async function placeOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator('.zoom-figure').boundingBox();
  if (box === null) throw new Error('The image is not drawn.');
  return box;
}

async function openDrawing(viewport = { width: 700, height: 700 }): Promise<Page> {
  const page = await openInspector(state({ images: [image(1), image(2)] }), viewport);
  await page.getByRole('button', { name: 'Enlarge image 2' }).click();
  await page.locator('.zoom-figure img').waitFor();
  await page.getByRole('button', { name: 'Draw Gold Box' }).click();
  await drawn(page);
  return page;
}

describe('gold boxes that a person draws', () => {
  it('are drawn by dragging at any zoom, unless Escape cancels them', async () => {
    const page = await openDrawing();
    const drag = async (
      [fromX, fromY]: readonly [number, number],
      [toX, toY]: readonly [number, number],
      isCanceled = false,
    ): Promise<void> => {
      const { x, y, width, height } = await placeOf(page);
      await page.mouse.move(x + fromX * width, y + fromY * height);
      await page.mouse.down();
      await page.mouse.move(x + toX * width, y + toY * height, { steps: 3 });
      if (isCanceled) await page.keyboard.press('Escape');
      await page.mouse.up();
    };
    await drag([0.6, 0.3], [0.2, 0.1]);
    await expect.poll(() => sent(page)).toEqual([[20, 10, 60, 30]]);
    await drag([0.2, 0.5], [0.5, 0.6], true);
    expect(await page.locator('.gold-box.draft').count()).toBe(0);
    for (let press = 0; press < 4; press++) await page.keyboard.press('+');
    await drawn(page);
    const before = await placeOf(page);
    await drag([0.4, 0.5], [0.55, 0.6]);
    await expect
      .poll(() => sent(page))
      .toEqual([
        [20, 10, 60, 30],
        [40, 50, 55, 60],
      ]);
    expect(await placeOf(page)).toEqual(before);
    await page.getByRole('button', { name: 'Remove gold box 1' }).click();
    await expect.poll(() => sent(page)).toEqual([[40, 50, 55, 60]]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Draw Gold Box' }).getAttribute('aria-pressed')).toBe(
      'false',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('.shot .gold-box').count()).toBe(1);
  });

  it('leave the image where it is when the first one is added', async () => {
    const page = await openDrawing({ width: 570, height: 700 });
    const before = await placeOf(page);
    await page.getByRole('button', { name: 'Add Box' }).click();
    await page.getByRole('button', { name: 'Add to Data Set' }).waitFor();
    await page.getByText('gold boxes: 1').first().waitFor();
    await drawn(page);
    expect(await placeOf(page)).toEqual(before);
  });

  it('are added, moved, resized and removed with the keyboard', async () => {
    const page = await openDrawing();
    await page.getByRole('button', { name: 'Add Box' }).press('Enter');
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
    await expect.poll(focused).toMatch(/^Gold box 1: 35% from the left and 46% from the top/);
    for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowUp');
    for (let press = 0; press < 10; press++) await page.keyboard.press('Shift+ArrowRight');
    const { width, height } = await placeOf(page);
    const [across, down] = [(40 / width) * 100, (40 / height) * 100];
    const [first] = (await sent(page)) ?? [];
    expect(Math.abs((first?.[1] ?? 0) - (46 - down))).toBeLessThan(1.01);
    expect(Math.abs((first?.[2] ?? 0) - (65 + across))).toBeLessThan(1.01);
    await page.keyboard.press('Delete');
    await expect.poll(() => sent(page)).toEqual([]);
    expect(await focused()).toBe('The image that was sent');
  });
});
