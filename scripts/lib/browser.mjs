// A headless Chromium for the workbench. It needs the project's dependencies, so import it after they are installed.
import { chromium } from 'playwright-core';
import { ensureChromium } from './install.mjs';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').BrowserContext} BrowserContext
 */

const ARGUMENTS = [
  // Chromium refuses to run its sandbox as root, and containers run as root.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * @param {{ headless?: boolean }} [options]
 * @returns {Promise<import('playwright-core').LaunchOptions>}
 */
async function launchOptions({ headless = true } = {}) {
  return {
    executablePath: await ensureChromium(),
    headless,
    args: ARGUMENTS,
    // The scripts close the browser themselves, after they have saved the files about a failure.
    handleSIGINT: false,
    handleSIGTERM: false,
  };
}

/**
 * @param {{ headless?: boolean }} [options]
 * @returns {Promise<Browser>}
 */
export async function launchBrowser(options) {
  const browser = await chromium.launch(await launchOptions(options));
  await endStartup(browser);
  return browser;
}

/**
 * A browser that other processes connect to. What a process has opened is closed when its connection ends.
 * @returns {Promise<import('playwright-core').BrowserServer>}
 */
export async function launchBrowserServer() {
  return chromium.launchServer({ ...(await launchOptions()), host: '127.0.0.1' });
}

/**
 * Lets Chromium finish its startup. Until the first page of a browser has been loaded and idle for a second (or for a
 * minute, if no page ever is), Chromium runs no task of the lowest priority. The update of a service worker is such a
 * task, and VS Code waits for it before it shows another webview. A workbench in use is never idle, so an empty page is
 * opened beside it.
 * @param {Browser} browser
 */
async function endStartup(browser) {
  const page = await browser.newPage();
  await page.goto('data:text/html,<title>Nothing to do</title>');
}

/**
 * A fresh browser profile that may use the clipboard at the workbench's origin.
 * @param {Browser} browser
 * @param {string} origin
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @returns {Promise<BrowserContext>}
 */
export async function newContext(browser, origin, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  return context;
}

/**
 * Makes the page load extensions from folders of this machine, and optionally run tests in their host. The page's own
 * configuration is changed after it has been parsed and before its scripts run. Answering the page's request ourselves
 * would make Chromium refuse the workbench's WebSocket to loopback.
 * @param {Page} page
 * @param {{ host: string }} server
 * @param {readonly string[]} extensions folders
 * @param {string} [tests] module that exports `run`
 */
export async function injectDevelopment(page, server, extensions, tests) {
  const uri = (/** @type {string} */ file) => ({
    $mid: 1,
    scheme: 'vscode-remote',
    authority: server.host,
    path: file,
  });
  const options = {
    extensions: extensions.map(uri),
    ...(tests === undefined ? {} : { extensionTestsPath: uri(tests) }),
  };
  await page.addInitScript((added) => {
    document.addEventListener('readystatechange', () => {
      const meta = document.getElementById('vscode-workbench-web-configuration');
      if (document.readyState !== 'interactive' || meta === null) return;
      const settings = JSON.parse(meta.getAttribute('data-settings') ?? '{}');
      settings.developmentOptions = { ...settings.developmentOptions, ...added };
      meta.setAttribute('data-settings', JSON.stringify(settings));
    });
  }, options);
}
