import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import axeCore from 'axe-core';
import { build, type Metafile } from 'esbuild';
import type { Browser, Page } from 'playwright-core';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

export const THEMES = ['dark', 'light', 'hc-dark', 'hc-light'] as const;
export type ThemeName = (typeof THEMES)[number];

interface Theme {
  readonly name: string;
  readonly kind: string;
  readonly class: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The variables that VS Code gives a webview, read from one in each theme. */
export const themes: Readonly<Record<ThemeName, Theme>> = readThemes();

function readThemes(): Record<ThemeName, Theme> {
  const file = fs.readFileSync(path.join(root, 'test/webview/browser/themes.json'), 'utf8');
  return (JSON.parse(file) as { themes: Record<ThemeName, Theme> }).themes;
}

export interface Bundle {
  readonly script: string;
  readonly style: string;
  readonly metafile: Metafile;
}

/** Bundles a webview as it ships. */
export async function bundleWebview(entry: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: path.join(root, '.cache/webview-test'),
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'chrome130',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
  const text = (end: string): string => outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
  return { script: text('.js'), style: text('.css'), metafile };
}

const ORIGIN = 'http://webview.test';

export interface PageOptions {
  readonly theme: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
  readonly reducedMotion?: boolean;
  /** Answers of the RPC by method, in place of the extension's. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The state that the webview kept before it was disposed. */
  readonly kept?: unknown;
}

/**
 * A page as VS Code makes it for a webview: the theme's variables, VS Code's own basic styles, a strict content
 * policy, and an `acquireVsCodeApi` whose messages are collected in `posted`.
 */
export async function openWebview(browser: Browser, bundle: Bundle, options: PageOptions): Promise<Page> {
  const theme = themes[options.theme];
  const context = await browser.newContext({
    viewport: { width: options.width ?? 740, height: options.height ?? 862 },
    deviceScaleFactor: options.scale ?? 1,
    reducedMotion: options.reducedMotion === true ? 'reduce' : 'no-preference',
  });
  const page = await context.newPage();
  const variables = Object.entries(theme.variables)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')
    .replaceAll('"', '&quot;');
  const policy = `default-src 'none'; script-src 'nonce-n'; style-src 'unsafe-inline' ${ORIGIN}; img-src data: blob:`;
  const html = `<!doctype html><html lang="en" style="${variables}"><head><meta charset="utf-8"><title>Webview</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>@layer vscode-default { body { background-color: transparent; color: var(--vscode-editor-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; } img { max-width: 100%; max-height: 100%; } a, a code { color: var(--vscode-textLink-foreground); } code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; } }
html { background: var(--vscode-editor-background); }</style>
<link rel="stylesheet" href="${ORIGIN}/webview.css"></head>
<body class="${theme.class}" data-vscode-theme-kind="${theme.kind}" data-vscode-theme-id="${theme.name}"><div id="root"></div>
<script nonce="n" type="module" src="${ORIGIN}/webview.js"></script></body></html>`;
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('.js'))
      return route.fulfill({ contentType: 'text/javascript', body: bundle.script });
    if (pathname.endsWith('.css')) return route.fulfill({ contentType: 'text/css', body: bundle.style });
    return route.fulfill({ contentType: 'text/html', body: html });
  });
  await page.addInitScript(
    ({ answers, kept }) => {
      const posted: unknown[] = [];
      let state: unknown = kept;
      Object.assign(window, {
        posted,
        acquireVsCodeApi: () => ({
          postMessage(message: { id?: number; method?: string }) {
            posted.push(message);
            if (message.id === undefined || message.method === undefined) return;
            const value = answers[message.method];
            window.postMessage({ id: message.id, ok: true, value });
          },
          getState: () => state,
          setState: (next: unknown) => {
            state = next;
          },
        }),
      });
    },
    { answers: options.answers ?? {}, kept: options.kept },
  );
  await page.goto(`${ORIGIN}/`);
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

/** What the webview has sent so far, RPC left out. */
export async function posted(page: Page): Promise<readonly { readonly type: string }[]> {
  const all = await page.evaluate(() => (window as unknown as { posted: { type?: string }[] }).posted);
  return all.flatMap((message) => (message.type === undefined ? [] : [{ ...message, type: message.type }]));
}

/** What axe found in a page. */
export interface AxeResult {
  /** Rule, element and what to do, one a violation. */
  readonly violations: string[];
  /** The elements that some rule looked at and passed. */
  readonly checked: string[];
}

/** Runs axe in the page. */
export async function runAxe(page: Page): Promise<AxeResult> {
  // The source is 550 KB, so it is passed only once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  return page.evaluate(async () => {
    const { violations, passes } = await (window as unknown as { axe: typeof axeCore }).axe.run();
    return {
      violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
      ),
      checked: [...new Set(passes.flatMap(({ nodes }) => nodes.map(({ target }) => JSON.stringify(target))))],
    };
  });
}
