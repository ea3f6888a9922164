import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The WebAssembly files that the document worker and image codecs need, and the package that each comes from. */
const PACKAGES = {
  'pdfium.wasm': '@embedpdf/pdfium/pdfium.wasm',
  'libjpegturbowasm.wasm': '@cornerstonejs/codec-libjpeg-turbo-8bit/wasm',
  'webp_dec.wasm': '@jsquash/webp/codec/dec/webp_dec.wasm',
} as const;

/** One of the files that must be next to the bundled worker. */
export type WasmFile = keyof typeof PACKAGES;

/** The bytes of a WebAssembly file: next to the bundled worker, or in its package when run from the sources. */
export function readWasm(file: WasmFile): Uint8Array {
  const beside = new URL(file, import.meta.url);
  // A bundle may have this module in a folder of chunks below the worker.
  const above = new URL(`../${file}`, import.meta.url);
  const found = [beside, above].find((url) => fs.existsSync(url));
  return fs.readFileSync(found ?? fileURLToPath(import.meta.resolve(PACKAGES[file])));
}
