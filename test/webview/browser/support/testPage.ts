import { chromium, type Browser, type Page } from 'playwright-core';
import { inject } from 'vitest';

export interface TestPageOptions {
  readonly width?: number;
  readonly height?: number;
  /** Device pixels to CSS pixels; a window at 200% has 2 and half the size. */
  readonly scale?: number;
  readonly reducedMotion?: boolean;
}

// A test process keeps its pages from test to test and from file to file, because opening one takes longer than most
// tests. Every test loads its own document, which leaves nothing of the previous one. The pages are closed when the
// process ends.
let browser: Promise<Browser> | undefined;
const pages = new Map<number, Promise<Page>>();

/** The browser page of this process for a scale, which shows what the previous test left until it is navigated. */
export async function testPage(options: TestPageOptions): Promise<Page> {
  const { width = 1200, height = 800, scale = 1, reducedMotion = false } = options;
  const opening = pages.get(scale) ?? openPage(scale);
  pages.set(scale, opening);
  const page = await opening;
  for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event);
  // A document does not keep what the pointer was over, but the browser keeps where it was.
  await page.mouse.move(-1, -1);
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ reducedMotion: reducedMotion ? 'reduce' : 'no-preference' });
  return page;
}

async function openPage(scale: number): Promise<Page> {
  browser ??= chromium.connect(inject('browserAddress'));
  const context = await (await browser).newContext({ deviceScaleFactor: scale });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  return page;
}
