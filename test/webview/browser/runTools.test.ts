import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { runState, sampleRow } from '../run/states.ts';
import { runAxeInThemes } from './support/axe.ts';
import { openRun } from './support/runPage.ts';

const open = (options = {}): Promise<Page> =>
  openRun({ state: runState(), pattern: [sampleRow(0)] }, { width: 1400, height: 1400, ...options });

describe('the tools of a run in a browser', () => {
  it('and its alerts show no accessibility violation that axe finds in any theme', async () => {
    const page = await open();
    await page.getByText('The reward rises while fewer answers are right').waitFor();
    await page.locator('.side .bar-list').first().waitFor();
    expect((await runAxeInThemes(page)).violations).toEqual([]);
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByRole('button', { name: 'More about read_text_element' }).click();
    await page.getByText('Stands together with').waitFor();
    expect((await runAxeInThemes(page)).violations).toEqual([]);
    const slider = page.getByRole('slider', { name: 'How many tools the toolbox has' });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('The 6 most used tools cover 97.4% of all uses.').waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toContain('The 6 most used tools');
    // A name as long as a paragraph does not push the numbers out of sight.
    await page
      .locator('.tool-name .link')
      .first()
      .evaluate((name) => {
        name.textContent = 'read_the_text'.repeat(80);
      });
    const table = page.locator('.tools-tab .table-scroll');
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
    const tab = page.locator('.tools-tab');
    expect(await tab.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  });
});
