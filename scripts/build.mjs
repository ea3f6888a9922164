// Bundles everything that ships into dist/ with esbuild.
//   node scripts/build.mjs [--watch] [--dev]
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const dist = path.join(root, 'dist');
const dev = process.argv.includes('--dev');

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: !dev,
  sourcemap: dev ? 'linked' : false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

// CommonJS packages inside an ES module bundle ask for Node's own modules through require.
const requireBanner = {
  js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

const existing = (entries) =>
  Object.fromEntries(Object.entries(entries).filter(([, file]) => fs.existsSync(path.join(root, file))));

/** The extension host's and the command line's code: one entry each, and chunks that are loaded at first use. */
const node = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  entryPoints: existing({
    extension: 'src/extension.ts',
    cli: 'src/cli/main.ts',
    'documents-worker': 'src/documents/worker/main.ts',
    'offline-server': 'src/offline/main.ts',
  }),
  outdir: dist,
  external: ['vscode'],
  banner: requireBanner,
  loader: { '.jinja': 'text' },
};

/** The webviews' code: browser bundles, styles beside them. */
const browser = {
  ...common,
  platform: 'browser',
  target: 'chrome130',
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryPoints: existing({
    'webview/inspector': 'webview/inspector/main.tsx',
    'webview/document': 'webview/document/main.tsx',
  }),
  outdir: dist,
};

fs.rmSync(dist, { recursive: true, force: true });
const sets = [node, browser].filter((set) => Object.keys(set.entryPoints).length > 0);
if (process.argv.includes('--watch')) {
  for (const set of sets) await (await context(set)).watch();
} else {
  const results = await Promise.all(sets.map((set) => build(set)));
  fs.mkdirSync(path.join(root, '.cache'), { recursive: true });
  const inputs = {};
  const outputs = {};
  for (const { metafile } of results) {
    Object.assign(inputs, metafile.inputs);
    Object.assign(outputs, metafile.outputs);
  }
  fs.writeFileSync(path.join(root, '.cache/meta.json'), JSON.stringify({ inputs, outputs }));
}
