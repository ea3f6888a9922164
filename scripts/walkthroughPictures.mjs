// Takes the pictures of the walkthrough from the real workbench: node scripts/walkthroughPictures.mjs [--vsix FILE]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runMain } from './lib/failure.mjs';
import { root, vsix } from './lib/paths.mjs';
import { preparePictures, savePicture, withPictureWorkbench } from './lib/pictures.mjs';
import { findWebview, runFromPalette } from './lib/workbenchPage.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Where VS Code reads the pictures that package.json names. */
const PICTURES = path.join(root, 'media/walkthrough');

/** The themes by the ends of the pictures' names. */
const THEMES = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  'hc-light': 'Default High Contrast Light',
  hc: 'Default High Contrast',
};

/** Small, because the walkthrough shows a picture in half of an editor. */
const VIEWPORT = { width: 1160, height: 680 };

/** The largest size allowed for a picture, in bytes. */
const MAX_BYTES = 40_000;

/** What each picture shows: brings the workbench there, and returns the element to which the picture is cropped. */
const STEPS = {
  document: async (/** @type {Page} */ page) => {
    const view = await findWebview(page, 'annual-report.pdf');
    await view.getByRole('option', { name: 'Page 3', exact: true }).click();
    await view.getByRole('option', { name: 'Page 4', exact: true }).click({ modifiers: ['Control'] });
    await view.getByText('2 pages selected').waitFor();
    const number = view.locator('.page-box');
    await number.fill('4');
    await number.press('Enter');
    await view.locator('.page[data-page="4"] canvas').waitFor();
    await view.getByText(/^Text \d+ px high$/).waitFor();
    return page.locator('.part.editor');
  },
  ask: async (/** @type {Page} */ page) => {
    await runFromPalette(page, 'PageTrace: Ask About Document');
    const input = page.locator('.quick-input-widget .quick-input-box input');
    await input.fill('By how much did total revenue grow?');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'press Enter to ask' }).waitFor();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'px high' }).waitFor();
    return page.locator('.quick-input-widget');
  },
  server: async (/** @type {Page} */ page) => {
    await closeInput(page);
    const input = page.locator('.quick-input-widget');
    await runFromPalette(page, 'PageTrace: Connect to Server');
    await input.getByText('Address of a vLLM server').waitFor();
    await input.locator('.quick-input-box input').fill('http://127.0.0.1:8000');
    return input;
  },
  inspect: async (/** @type {Page} */ page) => {
    await closeInput(page);
    // Wide enough for the inspector beside the text, and high enough for its whole head.
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget .quick-input-box input').fill('revenue-growth.trajectory');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'revenue-growth' }).first().click();
    await page.locator('.view-lines').first().waitFor();
    await runFromPalette(page, 'PageTrace: Inspect Trajectory');
    const inspector = await findWebview(page, 'By how much');
    // Claims that are found later move the steps.
    await inspector.getByRole('tab', { name: 'Claims' }).waitFor();
    await inspector.getByRole('button', { name: 'Right', exact: true }).click();
    await inspector.locator('.strip img').nth(1).waitFor();
    await inspector.getByText('read_numeric_value').first().click();
    await inspector.locator('.strip .named-by').waitFor();
    return page.locator('.part.editor .editor-group-container').last();
  },
};

/** @param {Page} page */
async function closeInput(page) {
  await page.keyboard.press('Escape');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
}

await runMain(async () => {
  const { values } = parseArgs({ options: { vsix: { type: 'string', default: vsix } } });
  await preparePictures(values.vsix);
  for (const [name, theme] of Object.entries(THEMES)) {
    await withPictureWorkbench({ packed: values.vsix, theme, viewport: VIEWPORT }, async (page) => {
      for (const [step, show] of Object.entries(STEPS)) {
        const element = await show(page);
        // No control is drawn as pointed at, and what was pointed at no longer has its tooltip.
        await page.mouse.move(0, 0);
        await savePicture(element, path.join(PICTURES, `${step}-${name}.png`), MAX_BYTES);
      }
    });
  }
  return 0;
});
