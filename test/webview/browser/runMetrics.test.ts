import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { runState, sampleRow } from '../run/states.ts';
import { runAxe, runAxeInThemes } from './support/axe.ts';
import { openRun } from './support/runPage.ts';
import { posted } from './support/webviewPage.ts';

const SAMPLES = Array.from({ length: 12 }, (_, row) => sampleRow(row));
const WIDTHS = [320, 700, 1400];

const COMPARED = { name: 'old', phase: 'ready', problem: null, version: 1 } as const;

/** Opens one of the tabs, of a run that is compared with another one. */
async function openTab(name: string): Promise<Page> {
  const state = runState({ compared: COMPARED });
  const page = await openRun({ state, pattern: SAMPLES }, { width: 1400 });
  await page.getByRole('tab', { name }).click();
  await page.getByText('95% interval').first().waitFor();
  return page;
}

describe('metrics and comparisons in a browser', () => {
  it.each(['Metrics', 'Compare'])(
    '%s shows no accessibility violation that axe finds in any theme',
    async (name) => {
      const page = await openTab(name);
      expect((await runAxeInThemes(page)).violations).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect((await runAxe(page)).violations, `${width}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${width}`).toBeLessThanOrEqual(0);
      }
    },
  );

  it('a question opens both trajectories by the keyboard', async () => {
    const page = await openTab('Compare');
    await page
      .getByRole('button', { name: /^Question \d$/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await posted(page)).at(-1)?.type).toBe('compareQuestion');
  });
});
