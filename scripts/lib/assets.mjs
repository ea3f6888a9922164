// Files that the extension reads at run time, and where they come from.

/** Files that are copied into dist/ (a file or a whole folder each), by their names there. */
export const ASSETS = {
  'pdfium.wasm': 'node_modules/@embedpdf/pdfium/dist/pdfium.wasm',
  'libjpegturbowasm.wasm': 'node_modules/@cornerstonejs/codec-libjpeg-turbo-8bit/dist/libjpegturbowasm.wasm',
  'webp_dec.wasm': 'node_modules/@jsquash/webp/codec/dec/webp_dec.wasm',
  'lanczos.wasm': 'src/documents/images/lanczos.wasm',
  'tesseract-core-simd-lstm.wasm': 'node_modules/tesseract.js-core/tesseract-core-simd-lstm.wasm',
  'eng.traineddata.gz': 'node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
  'pdfjs/pdf.worker.min.mjs': 'node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs',
  'pdfjs/cmaps': 'node_modules/pdfjs-dist/cmaps',
  'pdfjs/standard_fonts': 'node_modules/pdfjs-dist/standard_fonts',
  'pdfjs/wasm': 'node_modules/pdfjs-dist/wasm',
  'pdfjs/iccs': 'node_modules/pdfjs-dist/iccs',
};

/**
 * Files of those folders that are never requested: pdf.js's codecs for browsers without WebAssembly, which every
 * webview has, and its engine for scripts inside documents, which are never run.
 */
export const UNUSED = /_nowasm_fallback\.js$|quickjs/i;
