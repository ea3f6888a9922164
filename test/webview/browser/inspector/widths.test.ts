import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { state } from '../../inspector/states.ts';
import { openInspector, chooseTab } from '../support/inspectorPage.ts';
import { SCENES } from '../support/inspectorScenes.ts';
import { send } from '../support/webviewPage.ts';

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How far the number of the reward, or the sentence in its place, goes beyond the window. */
const hiddenOfReward = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const number = document.querySelector('.reward-words .number');
    return (number?.getBoundingClientRect().right ?? 0) - document.documentElement.clientWidth;
  });

describe('the inspector at different widths', () => {
  it('shows the whole table of samples without scrolling sideways, however narrow it is', async () => {
    const scene = SCENES.find(({ tab }) => tab === 'Samples');
    if (scene === undefined) throw new Error('no such scene');
    const page = await openInspector(scene.state, { width: 540, height: 700 });
    await chooseTab(page, 'Samples');
    for (const width of [540, 466, 420, 340, 300]) {
      await page.setViewportSize({ width, height: 700 });
      const hidden = await page
        .locator('.samples .table-scroll')
        .evaluate((table) => table.scrollWidth - table.clientWidth);
      expect(hidden, `${width} px`).toBeLessThanOrEqual(0);
    }
  });

  it.each([300, 420, 700, 1400])(
    'shows every state without horizontal scrolling at a width of %i px',
    async (width) => {
      const page = await openInspector(null, { width, height: 700 });
      for (const scene of SCENES) {
        await send(page, { type: 'state', state: scene.state });
        if (scene.name !== 'nothing') await chooseTab(page, scene.tab ?? 'Steps');
        expect(await overflow(page), `${scene.name} at ${width} px`).toBeLessThanOrEqual(0);
        expect(await hiddenOfReward(page), `${scene.name} at ${width} px`).toBeLessThanOrEqual(0);
      }
    },
    60_000,
  );

  it.each([
    { width: 220, scale: 1 },
    { width: 230, scale: 1 },
    { width: 300, scale: 1 },
    { width: 600, scale: 1 },
    { width: 1400, scale: 1 },
    { width: 400, scale: 2 },
  ])('cuts off no word at a width of $width px and a scale of $scale', async ({ width, scale }) => {
    const page = await openInspector(state({ reference: '' }), { width, height: 700, scale });
    const cut = await page.evaluate(() => {
      const found: string[] = [];
      const pen = document.createElement('canvas').getContext('2d');
      const input = document.querySelector<HTMLInputElement>('.text-field');
      if (!input || !pen) throw new Error('there is no field');
      const style = getComputedStyle(input);
      pen.font = style.font;
      const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (input.placeholder !== 'Reference answer') found.push(`placeholder ${input.placeholder}`);
      if (pen.measureText(input.placeholder).width > room) found.push(input.placeholder);
      // Labels of one line stay on one line and inside the window; in a very narrow window the row of tabs scrolls.
      const tabs = document.documentElement.clientWidth < 300 ? '' : ', .tab';
      for (const part of document.querySelectorAll(`.button, .row-name, .details-button${tabs}`)) {
        const { left, right, height } = part.getBoundingClientRect();
        const isCut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline';
        if (left < 0 || right > document.documentElement.clientWidth || height > 40 || isCut)
          found.push(part.textContent.trim());
      }
      // Text that wraps stays inside the window, and so does the first image of the strip.
      for (const part of document.querySelectorAll('.text-field, .number, .answer, .shot:first-child p')) {
        const { left, right } = part.getBoundingClientRect();
        const box = (part.closest('.strip') ?? document.documentElement).getBoundingClientRect();
        if (left < box.left || right > box.right || part.scrollWidth > part.clientWidth)
          found.push(part.textContent.trim() || part.localName);
      }
      return found;
    });
    expect(cut).toEqual([]);
  });

  // The panel beside a document in a workbench of 1280 × 800, without and with a side bar.
  it.each([616, 466])(
    'leaves at least half of the height to the view below the tabs at a width of %i px',
    async (width) => {
      const page = await openInspector(null, { width, height: 708 });
      for (const scene of SCENES) {
        if (scene.name === 'nothing') continue;
        await send(page, { type: 'state', state: { ...scene.state, key: scene.name } });
        const box = await page.locator('.scroll').boundingBox();
        expect(box?.height ?? 0, scene.name).toBeGreaterThanOrEqual(354);
        expect((box?.y ?? 0) + (box?.height ?? 0), scene.name).toBeLessThanOrEqual(708);
      }
      // In the usual states, nothing above the tabs is scrolled out of view.
      for (const name of ['steps', 'streaming', 'samples', 'a composite reward']) {
        const shown = SCENES.find((scene) => scene.name === name)?.state;
        await send(page, { type: 'state', state: shown });
        const hidden = await page.locator('.head').evaluate((head) => head.scrollHeight - head.clientHeight);
        expect(hidden, name).toBeLessThanOrEqual(0);
      }
    },
    60_000,
  );

  it('starts the content of a chosen tab below the tabs where the whole page scrolls', async () => {
    const page = await openInspector(state(), { width: 330, height: 560 });
    await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
    });
    await expect.poll(() => page.getByRole('tablist').boundingBox()).toMatchObject({ y: 0 });
    await chooseTab(page, 'Checks');
    const tabs = await page.getByRole('tablist').boundingBox();
    expect(tabs?.y).toBe(0);
    const panel = await page.getByRole('tabpanel').boundingBox();
    expect(Math.abs((panel?.y ?? NaN) - (tabs?.height ?? NaN))).toBeLessThan(1);
  });

  it('shows everything at 200% zoom, with the page images in view', async () => {
    const page = await openInspector(state(), { width: 300, height: 430, scale: 2 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await page.locator('.strip').isVisible()).toBe(true);
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    const { row, foot } = await page.evaluate(() => ({
      row: document.querySelector('.step.current')?.getBoundingClientRect().bottom ?? Infinity,
      foot: document.querySelector('.foot')?.getBoundingClientRect() ?? new DOMRect(),
    }));
    expect(row).toBeLessThanOrEqual(foot.top + 1);
    expect(foot.bottom).toBeLessThanOrEqual(431);
    // The name, the page and the text height of the first image are completely visible.
    const strip = await page.locator('.strip').boundingBox();
    for (const text of ['Image 1', 'page 3', 'text 7 px high']) {
      const words = await page.locator('.shot').first().getByText(text).boundingBox();
      expect((words?.x ?? Infinity) + (words?.width ?? 0), text).toBeLessThanOrEqual(
        (strip?.x ?? 0) + (strip?.width ?? 0),
      );
    }
  });

  it('animates nothing when the person asks for reduced motion', async () => {
    const scene = SCENES.find(({ name }) => name === 'streaming');
    if (scene === undefined) throw new Error('no such scene');
    const moving = async (reducedMotion: boolean): Promise<number> => {
      const page = await openInspector(scene.state, { reducedMotion });
      await page.locator('.progress-ring').waitFor();
      return page.evaluate(() => document.getAnimations().length);
    };
    expect(await moving(false)).toBeGreaterThan(0);
    expect(await moving(true)).toBe(0);
  });
});
