import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { root } from '../../../../scripts/lib/paths.mjs';
import { serve } from './server.ts';
import { testPage, type TestPageOptions } from './testPage.ts';
import { themes, type ThemeName } from './themes.ts';

/** The webviews that show what they are sent, without files of their own. */
export type WebviewName = 'inspector' | 'comparison' | 'prompt';

export interface Bundle {
  readonly script: string;
  readonly style: string;
  readonly metafile: Metafile;
}

interface ServedWebview {
  readonly bundle: Bundle;
  readonly origin: string;
}

/** The webviews that this test process has bundled. */
const served = new Map<WebviewName, Promise<ServedWebview>>();

function serveWebview(name: WebviewName): Promise<ServedWebview> {
  const serving = served.get(name) ?? bundleAndServe(name);
  served.set(name, serving);
  return serving;
}

async function bundleAndServe(name: WebviewName): Promise<ServedWebview> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`webview/${name}/main.tsx`],
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
  const bundle = { script: text('.js'), style: text('.css'), metafile };
  const { origin } = await serve(({ pathname, searchParams }) => {
    if (pathname === '/webview.js') return bundle.script;
    if (pathname === '/webview.css') return bundle.style;
    return pageOf((searchParams.get('theme') ?? 'dark') as ThemeName);
  });
  return { bundle, origin };
}

/** Bundles a webview as it ships. */
export async function bundleWebview(name: WebviewName): Promise<Bundle> {
  return (await serveWebview(name)).bundle;
}

function pageOf(name: ThemeName): string {
  const theme = themes[name];
  const variables = Object.entries(theme.variables)
    .map(([key, value]) => `${key}: ${value};`)
    .join(' ')
    .replaceAll('"', '&quot;');
  const policy = `default-src 'none'; script-src 'nonce-n'; style-src 'unsafe-inline' 'self'; img-src data: blob:`;
  return `<!doctype html><html lang="en" style="${variables}"><head><meta charset="utf-8"><title>Webview</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>@layer vscode-default { body { background-color: transparent; color: var(--vscode-editor-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; } img { max-width: 100%; max-height: 100%; } a, a code { color: var(--vscode-textLink-foreground); } code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; } }
html { background: var(--vscode-editor-background); }</style>
<link rel="stylesheet" href="/webview.css"></head>
<body class="${theme.class}" data-vscode-theme-kind="${theme.kind}" data-vscode-theme-id="${theme.name}"><div id="root"></div>
<script nonce="n" type="module" src="/webview.js"></script></body></html>`;
}

export interface WebviewOptions extends TestPageOptions {
  readonly theme?: ThemeName;
  /** Answers of the RPC by method, in place of the extension's. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The state that the webview kept before it was disposed. */
  readonly kept?: unknown;
}

/**
 * A page as VS Code makes it for a webview: the theme's variables, VS Code's own basic styles, a strict content
 * policy, and an `acquireVsCodeApi` whose messages are collected in `posted`. A script error fails the test.
 */
export async function openWebview(name: WebviewName, options: WebviewOptions = {}): Promise<Page> {
  const { theme = 'dark', answers = {}, kept, width = 740, height = 862 } = options;
  const { origin } = await serveWebview(name);
  const page = await testPage({ ...options, width, height });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  onTestFinished(() => {
    expect(errors).toEqual([]);
  });
  const api = await page.addInitScript(
    (given) => {
      const posted: unknown[] = [];
      let state: unknown = given.kept;
      Object.assign(window, {
        posted,
        acquireVsCodeApi: () => ({
          postMessage(message: { id?: number; method?: string }) {
            posted.push(message);
            if (message.id === undefined || message.method === undefined) return;
            const value = given.answers[message.method];
            window.postMessage({ id: message.id, ok: true, value });
          },
          getState: () => state,
          setState: (next: unknown) => {
            state = next;
          },
        }),
      });
    },
    { answers, kept },
  );
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

/** What the webview has sent so far, RPC left out. */
export async function posted(page: Page): Promise<readonly { readonly type: string }[]> {
  const all = await page.evaluate(() => (window as unknown as { posted: { type?: string }[] }).posted);
  return all.flatMap((message) => (message.type === undefined ? [] : [{ ...message, type: message.type }]));
}
