import { rotationOf, type PageFrame } from '../../../core/geometry/pageFrame.ts';
import { type Pdfium, withMemory } from './pdfium.ts';

/** The crop box and rotation of a loaded page. */
export function readPageFrame(pdfium: Pdfium, page: number): PageFrame {
  const rotation = rotationOf(pdfium.FPDFPage_GetRotation(page));
  return withMemory(pdfium, 16, (rect) => {
    pdfium.FPDF_GetPageBoundingBox(page, rect);
    // FS_RECTF is left, top, right, bottom.
    const [minX = 0, maxY = 0, maxX = 0, minY = 0] = pdfium.pdfium.HEAPF32.subarray(
      rect >> 2,
      (rect >> 2) + 4,
    );
    return { cropBox: { minX, minY, maxX, maxY }, rotation };
  });
}
