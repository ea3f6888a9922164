import fs from 'node:fs';
import { vsix } from '../../scripts/lib/paths.mjs';
import { Bundles } from '../support/bundles.ts';
import type { BenchRow } from './row.ts';

/** Sizes of what ships, minified, against their budgets. */
export function run(): Promise<BenchRow[]> {
  const bundles = Bundles.read();
  const kilobytes = (what: string, bytes: number, most?: number): BenchRow => ({
    what,
    ours: bytes / 1000,
    peer: null,
    ratio: null,
    unit: 'KB',
    ...(most === undefined ? {} : { budget: { of: 'ours', most } }),
  });
  const bundle = (what: string, entry: string, loaded: 'at once' | 'ever', most?: number): BenchRow =>
    kilobytes(what, bundles.bytes(bundles.closure(entry, loaded)), most);
  return Promise.resolve([
    bundle('what activation loads', 'dist/extension.js', 'at once', 200),
    bundle('all of the extension host', 'dist/extension.js', 'ever', 1500),
    bundle('inspector', 'dist/webview/inspector.js', 'at once', 450),
    bundle('document view', 'dist/webview/document.js', 'at once', 450),
    bundle('command line', 'dist/cli.js', 'ever'),
    bundle('documents worker', 'dist/documents-worker.js', 'ever'),
    bundle('offline reader', 'dist/offline-server.js', 'ever'),
    bundle('OCR worker', 'dist/ocr-worker.js', 'ever'),
    kilobytes('packed extension', fs.statSync(vsix).size, 16_777),
  ]);
}
