import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { root, themes, type ThemeName } from './webviewPage.ts';

/** The built document view on a loopback address, under the policy that VS Code's page has. */
export interface DocumentSite {
  readonly origin: string;
  /** Puts a file on the server, replacing one of the same name. */
  put(name: string, bytes: Uint8Array): void;
  /** Bytes of the scripts by name; the first is what a webview loads at once. */
  readonly scripts: ReadonlyMap<string, Uint8Array>;
  close(): Promise<void>;
}

export interface DocumentPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels to CSS pixels; a window at 200% has 2 and half the size. */
  readonly scale?: number;
  readonly reducedMotion?: boolean;
  /** The state that the view kept before it was disposed. */
  readonly kept?: unknown;
}

const TYPES: Readonly<Record<string, string>> = {
  '.mjs': 'text/javascript',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** Bundles the view as it ships and serves it with the data of pdf.js, on loopback only. */
export async function serveDocumentView(): Promise<DocumentSite> {
  const outdir = path.join(root, '.cache/webview-test/document');
  const common = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'chrome130',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
    outdir,
  } as const;
  const [view, host] = await Promise.all([
    build({ ...common, splitting: true, entryPoints: { document: 'webview/document/main.tsx' } }),
    build({ ...common, format: 'iife', entryPoints: { host: 'test/webview/browser/documentHost.ts' } }),
  ]);
  const built = new Map(
    [...view.outputFiles, ...host.outputFiles].map((file) => [path.basename(file.path), file.contents]),
  );
  const files = new Map<string, Uint8Array>();

  const find = (url: URL): Uint8Array | undefined => {
    const [, kind = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    if (kind === 'file') return files.get(rest.join('/'));
    if (kind === 'dist') return built.get(rest.join('/'));
    if (kind !== 'pdfjs') return undefined;
    const file = path.join(root, 'node_modules/pdfjs-dist', ...rest);
    return fs.existsSync(file) ? fs.readFileSync(file) : undefined;
  };
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://loopback');
    if (url.pathname === '/') {
      const theme = (url.searchParams.get('theme') ?? 'dark') as ThemeName;
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(theme));
      return;
    }
    if (url.pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const bytes = find(url);
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    const [, begin = '0', end = ''] = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '') ?? [];
    const part = end === '' ? bytes : bytes.subarray(Number(begin), Number(end) + 1);
    response.writeHead(end === '' ? 200 : 206, {
      'content-type': TYPES[path.extname(url.pathname)] ?? 'application/octet-stream',
      'content-length': part.length,
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    put: (name, bytes) => files.set(name, bytes),
    scripts: built,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function pageOf(name: ThemeName): string {
  const theme = themes[name];
  const variables = Object.entries(theme.variables)
    .map(([key, value]) => `${key}: ${value};`)
    .join('\n');
  const policy = [
    `default-src 'none'`,
    `script-src 'self' 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `connect-src 'self' blob:`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
  ].join('; ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Document</title>
<style>:root { ${variables} }</style>
<link rel="stylesheet" href="/dist/document.css">
</head><body class="${theme.class}" data-vscode-theme-kind="${theme.kind}" data-vscode-theme-name="${theme.name}">
<div id="root"></div>
<script src="/dist/host.js"></script>
<script type="module" src="/dist/document.js"></script>
</body></html>`;
}

/** Counts taken while the view runs: canvases that hold memory, and tasks that blocked the page. */
export interface Counts {
  /** The most page canvases that held pixels at the same time, on the screen or not. */
  readonly peakPageCanvases: number;
  /** The same for all canvases, those that pdf.js works with included. */
  readonly peakCanvases: number;
  /** The most elements in the page. */
  readonly peakElements: number;
  /** Tasks over 50 ms, in milliseconds. */
  readonly longTasks: readonly number[];
}

declare global {
  interface Window {
    counts: {
      peakPageCanvases: number;
      peakCanvases: number;
      peakElements: number;
      longTasks: number[];
    };
  }
}

function installCounters(): void {
  const counts = { peakPageCanvases: 0, peakCanvases: 0, peakElements: 0, longTasks: [] as number[] };
  window.counts = counts;
  const live = new Set<HTMLCanvasElement>();
  const width = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'width');
  if (width?.get === undefined || width.set === undefined) throw new Error('A canvas has no width.');
  Object.defineProperty(HTMLCanvasElement.prototype, 'width', {
    configurable: true,
    enumerable: true,
    get(this: HTMLCanvasElement): unknown {
      return width.get?.call(this);
    },
    set(this: HTMLCanvasElement, value: number) {
      width.set?.call(this, value);
      if (value > 0) live.add(this);
      else live.delete(this);
      const pages = [...live].filter((canvas) => canvas.classList.contains('page-canvas')).length;
      counts.peakPageCanvases = Math.max(counts.peakPageCanvases, pages);
      counts.peakCanvases = Math.max(counts.peakCanvases, live.size);
      counts.peakElements = Math.max(counts.peakElements, document.getElementsByTagName('*').length);
    },
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) counts.longTasks.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** A browser page with the view in it. */
export interface DocumentPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page logged or threw. */
  readonly errors: readonly string[];
  readonly counts: () => Promise<Counts>;
}

/** Opens the view in a page of its own; nothing is shown until the test opens a file. */
export async function openDocumentPage(
  browser: Browser,
  site: DocumentSite,
  options: DocumentPageOptions = {},
): Promise<DocumentPage> {
  const { theme = 'dark', width = 1200, height = 800, scale = 1, reducedMotion = false, kept } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(installCounters);
  if (kept !== undefined) {
    await page.addInitScript((state) => {
      window.kept = state;
    }, kept);
  }
  await page.goto(`${site.origin}/?theme=${theme}`);
  await page.waitForFunction(() => window.host.sent.some((message) => message.type === 'ready'));
  return { page, context, errors, counts: () => page.evaluate(() => window.counts) };
}

/** Measurements of scrolling a document from its first page to its last. */
export interface ScrollMeasure {
  readonly steps: number;
  /** Number of pages that were drawn. */
  readonly drawn: number;
  /** The longest time between two frames, in milliseconds. */
  readonly longestFrame: number;
  /** The longest task, in milliseconds; 0 when none took over 50 ms. */
  readonly longestTask: number;
}

/**
 * Scrolls from the first page to the last: in some stretches it waits until each screen is drawn, and in between it
 * jumps as a dragged scroll bar does.
 */
export async function scrollThrough({ page }: DocumentPage): Promise<ScrollMeasure> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('.pages');
    if (scroller === null) throw new Error('Nothing scrolls.');
    window.counts.longTasks.length = 0;
    const drawn = new Set<string>();
    let steps = 0;
    let longestFrame = 0;
    const frame = async (): Promise<void> => {
      const before = performance.now();
      await new Promise((next) => requestAnimationFrame(next));
      longestFrame = Math.max(longestFrame, performance.now() - before);
      for (const one of document.querySelectorAll<HTMLElement>('.page:has(canvas)')) {
        drawn.add(one.dataset['page'] ?? '');
      }
    };
    const undrawn = (): boolean => document.querySelector('.page:not(:has(canvas))') !== null;
    while (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) {
      const reading = steps % 24 < 4;
      scroller.scrollTop += reading ? scroller.clientHeight * 0.7 : scroller.clientHeight * 4;
      steps++;
      await frame();
      while (reading && undrawn()) await frame();
    }
    return { steps, drawn: drawn.size, longestFrame, longestTask: Math.max(0, ...window.counts.longTasks) };
  });
}
