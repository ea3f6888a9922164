import { describe, expect, it } from 'vitest';
import { runAxe, runAxeInThemes } from '../support/axe.ts';
import { canvas, goTo, show, text, thumbnail } from '../support/documentView.ts';

describe('accessibility of the document view', () => {
  it('shows no accessibility violation that axe finds on pages in any theme', async () => {
    const { page } = await show('annual-report.pdf');
    await text(page, 1).waitFor();
    await thumbnail(page, 2).click();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('revenue');
    await page.locator('.find-status', { hasText: 'of' }).waitFor();
    const { violations, checked } = await runAxeInThemes(page);
    expect(violations).toEqual([]);
    expect(checked).toBeGreaterThan(10);

    await page.getByRole('tab', { name: 'Outline' }).click();
    await page.getByRole('tree').focus();
    expect((await runAxeInThemes(page)).violations).toEqual([]);

    // The same check finds an error that is added on purpose.
    await page.evaluate(() => {
      document.querySelector('.page-bar')?.append(document.createElement('input'));
    });
    const planted = await runAxe(page);
    expect(planted.violations).toContainEqual(expect.stringMatching(/^label: /u));
  });

  it('shows no accessibility violation that axe finds on error messages in any theme', async () => {
    const { page } = await show('damaged-garbage.pdf');
    await page.getByRole('heading').waitFor();
    expect((await runAxeInThemes(page)).violations).toEqual([]);
  });

  it('cuts nothing off and reaches every control by Tab at 200% zoom in a narrow window', async () => {
    const { page } = await show('annual-report.pdf', { scale: 2, width: 480, height: 400 });
    await canvas(page, 1).waitFor();
    const overflow = await page.locator('.page-bar').evaluate((bar) => bar.scrollWidth - bar.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.locator('body').press('Tab');
    const reached = new Set<string>();
    for (let presses = 0; presses < 15; presses++) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate(() => {
          const element = document.activeElement;
          return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
        }),
      );
    }
    const controls = ['Sidebar', 'Zoom out', 'Zoom', 'Zoom in', 'Find', 'Pages', 'Thumbnails of the pages'];
    for (const name of controls) {
      expect([...reached]).toContain(name);
    }
  });

  it('animates nothing when the person asks for reduced motion', async () => {
    const { page } = await show('annual-report.pdf', { reducedMotion: true });
    await canvas(page, 1).waitFor();
    await goTo(page, '9');
    await canvas(page, 9).waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});
