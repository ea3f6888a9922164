// Takes the pictures of README.md from the real workbench: node scripts/screenshots.mjs [--vsix FILE] [--only run]
// Without a packed extension, it packs the working tree. --only takes one of the pictures that need no others before.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { mustRun } from './lib/command.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { root, vsix } from './lib/paths.mjs';
import { preparePictures, savePicture, withPictureWorkbench } from './lib/pictures.mjs';
import { sampleRollouts } from './lib/sampleRollouts.mjs';
import { findWebview, lookUntil, runFromPalette, STEP_TIMEOUT } from './lib/workbenchPage.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** README.md names the pictures here. They are part of neither the extension nor the command line's package. */
const PICTURES = path.join(root, 'pictures');

/** The themes by the ends of the pictures' names. */
const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern' };

const VIEWPORT = { width: 1440, height: 880 };

/** The largest size allowed for a picture, in bytes. */
const MAX_BYTES = 180_000;

/** A response to the sample's question with two faults: a number that differs, and one from another column. */
const FAULTY = 'growth.trajectory';
const FAULTS = [
  ['column 2024">518.9', 'column 2024">481.9'],
  ['reached 11.2%', 'reached 12.1%'],
];

/** The run, and what it is filtered by: the questions that are not easy. */
const RUN = 'rollouts.jsonl';
const RUN_FILTER = 'group.mean<0.8';

/** The question that is asked of the offline reader, and those that are asked instead. */
const QUESTION = 'Total revenue in 2024?';
const OTHER_QUESTIONS = ['Total revenue in 2022?', 'Total revenue in 2023?'];

/** Where the side bar ends, and how far it is widened, in pixels. */
const SASH = { x: 350, y: 600, by: 130 };

/** How long one attempt to open a file may take, in milliseconds. */
const OPEN_PATIENCE = 5_000;

/**
 * Opens a file of the workspace by its name. While VS Code starts, something else may take the focus, and the list of
 * files is closed: then it is opened again.
 */
async function openFile(/** @type {Page} */ page, /** @type {string} */ name) {
  const timeout = OPEN_PATIENCE;
  const opened = await lookUntil(async () => {
    try {
      await page.keyboard.press('Control+P');
      await page.locator('.quick-input-widget .quick-input-box input').fill(name, { timeout });
      await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click({ timeout });
      await page.locator('.tab', { hasText: name }).first().waitFor({ timeout });
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') return null;
      throw error;
    }
  }, STEP_TIMEOUT);
  if (opened === null) throw new Failure(`${name} could not be opened.`);
}

/** What each picture shows: brings the workbench there, and returns what the picture shows. */
const STEPS = {
  document: async (/** @type {Page} */ page) => {
    await openFile(page, FAULTY);
    await page.locator('.view-lines').first().waitFor();
    await runFromPalette(page, 'PageTrace: Inspect Trajectory');
    const inspector = await findWebview(page, 'By how much');
    await inspector.getByRole('tab', { name: /^Claims, \d+ with a problem/u }).waitFor();
    await runFromPalette(page, 'View: Focus First Editor Group');
    await openFile(page, 'annual-report.pdf');
    // The command is offered only while there is a side bar.
    if (await page.locator('.part.sidebar').isVisible())
      await runFromPalette(page, 'View: Close Primary Side Bar');
    const view = await findWebview(page, 'annual-report.pdf');
    await view.getByRole('combobox', { name: 'Zoom' }).selectOption({ label: 'Fit page' });
    await inspector.getByText('12.1%').first().click();
    await view.locator('.page[data-page="4"] .claim-frame.is-selected').first().waitFor();
    // Both views scroll only as far as they must, from wherever they were.
    await view.locator('.page-box').fill('4');
    await view.locator('.page-box').press('Enter');
    await inspector.locator('.step.current').evaluate((step) => {
      step.scrollIntoView({ block: 'center' });
    });
    return page;
  },
  claims: async (/** @type {Page} */ page) => {
    const inspector = await findWebview(page, 'By how much');
    await inspector.getByRole('tab', { name: /^Claims/u }).click();
    await inspector.locator('.claim.current').waitFor();
    return page.locator('.part.editor .editor-group-container').last();
  },
  comparison: async (/** @type {Page} */ page) => {
    await runFromPalette(page, 'View: Close All Editors');
    await openFile(page, 'annual-report.pdf');
    await ask(page);
    const compared = page.locator('.tab', { hasText: 'Comparison' });
    for (const question of OTHER_QUESTIONS) {
      if (await compared.isVisible()) {
        await compared.click();
        await runFromPalette(page, 'View: Close Editor');
        await compared.waitFor({ state: 'detached' });
      }
      await askInstead(page, question);
      await compared.click();
    }
    await runFromPalette(page, 'View: Close Editors in Other Groups');
    await page.locator('.tab', { hasText: 'annual-report.pdf' }).waitFor({ state: 'detached' });
    await page.locator('.activitybar').getByRole('tab', { name: 'PageTrace' }).click();
    await page.locator('.part.sidebar .monaco-list-row[aria-level="3"]').nth(1).waitFor();
    await page.mouse.move(SASH.x, SASH.y);
    await page.mouse.down();
    await page.mouse.move(SASH.x + SASH.by, SASH.y, { steps: 5 });
    await page.mouse.up();
    return page;
  },
  run: async (/** @type {Page} */ page) => {
    await runFromPalette(page, 'View: Close All Editors');
    await openFile(page, RUN);
    await page.locator('.view-lines').first().waitFor();
    if (await page.locator('.part.sidebar').isVisible())
      await runFromPalette(page, 'View: Close Primary Side Bar');
    await page.locator('.editor-actions').getByRole('button', { name: 'Open Run' }).click();
    const run = await findWebview(page, RUN);
    await run.getByRole('combobox', { name: 'Grouping' }).selectOption('steps');
    const filter = run.getByRole('combobox', { name: 'Filter' });
    await filter.fill(RUN_FILTER);
    await filter.press('Escape');
    await filter.press('Enter');
    await run.getByText(/^\d+ of \d+ in \d+ groups$/u).waitFor();
    await run.locator('.bars').first().waitFor();
    await runFromPalette(page, 'View: Close Other Editors in Group');
    await page.locator('.tab').nth(1).waitFor({ state: 'detached' });
    const table = run.getByRole('treegrid');
    await table.focus();
    // The second group is folded, and the first one described.
    for (const key of [...Array(9).fill('ArrowDown'), 'ArrowLeft', 'Home']) await page.keyboard.press(key);
    await run.locator('.group-details').waitFor();
    return page;
  },
};

