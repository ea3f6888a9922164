// Drives the workbench in a page as a person does. Functions wait until they see what they need, never for a fixed
// time.
import { setTimeout as delay } from 'node:timers/promises';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').FrameLocator} FrameLocator
 */

/** Time limit of each step, in milliseconds: far more than a step takes on two busy cores. */
export const STEP_TIMEOUT = 90_000;

/** How long the palette may take to show a command before it is opened again, in milliseconds. */
const PALETTE_PATIENCE = 1500;

/** The rows of the palette, as CSS selects them. */
const ROWS = '.quick-input-list .monaco-list-row';

/** Settings that keep the workbench quiet and the same in every run. */
export const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.enabled': false,
};

/** Settings for tests: what moves would be drawn again and again, which takes a processor that has no graphics card. */
export const STILL_SETTINGS = {
  ...QUIET_SETTINGS,
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
};

/**
 * Opens the workbench and waits until it is ready.
 * @param {Page} page
 * @param {string} url
 */
export async function openWorkbench(page, url) {
  page.setDefaultTimeout(STEP_TIMEOUT);
  await page.goto(url);
  await waitForWorkbench(page);
}

/** @param {Page} page */
export async function waitForWorkbench(page) {
  await page
    .locator('.monaco-workbench .part.statusbar .statusbar-item')
    .first()
    .waitFor({ timeout: 2 * STEP_TIMEOUT });
}

/**
 * Runs a command through the palette, once: a click that the page received but did not answer in time counts.
 * @param {Page} page
 * @param {string} title as the palette shows it, category included
 * @param {number} [timeout] milliseconds until the command is offered, including an extension's startup
 */
export async function runFromPalette(page, title, timeout = STEP_TIMEOUT) {
  const deadline = Date.now() + timeout;
  const input = page.locator('.quick-input-widget .quick-input-box input');
  const row = page.locator(ROWS).filter({ has: page.getByText(title, { exact: true }) });
  const before = await countClicks(page);
  for (;;) {
    await page.keyboard.press('F1');
    try {
      await input.waitFor({ timeout: PALETTE_PATIENCE });
      // A view that takes the focus late may close the palette at any time.
      await input.fill(`>${title}`, { timeout: PALETTE_PATIENCE });
      await row.first().click({ timeout: PALETTE_PATIENCE });
      return;
    } catch (error) {
      // A page that a click reloads cannot be asked.
      if ((await countClicks(page).catch(() => null)) !== before) return;
      // The palette offers a command that was registered after it opened only when it is opened again, and F1 closes
      // another quick input that appears at the same moment.
      if (Date.now() > deadline) throw new Error(`The palette does not offer "${title}".`, { cause: error });
      await page.keyboard.press('Escape');
    }
  }
}

/**
 * How many clicks on rows of a quick pick the page has received since this was called for it first. A page that was
 * reloaded has received none.
 * @param {Page} page
 * @returns {Promise<number>}
 */
async function countClicks(page) {
  return page.evaluate((rows) => {
    const counting = /** @type {typeof globalThis & { pagetraceClicks?: number }} */ (globalThis);
    if (counting.pagetraceClicks === undefined) {
      counting.pagetraceClicks = 0;
      const count = (/** @type {MouseEvent} */ { target }) => {
        if (target instanceof Element && target.closest(rows) !== null)
          counting.pagetraceClicks = (counting.pagetraceClicks ?? 0) + 1;
      };
      document.addEventListener('click', count, { capture: true });
    }
    return counting.pagetraceClicks;
  }, ROWS);
}

/** Pause between two checks, in milliseconds. */
const POLL = 100;

/**
 * Polls until something appears or the time is up, for conditions of several steps that Playwright cannot wait for.
 * @template T
 * @param {() => Promise<T | null>} look returns null while nothing is there
 * @param {number} timeout milliseconds
 * @returns {Promise<T | null>} null if the time was up
 */
export async function lookUntil(look, timeout) {
  const deadline = Date.now() + timeout;
  for (;;) {
    const found = await look();
    if (found !== null || Date.now() > deadline) return found;
    await delay(POLL);
  }
}

/**
 * The content of the webview (a panel, a view or a custom editor) whose title contains `title`.
 * @param {Page} page
 * @param {string} title
 * @param {number} [timeout] milliseconds
 * @returns {Promise<FrameLocator>}
 */
export async function findWebview(page, title, timeout = STEP_TIMEOUT) {
  /** @type {(string | null | undefined)[]} */
  let titles = [];
  const look = async () => {
    titles = [];
    // A window that is being reloaded has none.
    const elements = await page
      .locator('iframe.webview.ready')
      .elementHandles()
      .catch(() => []);
    for (const element of elements) {
      const found = await titleOfWebview(element);
      if (found?.includes(title)) {
        const name = await element.getAttribute('name');
        return page.frameLocator(`iframe.webview[name="${name}"]`).frameLocator('#active-frame');
      }
      titles.push(found);
    }
    return null;
  };
  const webview = await lookUntil(look, timeout);
  if (webview) return webview;
  throw new Error(`No webview is titled "${title}"; there are: ${titles.join(', ') || 'none'}.`);
}

/**
 * @param {import('playwright-core').ElementHandle} element
 * @returns {Promise<string | null | undefined>} undefined if the element was removed in the meantime
 */
async function titleOfWebview(element) {
  try {
    const frame = await element.contentFrame();
    return await frame?.evaluate(() => {
      const content = document.getElementById('active-frame');
      if (!(content instanceof HTMLIFrameElement)) return undefined;
      // VS Code does not set a title on the frame of a custom editor, so the title of its page is used there.
      return content.title === 'undefined' ? content.contentDocument?.title : content.title;
    });
  } catch {
    return undefined;
  }
}
