import fs from 'node:fs';
import { vsix } from '../../scripts/lib/paths.mjs';
import { Bundles } from '../support/bundles.ts';
import type { BenchRow } from './row.ts';

/** Sizes of what ships, minified, against their budgets. */
export function run(): Promise<BenchRow[]> {
  const bundles = Bundles.read();
  const kilobytes = (what: string, bytes: number): BenchRow => ({
    what,
    ours: bytes / 1000,
    peer: null,
    ratio: null,
    unit: 'KB',
  });
  const bundle = (what: string, entry: string, loaded: 'at once' | 'ever'): BenchRow =>
    kilobytes(what, bundles.bytes(bundles.closure(entry, loaded)));
  return Promise.resolve([
    bundle('what activation loads (budget 200)', 'dist/extension.js', 'at once'),
    bundle('all of the extension host (budget 1500)', 'dist/extension.js', 'ever'),
    bundle('inspector (budget 450)', 'dist/webview/inspector.js', 'at once'),
    bundle('document view (budget 450)', 'dist/webview/document.js', 'at once'),
    bundle('command line', 'dist/cli.js', 'ever'),
    bundle('documents worker', 'dist/documents-worker.js', 'ever'),
    bundle('offline reader', 'dist/offline-server.js', 'ever'),
    bundle('OCR worker', 'dist/offline-ocr-worker.js', 'ever'),
    kilobytes('packed extension (budget 16,777)', fs.statSync(vsix).size),
  ]);
}
