import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { COLUMNS, runState, sampleRow } from '../run/states.ts';
import { runAxeInThemes } from './support/axe.ts';
import { openRun } from './support/runPage.ts';

const STATE = runState({
  columns: [
    ...COLUMNS,
    ...['answer', 'tools'].map((name) => ({
      name: `reward.${name}`,
      kind: 'component' as const,
      canSort: true,
      isEmpty: false,
    })),
  ],
  trial: { name: 'r1v', phase: 'running', scored: 3, failed: 1, of: 9, problem: 'It failed once.' },
});

const open = (options = {}): Promise<Page> =>
  openRun({ state: STATE, pattern: [sampleRow(0)] }, { width: 1400, height: 1400, ...options });

const handle = (page: Page, name: 'Lower' | 'Upper'): Locator =>
  page.getByRole('slider', { name: `${name} bound of the mean reward` });

const valueOf = async (of: Locator): Promise<number> => Number(await of.inputValue());

describe('the what-ifs of a run in a browser', () => {
  it('show no accessibility violation that axe finds in any theme', async () => {
    const page = await open();
    await page.getByText('groups kept').waitFor();
    await page.getByText('Worst disagreements').waitFor();
    await page.getByText('By step', { exact: true }).click();
    expect((await runAxeInThemes(page)).violations).toEqual([]);
    await page.getByRole('combobox', { name: 'What the reward is compared with' }).selectOption('weights');
    await page.getByRole('spinbutton', { name: 'Weight of answer' }).fill('0');
    await page.getByText('Reset the weights').waitFor();
    expect((await runAxeInThemes(page)).violations).toEqual([]);
    const side = page.locator('.side');
    expect(await side.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
  });

  it('have a slider whose handles move by keys and by the mouse, and stop at each other', async () => {
    const page = await open();
    const low = handle(page, 'Lower');
    const high = handle(page, 'Upper');
    await low.focus();
    await page.keyboard.press('ArrowRight');
    expect(await valueOf(low)).toBeCloseTo(0.11, 6);
    await page.keyboard.press('Tab');
    await expect.poll(() => high.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Home');
    expect(await valueOf(high)).toBeCloseTo(0.11, 6);
    await page.keyboard.press('End');
    expect(await valueOf(high)).toBe(1);
    const box = await page.locator('.range-slider').boundingBox();
    if (box === null) throw new Error('The slider is not drawn.');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width - 8, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, y, { steps: 5 });
    await page.mouse.up();
    expect(await valueOf(high)).toBeCloseTo(0.5, 1);
    expect(await valueOf(low)).toBeCloseTo(0.11, 6);
  });
});
