import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../../scripts/lib/browser.mjs';

/** A page served by a service worker that always has an open request, as a busy workbench does. */
const BUSY_PAGE = `<!doctype html><title>Busy</title><script>
  for (let request = 0; request < 4; request += 1) fetch('/never');
  setInterval(() => { const end = performance.now() + 40; while (performance.now() < end); }, 50);
</script>`;

const WORKER = `
  addEventListener('install', (event) => event.waitUntil(skipWaiting()));
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
`;

let browser: Browser;
let site: http.Server;
let origin: string;

beforeAll(async () => {
  site = http.createServer((request, response) => {
    if (request.url === '/never') return;
    const worker = request.url === '/worker.js';
    response.setHeader('Content-Type', worker ? 'text/javascript' : 'text/html');
    response.end(worker ? WORKER : BUSY_PAGE);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
});

// Without the page that completes Chromium's start, this takes a minute, Chromium's own time limit.
it('updates a service worker while the page is busy, as VS Code does before it shows a webview', async () => {
  const page = await browser.newPage();
  await page.goto(origin);
  const updated = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    const { active } = await registration.update();
    return active?.scriptURL;
  });
  expect(updated).toBe(`${origin}/worker.js`);
});
