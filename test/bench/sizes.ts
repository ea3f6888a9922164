import fs from 'node:fs';
import { vsix } from '../../scripts/lib/paths.mjs';
import { Bundles } from '../support/bundles.ts';
import type { BenchRow } from './row.ts';

/** Minified sizes of the files that ship, compared with their budgets. */
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
    bundle('code that activation loads', 'dist/extension.js', 'at once', 200),
    bundle('all code of the extension host', 'dist/extension.js', 'ever', 1500),
    bundle('code of the inspector', 'dist/webview/inspector.js', 'at once', 450),
    bundle('code of the document view', 'dist/webview/document.js', 'at once', 450),
    bundle('code of the command line', 'dist/cli.js', 'ever'),
    bundle('code of the language worker', 'dist/language-worker.js', 'ever', 850),
    bundle('code of the grounding worker', 'dist/grounding-worker.js', 'ever', 350),
    bundle('code of the documents worker', 'dist/documents-worker.js', 'ever'),
    bundle('code of the offline reader', 'dist/offline-server.js', 'ever'),
    bundle('code of the OCR worker', 'dist/ocr-worker.js', 'ever'),
    kilobytes('packed extension', fs.statSync(vsix).size, 16_777),
  ]);
}
