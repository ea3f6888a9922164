import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { testPage, type TestPageOptions } from './testPage.ts';
import type { ThemeName } from './themes.ts';
import {
  installApi,
  serveWebview,
  type Bundle,
  type GivenAnswers,
  type GivenApi,
  type WebviewName,
  type WebviewSite,
} from './webviewSite.ts';

/** The webviews that this test process serves. */
const served = new Map<WebviewName, Promise<WebviewSite>>();

function site(name: WebviewName): Promise<WebviewSite> {
  const serving = served.get(name) ?? serveWebview(name);
  served.set(name, serving);
  return serving;
}

/** Bundles a webview as it ships. */
export async function bundleWebview(name: WebviewName): Promise<Bundle> {
  return (await site(name)).bundle;
}

export interface WebviewOptions extends TestPageOptions, Partial<GivenApi> {
  readonly theme?: ThemeName;
}

/**
 * A page as VS Code makes it for a webview: the theme's variables, VS Code's own basic styles, a strict content
 * policy, and an `acquireVsCodeApi` whose messages are collected in `posted`. A script error fails the test.
 */
export async function openWebview(name: WebviewName, options: WebviewOptions = {}): Promise<Page> {
  const {
    theme = 'dark',
    answers = {},
    failures = {},
    unanswered = [],
    kept,
    width = 740,
    height = 862,
  } = options;
  const { origin } = await site(name);
  const page = await testPage({ ...options, width, height });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  onTestFinished(() => {
    expect(errors).toEqual([]);
  });
  const api = await page.addInitScript(installApi, { answers, failures, unanswered, kept });
  await page.goto(`${origin}/?theme=${theme}`);
  await api.dispose();
  await page.waitForFunction(() => (window as unknown as { posted: unknown[] }).posted.length > 0);
  return page;
}

/**
 * Waits until the page has drawn the last message, and until its effects have run: they set up listeners and
 * scrolling, some time after the frame on a busy machine.
 */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++)
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  });
}

/** Sends messages to the webview as the extension would, and waits until they are drawn. */
export async function send(page: Page, ...messages: readonly unknown[]): Promise<void> {
  await page.evaluate((all) => {
    for (const message of all) window.postMessage(message);
  }, messages);
  await drawn(page);
}

/** Changes how the RPC answers from now on. */
export async function answerWith(page: Page, answers: Partial<GivenAnswers>): Promise<void> {
  await page.evaluate((given) => {
    const { answering } = window as unknown as { answering: object };
    Object.assign(answering, { answers: {}, failures: {}, unanswered: [] }, given);
  }, answers);
}

/** What the webview has sent so far, RPC left out. */
export async function posted(page: Page): Promise<readonly { readonly type: string }[]> {
  const all = await page.evaluate(() => (window as unknown as { posted: { type?: string }[] }).posted);
  return all.flatMap((message) => (message.type === undefined ? [] : [{ ...message, type: message.type }]));
}
