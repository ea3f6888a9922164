import type { PageBox } from '../../core/geometry/box.ts';
import { type Pdfium, withMemory } from './pdfium.ts';

/** The visible part of a page in PDF's own coordinates (origin bottom left, y up), and how far it is turned. */
export interface PageFrame {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  /** Clockwise, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270;
}

const QUARTERS = [0, 90, 180, 270] as const;

/** Degrees of PDFium's number of quarter turns. */
export function rotationOf(quarters: number): PageFrame['rotation'] {
  return QUARTERS[quarters & 3] ?? 0;
}

/** The crop box and rotation of a loaded page. */
export function readFrame(pdfium: Pdfium, page: number): PageFrame {
  const rotation = rotationOf(pdfium.FPDFPage_GetRotation(page));
  return withMemory(pdfium, 16, (rect) => {
    pdfium.FPDF_GetPageBoundingBox(page, rect);
    // FS_RECTF is left, top, right, bottom.
    const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.pdfium.HEAPF32.subarray(
      rect >> 2,
      (rect >> 2) + 4,
    );
    return { left, bottom, right, top, rotation };
  });
}

/** A box of the page's own coordinates on the page as it is seen: origin top left, y down, rotation applied. */
export function asSeen(frame: PageFrame, left: number, bottom: number, right: number, top: number): PageBox {
  switch (frame.rotation) {
    case 0:
      return box(left - frame.left, frame.top - top, right - frame.left, frame.top - bottom);
    case 90:
      return box(bottom - frame.bottom, left - frame.left, top - frame.bottom, right - frame.left);
    case 180:
      return box(frame.right - right, bottom - frame.bottom, frame.right - left, top - frame.bottom);
    case 270:
      return box(frame.top - top, frame.right - right, frame.top - bottom, frame.right - left);
  }
}

function box(left: number, top: number, right: number, bottom: number): PageBox {
  return { left, top, right, bottom };
}
