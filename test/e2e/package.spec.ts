import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';

/** The files that VS Code installed from the packed extension. */
function installedFiles(): string[] {
  const extensions = inject('installedExtensions');
  const folder = fs.readdirSync(extensions).find((name) => name.startsWith('pagetrace.pagetrace-'));
  if (folder === undefined) throw new Error('The extension is not installed.');
  return fs
    .readdirSync(path.join(extensions, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(extensions, folder), path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'));
}

describe('the packed extension, installed into a fresh VS Code', () => {
  it('contains only files that are needed at run time, and what is said of them', () => {
    const runs = [
      /^(?:package\.json|package\.nls\.json|l10n\/bundle\.l10n\.json|readme\.md|changelog\.md|LICENSE\.txt)$/i,
      // Written by VS Code when it installs.
      /^\.vsixmanifest$/,
      /^dist\/[\w-]+\.js$/,
      /^dist\/(?:pdfium|libjpegturbowasm|webp_dec|lanczos|tesseract-core-simd-lstm)\.wasm$/,
      /^dist\/eng\.traineddata\.gz$/,
      // What is said about security and about the software of others.
      /^SECURITY\.md$/i,
      /^dist\/(?:THIRD-PARTY-NOTICES\.txt|sbom\.cdx\.json)$/,
      /^dist\/webview\/[\w-]+\.(?:js|css|ttf)$/,
      /^dist\/pdfjs\/pdf\.worker\.min\.mjs$/,
      /^dist\/pdfjs\/(?:cmaps|standard_fonts|wasm|iccs)\/[\w.-]+$/,
      /^media\/(?:icons|walkthrough|prompts|sample)\/[\w.-]+$/,
      /^media\/schemas\/[\w-]+(?:\.[\w-]+)*\.schema\.json$/,
      /^media\/python\/(?:reward_runner|pagetrace_runner\/\w+)\.py$/,
      // Programs for clusters, which docs/scale.md describes.
      /^media\/scale\/(?:answer|score|pagetrace_scale\/\w+)\.py$/,
      // The pages to which findings and the README link.
      /^docs\/(?:lint\/)?[\w-]+\.md$/,
      /^syntaxes\/[\w.-]+\.json$/,
    ];
    expect(installedFiles().filter((file) => !runs.some((pattern) => pattern.test(file)))).toEqual([]);
  });

  it('contains the WebAssembly codecs of pdf.js, without their JavaScript fallbacks or its script engine', () => {
    const codecs = installedFiles()
      .filter((file) => file.startsWith('dist/pdfjs/wasm/'))
      .map((file) => file.slice('dist/pdfjs/wasm/'.length))
      .filter((file) => !file.startsWith('LICENSE_'));
    expect(codecs.sort()).toEqual(['jbig2.wasm', 'openjpeg.wasm', 'qcms_bg.wasm']);
  });

  it.each([
    'dist/extension.js',
    'dist/cli.js',
    'dist/documents-worker.js',
    'dist/export-worker.js',
    'dist/grounding-worker.js',
    'dist/language-worker.js',
    'dist/offline-server.js',
    'dist/ocr-worker.js',
    'dist/retrieval-worker.js',
    'dist/webview/inspector.js',
    'dist/webview/document.js',
    'dist/pdfium.wasm',
    'dist/lanczos.wasm',
    'dist/eng.traineddata.gz',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/sbom.cdx.json',
    'dist/pdfjs/pdf.worker.min.mjs',
    'media/prompts/lang2act.jinja',
    'media/sample/annual-report.pdf',
    'package.nls.json',
    'l10n/bundle.l10n.json',
    'LICENSE.txt',
    'readme.md',
    'changelog.md',
  ])('contains %s', (file) => {
    expect(installedFiles()).toContain(file);
  });
});
