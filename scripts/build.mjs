// Bundles everything that ships into dist/.
//   node scripts/build.mjs [--dev] [--watch] [--out FOLDER]
// --dev keeps names and adds source maps. Sizes are written to .cache/meta.json for the tests and the benchmarks.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { ASSETS, UNUSED } from './lib/assets.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { ensureDependencies } from './lib/install.mjs';
import { cache, dist, root } from './lib/paths.mjs';

/** The entry that VS Code loads when the extension is activated. */
const EXTENSION = 'src/extension.ts';

/** Entries that run in Node beside the extension: its workers and child processes, the command line. */
const NODE_ENTRIES = {
  cli: 'src/cli/main.ts',
  'documents-worker': 'src/documents/worker/main.ts',
  'export-worker': 'src/languageWorker/exportWorker/main.ts',
  'language-worker': 'src/languageWorker/worker/main.ts',
  'offline-server': 'src/offline/main.ts',
  'ocr-worker': 'src/ocr/worker.ts',
  'retrieval-worker': 'src/retrieval/worker/main.ts',
};

/** The worker that has a size of its own to keep: without chunks that it shares with others, it loads only what it uses. */
const GROUNDING_ENTRIES = { 'grounding-worker': 'src/grounding/worker/main.ts' };

/** The worker that indexes and scores runs; its libraries for other packings are loaded when they are needed. */
const RUNS_ENTRIES = { 'runs-worker': 'src/runs/worker/main.ts' };

/** Entries that run in a webview; their styles are written beside the scripts. */
const WEBVIEW_ENTRIES = {
  'webview/inspector': 'webview/inspector/main.tsx',
  'webview/document': 'webview/document/main.tsx',
  'webview/comparison': 'webview/comparison/main.tsx',
  'webview/prompt': 'webview/prompt/main.tsx',
  'webview/run': 'webview/run/main.tsx',
};

// CommonJS packages inside an ES module bundle load Node's built-in modules with require.
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * undici ships its HTTP parser twice, 72 KB each, and uses the plain one if the one for processors with SIMD cannot be
 * compiled. The plain one runs everywhere, so the other is left out; it is kept compressed, in 20 KB, and unpacked for the
 * first request. Of the constants that were generated for it, 11 KB, undici uses two tables.
 * @type {import('esbuild').Plugin}
 */
const ONE_HTTP_PARSER = {
  name: 'one-http-parser',
  setup(build) {
    build.onLoad({ filter: /[\\/]llhttp_simd-wasm\.js$/ }, () => ({
      contents: 'module.exports = new Uint8Array(0);',
      loader: 'js',
    }));
    build.onLoad({ filter: /[\\/]llhttp-wasm\.js$/, namespace: 'file' }, async ({ path: file }) => {
      const parser = (await import(pathToFileURL(file).href)).default;
      const packed = brotliCompressSync(parser).toString('base64');
      return {
        contents: `module.exports = require('node:zlib').brotliDecompressSync(Buffer.from('${packed}', 'base64'));`,
        loader: 'js',
      };
    });
    build.onLoad({ filter: /[\\/]llhttp[\\/]constants\.js$/, namespace: 'file' }, async ({ path: file }) => {
      const { ERROR, TYPE } = (await import(pathToFileURL(file).href)).default;
      return { contents: `module.exports = ${JSON.stringify({ ERROR, TYPE })};`, loader: 'js' };
    });
  },
};

/**
 * The SDK of the Model Context Protocol brings a validator of JSON Schemas, 102 KB, for answers of people to its
 * questions. `pagetrace mcp` checks these itself.
 * @type {import('esbuild').Plugin}
 */
const OWN_ANSWER_CHECK = {
  name: 'own-answer-check',
  setup(build) {
    build.onLoad({ filter: /[\\/]sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export const AjvJsonSchemaValidator = null;',
      loader: 'js',
    }));
  },
};

/**
 * VS Code's Node unpacks zstd itself. The library that does it for Node 20 is left out of the extension, which unpacks
 * whole files only; the worker of runs, which reads archives too, has it.
 * @type {import('esbuild').Plugin}
 */
const OWN_ZSTD = {
  name: 'own-zstd',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]runs[\\/]packed[\\/]zstd\.ts$/, namespace: 'file' }, () => ({
      contents: 'export const zstdChunks = null;',
      loader: 'ts',
    }));
  },
};

/**
 * Leaves out of undici what the requests here do not need: HTTP/2, which is only spoken where it is allowed, forms as
 * the body of a request, which bring the rules of browsers, and the log of its events for NODE_DEBUG.
 * @type {import('esbuild').Plugin}
 */
