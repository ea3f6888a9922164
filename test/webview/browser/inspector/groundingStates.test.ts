import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { runAxeInThemes } from '../support/axe.ts';
import { GROUNDING_SCENES, type GroundingScene, type GroundingView } from '../support/groundingScenes.ts';
import { chooseTab, openInspector } from '../support/inspectorPage.ts';
import { answerWith, send } from '../support/webviewPage.ts';

/** Where each view is, and how to get there. */
const VIEWS: Readonly<Record<GroundingView, { root: string; open: (page: Page) => Promise<void> }>> = {
  head: { root: '.head', open: () => Promise.resolve() },
  strip: { root: '.foot', open: () => Promise.resolve() },
  claims: { root: '[role=tabpanel]', open: (page) => chooseTab(page, 'Claims') },
  steps: { root: '[role=tabpanel]', open: (page) => chooseTab(page, 'Steps') },
  enlarged: { root: 'dialog', open: enlarge },
};

/** Shows image 2 larger, with the loupe if the image is there. */
async function enlarge(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enlarge image 2', exact: true }).click();
  const loupe = page.getByRole('button', { name: 'Loupe', pressed: false });
  await page.locator('.zoom, .enlarged-empty').waitFor();
  if (await loupe.isVisible()) await loupe.click();
}

async function bringTo(page: Page, { name, state, shown, selected, answers }: GroundingScene): Promise<void> {
  await answerWith(page, answers);
  await send(
    page,
    { type: 'state', state: { ...state, key: name } },
    { type: 'grounding', sample: 0, shown },
    ...(selected === undefined ? [] : [{ type: 'claim', sample: 0, claim: selected }]),
  );
}

it('the views of what the pages say tell in every state what is the matter, without an accessibility violation', async () => {
  const page = await openInspector(null);
  for (const scene of GROUNDING_SCENES) {
    await bringTo(page, scene);
    for (const [view, { root, open }] of Object.entries(VIEWS)) {
      const where = `${scene.name}: ${view}`;
      await open(page);
      await expect
        .poll(() => page.locator(root).ariaSnapshot(), { message: where })
        .toContain(scene.says[view as GroundingView]);
      const { violations, checked } = await runAxeInThemes(page, { within: root });
      expect.soft(violations, where).toEqual([]);
      expect(checked, where).toBeGreaterThan(0);
    }
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
});
