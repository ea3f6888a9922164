// Takes the pictures of the walkthrough from the real workbench: node scripts/walkthroughPictures.mjs [--vsix FILE]
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Failure, runMain } from './lib/failure.mjs';
import { ensureChromium, ensureCodeServer, ensureDependencies } from './lib/install.mjs';
import { ensureNode24 } from './lib/node24.mjs';
import { root, vsix } from './lib/paths.mjs';
import { startSession } from './lib/session.mjs';
import { makeFolders, writeSettings } from './lib/vscodeServer.mjs';
import {
  findWebview,
  lookUntil,
  openWorkbench,
  QUIET_SETTINGS,
  runFromPalette,
  STEP_TIMEOUT,
} from './lib/workbenchPage.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {[number, number, number]} Color red, green and blue, 0 to 255 */

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

/** Pause between two pictures that are compared, in milliseconds. */
const SETTLE = 1000;

/** The largest size allowed for a picture, in bytes. */
const MAX_BYTES = 40_000;

/** The most colors that a PNG with a palette can have. */
const PALETTE_SIZE = 256;

/** What each picture shows: brings the workbench there, and returns the element to which the picture is cropped. */
const STEPS = {
  document: async (/** @type {Page} */ page) => {
    const view = await findWebview(page, 'annual-report.pdf');
    await view.getByRole('option', { name: 'Page 3', exact: true }).click();
    await view.getByRole('option', { name: 'Page 4', exact: true }).click({ modifiers: ['Control'] });
    await view.getByText('2 pages chosen').waitFor();
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
    // Wide enough for the inspector beside the text.
    await page.setViewportSize({ width: 1440, height: VIEWPORT.height });
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget .quick-input-box input').fill('revenue-growth.trajectory');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'revenue-growth' }).first().click();
    await page.locator('.view-lines').first().waitFor();
    await runFromPalette(page, 'PageTrace: Inspect Trajectory');
    const inspector = await findWebview(page, 'By how much');
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
  if (!fs.existsSync(values.vsix)) {
    throw new Failure(`There is no file ${values.vsix}. Make one with npm run package.`);
  }
  await ensureDependencies();
  await ensureNode24();
  await ensureChromium();
  await ensureCodeServer();
  for (const [name, theme] of Object.entries(THEMES)) await takePictures(values.vsix, name, theme);
  return 0;
});

/**
 * @param {string} packed the packed extension
 * @param {string} name the end of the pictures' names
 * @param {string} theme
 */
async function takePictures(packed, name, theme) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-pictures-'));
  try {
    writeSettings(makeFolders(folder), 'User', {
      ...QUIET_SETTINGS,
      'workbench.colorTheme': theme,
    });
    const { server, url } = await startSession({
      folder,
      vsix: path.resolve(packed),
      token: randomBytes(16).toString('hex'),
    });
    try {
      await withWorkbench(server.origin, url, async (page) => {
        for (const [step, show] of Object.entries(STEPS)) {
          const element = await show(page);
          // No control is drawn as pointed at, and what was pointed at no longer has its tooltip.
          await page.mouse.move(0, 0);
          await savePicture(element, `${step}-${name}.png`);
        }
      });
    } finally {
      await server.stop();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/**
 * @param {string} origin
 * @param {string} url
 * @param {(page: Page) => Promise<void>} use
 */
async function withWorkbench(origin, url, use) {
  // Imported here, because it needs the dependencies.
  const { launchBrowser, newContext } = await import('./lib/browser.mjs');
  const browser = await launchBrowser();
  try {
    const context = await newContext(browser, origin, { viewport: VIEWPORT });
    const page = await context.newPage();
    await openWorkbench(page, url);
    await use(page);
  } finally {
    await browser.close();
  }
}

/**
 * @param {import('playwright-core').Locator} element
 * @param {string} file
 * @throws {Failure} if the picture is too large to ship
 */
async function savePicture(element, file) {
  const { decode, encode } = await import('fast-png');
  const shot = await takeSettled(element);
  // Encoded again, because Chromium compresses for speed and writes three bytes for each pixel.
  const picture = encode(withPalette(decode(shot)), { zlib: { level: 9 } });
  fs.writeFileSync(path.join(PICTURES, file), picture);
  console.log(`${file}: ${picture.byteLength} bytes`);
  if (picture.byteLength > MAX_BYTES) throw new Failure(`${file} has more than ${MAX_BYTES} bytes.`);
}

/**
 * The image with a byte for each pixel. Frequent colors are kept, and every other one, such as those at the edges of
 * letters, becomes the nearest color of the palette.
 * @param {import('fast-png').DecodedPng} image three or four channels, whose alpha is ignored
 * @returns {import('fast-png').ImageData}
 */
function withPalette({ width, height, channels, data }) {
  const colorAt = (/** @type {number} */ pixel) => {
    const at = pixel * channels;
    return data.subarray(at, at + 3).join(' ');
  };
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const color = colorAt(pixel);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const colors = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([color]) => /** @type {Color} */ (color.split(' ').map(Number)));
  const palette = choosePalette(colors);
  const indexOf = new Map(
    colors.map((color) => {
      const distances = palette.map((each) => distance(each, color));
      return [color.join(' '), distances.indexOf(Math.min(...distances))];
    }),
  );
  const pixels = Uint8Array.from({ length: width * height }, (_, pixel) => indexOf.get(colorAt(pixel)) ?? 0);
  return { width, height, channels: 1, data: pixels, palette };
}

/**
 * @param {readonly Color[]} colors the most frequent first
 * @returns {Color[]} as many of them as a palette holds, chosen so that each color is close to one of them
 */
function choosePalette(colors) {
  for (let apart = 1; ; apart += 1) {
    /** @type {Color[]} */
    const palette = [];
    for (const color of colors) {
      if (palette.every((chosen) => distance(chosen, color) >= apart)) palette.push(color);
    }
    if (palette.length <= PALETTE_SIZE) return palette;
  }
}

/**
 * @param {Color} one
 * @param {Color} other
 */
function distance(one, other) {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

/**
 * Takes a picture when two in a row are equal, because pages and thumbnails appear one after another.
 * @param {import('playwright-core').Locator} element
 * @returns {Promise<Buffer>}
 * @throws {Failure} if it changes for longer than a step may take
 */
async function takeSettled(element) {
  const take = () => element.screenshot({ animations: 'disabled', caret: 'hide' });
  let last = await take();
  const settled = await lookUntil(async () => {
    await delay(SETTLE);
    const next = await take();
    const same = next.equals(last);
    last = next;
    return same ? next : null;
  }, STEP_TIMEOUT);
  if (settled === null) throw new Failure('The workbench does not stop changing.');
  return settled;
}
