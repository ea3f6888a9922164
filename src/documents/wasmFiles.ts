import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The WebAssembly files that the document worker and image codecs need, and where each comes from. */
const SOURCES = {
  'pdfium.wasm': '@embedpdf/pdfium/pdfium.wasm',
  'libjpegturbowasm.wasm': '@cornerstonejs/codec-libjpeg-turbo-8bit/wasm',
  'webp_dec.wasm': '@jsquash/webp/codec/dec/webp_dec.wasm',
  'lanczos.wasm': './images/lanczos.wasm',
} as const;

/** One of the files that must be next to the bundled worker. */
export type WasmFile = keyof typeof SOURCES;

/** The bytes of a WebAssembly file: next to the bundled worker, or at its source when run from the sources. */
export function readWasm(file: WasmFile): Uint8Array {
  const beside = new URL(file, import.meta.url);
  // A bundle may have this module in a folder of chunks below the worker.
  const above = new URL(`../${file}`, import.meta.url);
  const found = [beside, above].find((url) => fs.existsSync(url));
  return fs.readFileSync(found ?? fileURLToPath(import.meta.resolve(SOURCES[file])));
}
