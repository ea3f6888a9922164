import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { testResults } from '../../scripts/lib/paths.mjs';
import { ask, Inspector, openDocument, READING, REPORT, selectPages } from './support/asking.ts';
import { axe, axeWithPlanted, contentFrame } from './support/axe.ts';
import { useServer } from './support/server.ts';
import { THEME_KINDS, type Theme } from './support/workbench.ts';

const server = useServer();
const QUESTION = 'What was the total revenue in 2024?';

it(
  'passes axe in every kind of theme, at 200% zoom, and comes back after a reload',
  { timeout: 3 * READING },
  async (test) => {
    const workbench = await server.open(test, {
      workspace: { 'report.pdf': { copy: REPORT } },
      viewport: { width: 1600, height: 1000 },
    });
    const view = await openDocument(workbench, 'report.pdf');
    await selectPages(view, [3, 4]);
    await ask(workbench, QUESTION);
    let inspector = await Inspector.of(workbench, QUESTION, READING);
    await inspector.finish.waitFor({ timeout: READING });
    await inspector.verdict('Wrong').click();
    const paid = await inspector.paid();
    expect(paid).toHaveLength(1);

    for (const theme of Object.keys(THEME_KINDS) as Theme[]) {
      await workbench.setTheme(theme);
      for (const [surface, frame] of [
        ['inspector', inspector.frame],
        ['document', view],
      ] as const) {
        await frame.locator(`body[data-vscode-theme-kind="${THEME_KINDS[theme]}"]`).waitFor();
        const { violations, checked } = await axe(frame);
        expect(violations, `${surface} in ${theme}`).toEqual([]);
        expect(checked, `${surface} in ${theme}`).toBeGreaterThan(20);
      }
      await keepPicture(workbench.page, theme);
    }
    for (const frame of [inspector.frame, view]) {
      const { violations } = await axeWithPlanted(frame);
      expect(violations.filter((violation) => /^image-alt: .*planted/u.test(violation))).toHaveLength(1);
    }

    // At 200% the window has half as many CSS pixels each way.
    await workbench.page.keyboard.press('Control+b');
    await workbench.page.setViewportSize({ width: 640, height: 400 });
    const content = await contentFrame(inspector.frame);
    await expect.poll(() => content.evaluate(() => innerWidth)).toBeLessThan(400);
    const overflow = await content.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    // Steps far out of sight are not drawn: the tree is scrolled to its end first.
    await inspector.tree.evaluate((tree) => {
      tree.scrollIntoView({ block: 'end' });
    });
    await inspector.steps('answer').last().scrollIntoViewIfNeeded();
    await inspector.button('More…').scrollIntoViewIfNeeded();
    await keepPicture(workbench.page, '200 percent');
    await workbench.page.setViewportSize({ width: 1600, height: 1000 });

    await inspector.showTab('Checks');
    await workbench.reload();
    inspector = await Inspector.of(workbench, QUESTION);
    await inspector.question.getByText(QUESTION).waitFor();
    await inspector.frame.getByRole('region', { name: 'Passed checks' }).waitFor();
    expect(await inspector.paid()).toEqual(paid);
    expect(await inspector.verdict('Wrong').getAttribute('aria-pressed')).toBe('true');
    await inspector.showTab('Steps');
    expect(await inspector.steps('answer').last().innerText()).toContain('518.9');
    await inspector.images.nth(1).locator('img').waitFor();
  },
);

/** Leaves a picture of the window, for a person to look at. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = path.join(testResults, 'pictures');
  fs.mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `inspector ${name}.png`) });
}
