import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../../scripts/lib/paths.mjs';
import { serve, type Server } from './server.ts';
import { themes, variablesOf, type ThemeName } from './themes.ts';

/** The built document view on a loopback address, under the policy that VS Code's page has. */
export interface DocumentSite extends Server {
  /** Puts a file on the server, replacing one of the same name. */
  put(name: string, bytes: Uint8Array): void;
  /** Bytes of the scripts by name; the first is what a webview loads at once. */
  readonly scripts: ReadonlyMap<string, Uint8Array>;
}

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
    build({
      ...common,
      format: 'iife',
      entryPoints: { host: 'test/webview/browser/support/documentHost.ts' },
    }),
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
  const server = await serve((url) =>
    url.pathname === '/' ? pageOf((url.searchParams.get('theme') ?? 'dark') as ThemeName) : find(url),
  );
  return { ...server, put: (name, bytes) => files.set(name, bytes), scripts: built };
}

function pageOf(name: ThemeName): string {
  const theme = themes[name];
  const variables = variablesOf(name).replaceAll('"', '&quot;');
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
<html lang="en" style="${variables}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Document</title>
<link rel="stylesheet" href="/dist/document.css">
</head><body class="${theme.class}" data-vscode-theme-kind="${theme.kind}" data-vscode-theme-id="${theme.name}">
<div id="root"></div>
<script src="/dist/host.js"></script>
<script type="module" src="/dist/document.js"></script>
</body></html>`;
}
