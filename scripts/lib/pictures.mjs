// Pictures of the real workbench, for people who read about PageTrace. Their workbench is the one of npm start.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { ensureChromium, ensureCodeServer, ensureDependencies } from './install.mjs';
import { ensureNode24 } from './node24.mjs';
import { startSession } from './session.mjs';
import { makeFolders, writeSettings } from './vscodeServer.mjs';
import { lookUntil, openWorkbench, QUIET_SETTINGS, STEP_TIMEOUT } from './workbenchPage.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {[number, number, number]} Color red, green and blue, 0 to 255 */

/** Pause between two pictures that are compared, in milliseconds. */
const SETTLE = 1000;

/** The most colors that a PNG with a palette can have. */
const PALETTE_SIZE = 256;

/**
 * Checks that the extension is packed, and installs what pictures need.
 * @param {string} packed the packed extension
 */
export async function preparePictures(packed) {
  if (!fs.existsSync(packed)) {
    throw new Failure(`There is no file ${packed}. Make one with npm run package.`);
  }
  await ensureDependencies();
  await ensureNode24();
  await ensureChromium();
  await ensureCodeServer();
}

/**
 * Opens a workbench of its own with the extension and the sample, and closes it in the end.
 * @param {object} options
 * @param {string} options.packed the packed extension
 * @param {string} options.theme
 * @param {{ width: number, height: number }} options.viewport
 * @param {Readonly<Record<string, string>>} [options.files] texts of further files of the workspace, by name
 * @param {(page: Page) => Promise<void>} use
 */
export async function withPictureWorkbench({ packed, theme, viewport, files = {} }, use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-pictures-'));
  try {
    writeSettings(makeFolders(folder), 'User', {
      ...QUIET_SETTINGS,
      'workbench.colorTheme': theme,
    });
    fs.mkdirSync(path.join(folder, 'sample'), { recursive: true });
    for (const [name, text] of Object.entries(files))
      fs.writeFileSync(path.join(folder, 'sample', name), text);
    const { server, url } = await startSession({
      folder,
      vsix: path.resolve(packed),
      token: randomBytes(16).toString('hex'),
    });
    try {
      await withPage(server.origin, url, viewport, use);
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
 * @param {{ width: number, height: number }} viewport
 * @param {(page: Page) => Promise<void>} use
 */
async function withPage(origin, url, viewport, use) {
  // Imported here, because it needs the dependencies.
  const { launchBrowser, newContext } = await import('./browser.mjs');
  const browser = await launchBrowser();
  try {
    const context = await newContext(browser, origin, { viewport });
    const page = await context.newPage();
    await openWorkbench(page, url);
    await use(page);
  } finally {
    await browser.close();
  }
}

/**
 * Saves a picture of an element, or of the whole page, in at most 256 colors.
 * @param {import('playwright-core').Locator | Page} shown
 * @param {string} file
 * @param {number} maxBytes
 * @throws {Failure} if the picture is too large
 */
export async function savePicture(shown, file, maxBytes) {
  const { decode, encode } = await import('fast-png');
  const shot = await takeSettled(shown);
  // Encoded again, because Chromium compresses for speed and writes three bytes for each pixel.
  const picture = encode(withPalette(decode(shot)), { zlib: { level: 9 } });
  fs.writeFileSync(file, picture);
  console.log(`${path.basename(file)}: ${picture.byteLength} bytes`);
  if (picture.byteLength > maxBytes) throw new Failure(`${file} has more than ${maxBytes} bytes.`);
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
 * @param {import('playwright-core').Locator | Page} shown
 * @returns {Promise<Buffer>}
 * @throws {Failure} if it changes for longer than a step may take
 */
async function takeSettled(shown) {
  const take = () => shown.screenshot({ animations: 'disabled', caret: 'hide' });
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
