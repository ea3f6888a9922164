import { findOcrFiles } from '../../src/ocr/files.ts';
import { DEFAULT_OCR_LIMITS, OcrPool } from '../../src/ocr/pool.ts';
import { area, failureOf, type Failure } from './errorCase.ts';

/**
 * Recognizes bytes that are not an image. `readTimeout` applies to the start of the thread and to the image separately.
 */
function recognitionFailure(readTimeout: number): Promise<Failure> {
  return failureOf(async () => {
    const pool = new OcrPool(findOcrFiles(), { ...DEFAULT_OCR_LIMITS, readTimeout });
    try {
      await pool.read(new Uint8Array([1, 2, 3]));
    } finally {
      await pool.close();
    }
  });
}

export const ocrCases = area('Text recognition', {
  'a page image that is none': () => recognitionFailure(60_000),
  'a page image that takes too long': () => recognitionFailure(1),
  'a file that is missing': () =>
    failureOf(() => findOcrFiles({ core: '/nonexistent/tesseract-core-simd-lstm.wasm' })),
});
