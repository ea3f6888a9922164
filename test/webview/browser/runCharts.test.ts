import { Buffer } from 'node:buffer';
import type { Locator, Page } from 'playwright-core';
import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { runState, runView, sampleRow } from '../run/states.ts';
import { runAxe, runAxeInThemes } from './support/axe.ts';
import { openRun, showState } from './support/runPage.ts';
import { posted } from './support/webviewPage.ts';

const SAMPLES = Array.from({ length: 12 }, (_, row) => sampleRow(row));
const WIDTHS = [320, 700, 1400];

const open = (options = {}): Promise<Page> =>
  openRun({ state: runState(), pattern: SAMPLES }, { width: 1400, ...options });

async function openCharts(options = {}): Promise<Page> {
  const page = await open(options);
  await page.getByRole('tab', { name: 'Charts' }).click();
  await page.getByRole('figure', { name: 'Reward by step' }).locator('canvas').waitFor();
  return page;
}

const figure = (page: Page, name: string): Locator => page.getByRole('figure', { name, exact: true });

/** Moves over a part of a chart, in shares of its width; presses and releases the button at the ends. */
async function drag(page: Page, chart: Locator, from: number, to: number): Promise<void> {
  const box = await chart.locator('.u-over').boundingBox();
  if (box === null) throw new Error('The chart is not drawn.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * ((from + to) / 2), y, { steps: 4 });
  await page.mouse.move(box.x + box.width * to, y, { steps: 4 });
  await page.mouse.up();
}

const filters = async (page: Page): Promise<unknown[]> =>
  (await posted(page)).flatMap((message) =>
    message.type === 'filter' ? [(message as { readonly text?: string }).text] : [],
  );

/** The file that the page has handed over last. */
async function savedFile(page: Page): Promise<{ readonly format: string; readonly content: string }> {
  await expect.poll(async () => (await posted(page)).at(-1)?.type).toBe('saveFile');
  return (await posted(page)).at(-1) as unknown as { format: string; content: string };
}

describe('the charts of a run in a browser', () => {
  it('show no accessibility violation that axe finds in any theme', async () => {
    const page = await openCharts();
    expect((await runAxeInThemes(page)).violations).toEqual([]);
    await figure(page, 'Tools by step').getByRole('button', { name: 'Table of Tools by step' }).click();
    expect((await runAxeInThemes(page)).violations).toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect((await runAxe(page)).violations, `${width}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${width}`).toBeLessThanOrEqual(0);
    }
  });

  it('filter by a click on a bar, by a drag over steps, and by keys', async () => {
    const page = await openCharts();
    // The twelfth step is at the end of the line, the sixth in its middle.
    await drag(page, figure(page, 'Reward by step'), 0.4, 0.995);
    await expect.poll(() => filters(page)).toEqual(['step:6..11']);
    // A bar in the middle of its place, of nine.
    await figure(page, 'Difficulty: right of 8').scrollIntoViewIfNeeded();
    const bars = await figure(page, 'Difficulty: right of 8').locator('.u-over').boundingBox();
    await page.mouse.move((bars?.x ?? 0) + (bars?.width ?? 0) * (3.5 / 9), (bars?.y ?? 0) + 20, { steps: 2 });
    await page.getByText('3 of 8 right: ').waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => filters(page)).toEqual(['step:6..11', 'step:6..11 group.right=3']);

    const slider = page.getByRole('slider', { name: 'Reward by step' });
    await slider.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight'])
      await slider.press(key);
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^step 2: mean .* to step 4: mean /);
    await slider.press('Enter');
    await expect.poll(async () => (await filters(page)).at(-1)).toBe('group.right=3 step:2..4');
    // The same again takes it away.
    await slider.press('Enter');
    await expect.poll(async () => (await filters(page)).at(-1)).toBe('group.right=3');
  });

  it('filter by a name of the legend, and by a row of the table', async () => {
    const page = await openCharts();
    await figure(page, 'Findings by step').getByRole('button', { name: 'unknown tool' }).click();
    await expect.poll(() => filters(page)).toEqual(['finding:unknown-tool']);
    const rewards = figure(page, 'Reward: distribution');
    await rewards.getByRole('button', { name: /^Table of/ }).click();
    await rewards.getByRole('button', { name: '0.8', exact: true }).click();
    await expect.poll(async () => (await filters(page)).at(-1)).toBe('finding:unknown-tool reward=0.8');
  });

  it('are saved as PNG, SVG and CSV', async () => {
    const page = await openCharts();
    const save = async (format: string): Promise<string> => {
      const chart = figure(page, 'Reward by step');
      await chart.getByRole('button', { name: 'Save…' }).click();
      await chart.getByRole('menuitem', { name: format }).click();
      const file = await savedFile(page);
      expect(file.format).toBe(format.toLowerCase());
      return file.content;
    };
    expect(await save('CSV')).toMatch(/^Step,Samples,Mean,10th percentile,[^\r]*\r\n1,32,0\.\d/);
    const svg = await save('SVG');
    const parsed = await page.evaluate((text) => {
      const image = new DOMParser().parseFromString(text, 'image/svg+xml');
      return [image.querySelector('parsererror') === null, image.querySelector('title')?.textContent];
    }, svg);
    expect(parsed).toEqual([true, 'Reward by step']);
    const png = decode(Buffer.from(await save('PNG'), 'base64'));
    expect([png.width, png.height > 600]).toEqual([1280, true]);
    // White paper, and something on it.
    const colors = new Set<string>();
    for (let at = 0; at < png.data.length; at += png.channels)
      colors.add(png.data.slice(at, at + 3).join(' '));
    expect(colors.has('255 255 255') && colors.size > 20).toBe(true);
  });

  it('in tiles answer four questions, and stay where they are while the run grows', async () => {
    const page = await open();
    const tiles = page.locator('.tile');
    await expect.poll(() => tiles.locator('canvas').count()).toBe(4);
    expect((await tiles.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^Reward by step 0\.8\d* from 0\.\d+$/),
      expect.stringMatching(/^Difficulty, right of 8 [\d.]+% of groups teach nothing$/),
      expect.stringMatching(/^Reward, this selection 0\.\d+ median$/),
      expect.stringMatching(/^Tokens \d+ median, 12\.5% cut off$/),
    ]);
    const canvas = await tiles.first().locator('canvas').elementHandle();
    const before = await tiles.first().boundingBox();
    await showState(page, runState({ version: 9 }));
    // The chart is the same one: only its line has moved.
    expect(await canvas.evaluate((element) => element.isConnected)).toBe(true);
    expect(await tiles.first().boundingBox()).toEqual(before);
    await drag(page, tiles.first(), 0, 0.5);
    await expect.poll(() => filters(page)).toEqual(['step:1..6']);
  });

  it('take the colors of another theme', async () => {
    const page = await openCharts();
    const canvas = figure(page, 'Reward by step').locator('canvas');
    const before = await canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
    await page.evaluate(() => {
      document.documentElement.style.setProperty('--vscode-charts-blue', 'rgb(200, 10, 10)');
    });
    await expect
      .poll(() =>
        figure(page, 'Reward by step')
          .locator('canvas')
          .evaluate((element) => (element as HTMLCanvasElement).toDataURL()),
      )
      .not.toBe(before);
  });

  it('of a filter that matches nothing say so', async () => {
    const page = await open();
    await showState(page, runState({ view: runView({ rows: 0, matched: 0, groups: 0, filter: 'acc=7' }) }));
    await page.getByText('No record matches the filter.').waitFor();
  });
});
