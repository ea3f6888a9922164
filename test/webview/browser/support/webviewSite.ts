import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { root } from '../../../../scripts/lib/paths.mjs';
import { serve, type Server } from './server.ts';
import { themes, variablesOf, type ThemeName } from './themes.ts';

/** The webviews that show what they are sent, without files of their own. */
export type WebviewName = 'inspector' | 'comparison' | 'prompt' | 'run';

export interface Bundle {
  readonly script: string;
  readonly style: string;
  readonly metafile: Metafile;
}

/** A webview on a loopback address, in a page as VS Code makes it. */
export interface WebviewSite extends Server {
  readonly bundle: Bundle;
}

/** Bundles a webview as it ships and serves it; the theme is a parameter of the page's address. */
export async function serveWebview(name: WebviewName): Promise<WebviewSite> {
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
  const server = await serve(({ pathname, searchParams }) => {
    if (pathname === '/webview.js') return bundle.script;
    if (pathname === '/webview.css') return bundle.style;
    return pageOf((searchParams.get('theme') ?? 'dark') as ThemeName);
  });
  return { ...server, bundle };
}

function pageOf(name: ThemeName): string {
  const theme = themes[name];
  const variables = variablesOf(name).replaceAll('"', '&quot;');
  const policy = `default-src 'none'; script-src 'nonce-n'; style-src 'unsafe-inline' 'self'; img-src data: blob:`;
  return `<!doctype html><html lang="en" style="${variables}"><head><meta charset="utf-8"><title>Webview</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>@layer vscode-default { body { background-color: transparent; color: var(--vscode-editor-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; } img { max-width: 100%; max-height: 100%; } a, a code { color: var(--vscode-textLink-foreground); } code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; } }
html { background: var(--vscode-editor-background); }</style>
<link rel="stylesheet" href="/webview.css"></head>
<body class="${theme.class}" data-vscode-theme-kind="${theme.kind}" data-vscode-theme-id="${theme.name}"><div id="root"></div>
<script nonce="n" type="module" src="/webview.js"></script></body></html>`;
}

const PAPER = `<svg xmlns="http://www.w3.org/2000/svg" width="532" height="756"><rect width="532" height="756" fill="#fff"/></svg>`;

const PAPER_SRC = `data:image/svg+xml;base64,${Buffer.from(PAPER).toString('base64')}`;

/** Answers of the RPC that show white paper for every page image, and for every page at full resolution. */
export const PAPER_IMAGES = {
  image: { src: PAPER_SRC },
  page: { src: PAPER_SRC, width: 532, height: 756 },
  pageCount: { pages: 12 },
} as const;

/** How the RPC answers in place of the extension: the methods that are in none of these answer with nothing. */
export interface GivenAnswers {
  /** Answers by method. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Why a method fails, as a sentence, by method. */
  readonly failures: Readonly<Record<string, string>>;
  /** The methods that never answer. */
  readonly unanswered: readonly string[];
}

/** What VS Code provides in a webview, for the page's scripts. */
export interface GivenApi extends GivenAnswers {
  /** The state that the webview kept before it was disposed. */
  readonly kept: unknown;
}

/** Runs in the page before its scripts: an `acquireVsCodeApi` whose messages are collected in `posted`. */
export function installApi(given: Partial<GivenApi>): void {
  const posted: unknown[] = [];
  let state: unknown = given.kept;
  // A test changes what is answered from here on.
  const answering: GivenAnswers = { answers: {}, failures: {}, unanswered: [], ...given };
  Object.assign(window, {
    posted,
    answering,
    acquireVsCodeApi: () => ({
      postMessage(message: { id?: number; method?: string }) {
        posted.push(message);
        if (message.id === undefined || message.method === undefined) return;
        const { id, method } = message;
        const failure = answering.failures[method];
        if (answering.unanswered.includes(method)) return;
        if (failure === undefined) window.postMessage({ id, ok: true, value: answering.answers[method] });
        else window.postMessage({ id, ok: false, error: { reason: 'file-not-found', message: failure } });
      },
      getState: () => state,
      setState: (next: unknown) => {
        state = next;
      },
    }),
  });
}