/** Asks the offline reader about a page of the document, and marks the answer as right. */
async function ask(/** @type {Page} */ page) {
  const view = await findWebview(page, 'annual-report.pdf');
  await view.getByRole('option', { name: /^Page 4\b/u }).click();
  await view.getByText('1 page selected').waitFor();
  await runFromPalette(page, 'PageTrace: Ask About Document');
  await enter(page, QUESTION);
  const inspector = await findWebview(page, QUESTION);
  await inspector.getByTitle('Why the response ended').waitFor();
  await inspector.getByRole('button', { name: 'Right', exact: true }).click();
}

/** Asks another question instead of the one in the inspector, and waits for the comparison of both. */
async function askInstead(/** @type {Page} */ page, /** @type {string} */ question) {
  await runFromPalette(page, 'PageTrace: What If');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Another question' }).click();
  await page.locator('.quick-input-title', { hasText: 'Another Question' }).waitFor();
  await enter(page, question);
  const comparison = await findWebview(page, 'Comparison');
  await comparison.getByText('They give 2 different answers.').waitFor();
}

/** Types into the open input, and presses Enter once the list below it has followed. */
async function enter(/** @type {Page} */ page, /** @type {string} */ text) {
  const input = page.locator('.quick-input-widget .quick-input-box input');
  await input.fill(text);
  await lookUntil(async () => ((await input.inputValue()) === text ? true : null), STEP_TIMEOUT);
  await input.press('Enter');
}

await runMain(async () => {
  const { values } = parseArgs({ options: { vsix: { type: 'string' }, only: { type: 'string' } } });
  const steps = Object.entries(STEPS).filter(([step]) => values.only === undefined || step === values.only);
  if (steps.length === 0) throw new Failure(`There is no picture ${values.only ?? ''}.`);
  if (values.vsix === undefined) {
    console.log('Building and packing the extension.');
    await mustRun(process.execPath, [path.join(root, 'scripts/package.mjs')], { quiet: true });
  }
  const packed = values.vsix ?? vsix;
  await preparePictures(packed);
  fs.mkdirSync(PICTURES, { recursive: true });
  const sample = fs.readFileSync(path.join(root, 'media/sample/revenue-growth.trajectory'), 'utf8');
  const files = {
    [FAULTY]: FAULTS.reduce((text, [from = '', to = '']) => text.replace(from, to), sample),
    [RUN]: sampleRollouts(),
  };
  for (const [name, theme] of Object.entries(THEMES)) {
    await withPictureWorkbench({ packed, theme, viewport: VIEWPORT, files }, async (page) => {
      for (const [step, show] of steps) {
        const shown = await show(page);
        // No control is drawn as pointed at, and what was pointed at no longer has its tooltip.
        await page.mouse.move(0, 0);
        await savePicture(shown, path.join(PICTURES, `${step}-${name}.png`), MAX_BYTES);
      }
    });
  }
  return 0;
});