const ONLY_TEXT = {
  name: 'only-text',
  setup(build) {
    build.onLoad(
      {
        filter: /[\\/]undici[\\/]lib[\\/](?:dispatcher[\\/]client-h2|web[\\/]fetch[\\/]body)\.js$/,
        namespace: 'file',
      },
      () => ({ contents: 'module.exports = {};', loader: 'js' }),
    );
    build.onLoad(
      { filter: /[\\/]undici[\\/]lib[\\/]core[\\/]diagnostics\.js$/, namespace: 'file' },
      async ({ path: file }) => {
        const { channels } = (await import(pathToFileURL(file).href)).default;
        const lines = Object.entries(channels)
          .filter(([, { name }]) => !name.startsWith('undici:websocket:'))
          .map(([key, { name }]) => `${key}: channel(${JSON.stringify(name)}),`);
        return {
          contents: `const { channel } = require('node:diagnostics_channel'); module.exports = { channels: { ${lines.join(' ')} } };`,
          loader: 'js',
        };
      },
    );
  },
};

/**
 * Bundles everything that activation loads into one file. By default, esbuild makes a separate file for each set of
 * modules that the entry shares with a module loaded later, and activation would read dozens of small files. This
 * plugin makes each module that is loaded later import the extension's entry, which has been loaded by then. Everything
 * that the entry imports is then shared by the same set of modules (all of them) and stays in one file.
 * @type {import('esbuild').Plugin}
 */
const ONE_FILE_AT_ONCE = {
  name: 'one-file-at-once',
  setup(build) {
    const namespace = 'later';
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path: specifier, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path: path.resolve(resolveDir, specifier), namespace } : undefined,
    );
    build.onLoad({ filter: /./, namespace }, ({ path: file }) => ({
      contents: `import ${JSON.stringify(path.join(root, EXTENSION))}; export * from ${JSON.stringify(file)};`,
      resolveDir: root,
    }));
  },
};

/**
 * @param {{ dev: boolean, out: string }} options
 * @returns {import('esbuild').BuildOptions[]}
 */
function bundles({ dev, out }) {
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    absWorkingDir: root,
    outdir: out,
    bundle: true,
    minify: !dev,
    sourcemap: dev ? 'linked' : false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    format: 'esm',
    splitting: true,
    // Chunks are in the same folder as the entries, so that an address relative to import.meta.url means the same in
    // both.
    chunkNames: '[name]-[hash]',
  };
  /** @type {import('esbuild').BuildOptions} */
  const node = {
    ...common,
    platform: 'node',
    target: 'node20',
    // Node.js reads modules as UTF-8: characters of other scripts need no escapes, which are up to three times as long.
    charset: 'utf8',
    alias: {
      // Its main file loads its parts in a way that bundlers cannot follow.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      // Without the code that reads files.
      '@vscode/l10n': path.join(root, 'node_modules/@vscode/l10n/dist/browser.js'),
      // The same code as ES modules: unused parts are left out, and the rest starts sooner.
      yaml: path.join(root, 'node_modules/yaml/browser/index.js'),
    },
    banner: { js: REQUIRE },
    loader: { '.jinja': 'text' },
  };
  return [
    {
      ...node,
      entryPoints: { extension: EXTENSION },
      external: ['vscode'],
      plugins: [ONE_HTTP_PARSER, ONLY_TEXT, OWN_ZSTD, ONE_FILE_AT_ONCE],
    },
    // .npmignore recognizes these chunks by their names.
    {
      ...node,
      entryPoints: NODE_ENTRIES,
      plugins: [ONE_HTTP_PARSER, OWN_ANSWER_CHECK],
      chunkNames: 'node-[name]-[hash]',
    },
    { ...node, entryPoints: GROUNDING_ENTRIES },
    { ...node, entryPoints: RUNS_ENTRIES, chunkNames: 'runs-[name]-[hash]' },
    {
      ...common,
      platform: 'browser',
      target: 'chrome130',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      entryPoints: WEBVIEW_ENTRIES,
      chunkNames: 'webview/[name]-[hash]',
    },
  ];
}

/** @param {string} out */
function copyAssets(out) {
  for (const [to, from] of Object.entries(ASSETS)) {
    fs.cpSync(path.join(root, from), path.join(out, to), {
      recursive: true,
      filter: (file) => !UNUSED.test(path.basename(file)),
    });
  }
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      dev: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      out: { type: 'string', default: dist },
    },
  });
  const out = path.resolve(values.out);
  await ensureDependencies();
  const { build, context } = await import('esbuild');
  fs.rmSync(out, { recursive: true, force: true });
  copyAssets(out);
  const sets = bundles({ dev: values.dev, out });
  if (values.watch) {
    for (const set of sets) await (await context(set)).watch();
    return;
  }
  const results = await Promise.all(sets.map((set) => build(set))).catch(() => {
    // esbuild has already printed what is wrong, and where.
    throw new Failure('The bundles could not be built.');
  });
  const inputs = Object.assign({}, ...results.map((result) => result.metafile?.inputs));
  const outputs = Object.assign({}, ...results.map((result) => result.metafile?.outputs));
  // Loaded here, because it needs packages that are installed above.
  const { writeNotices } = await import('./lib/notices.mjs');
  writeNotices(out, outputs);
  fs.mkdirSync(cache, { recursive: true });
  fs.writeFileSync(path.join(cache, 'meta.json'), JSON.stringify({ inputs, outputs }));
});
