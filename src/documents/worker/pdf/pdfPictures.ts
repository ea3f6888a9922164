import { userSpaceToPage, type PageFrame } from '../../../core/geometry/pageFrame.ts';
import type { PageBox } from '../../../core/geometry/box.ts';
import { type Pdfium, withMemory } from './pdfium.ts';

/** FPDF_PAGEOBJ_IMAGE and FPDF_PAGEOBJ_FORM. */
const IMAGE = 3;
const FORM = 5;
/** Bounds on what a hostile page can cost. */
const MAX_DEPTH = 8;
const MAX_OBJECTS = 100_000;

/** The boxes of the pictures on a loaded page; one box for all pictures in the same form object. */
export function readPictures(pdfium: Pdfium, page: number, frame: PageFrame): PageBox[] {
  let left = MAX_OBJECTS;
  const holdsPicture = (object: number, depth: number): boolean => {
    if (object === 0 || depth > MAX_DEPTH || left-- <= 0) return false;
    const type = pdfium.FPDFPageObj_GetType(object);
    if (type !== FORM) return type === IMAGE;
    const count = pdfium.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && left > 0; index++)
      if (holdsPicture(pdfium.FPDFFormObj_GetObject(object, index), depth + 1)) return true;
    return false;
  };
  return withMemory(pdfium, 16, (pointer) => {
    const pictures: PageBox[] = [];
    const count = pdfium.FPDFPage_CountObjects(page);
    for (let index = 0; index < count && left > 0; index++) {
      const object = pdfium.FPDFPage_GetObject(page, index);
      if (!holdsPicture(object, 0)) continue;
      if (!pdfium.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)) continue;
      const [minX = 0, minY = 0, maxX = 0, maxY = 0] = pdfium.pdfium.HEAPF32.subarray(
        pointer >> 2,
        (pointer >> 2) + 4,
      );
      pictures.push(userSpaceToPage({ minX, minY, maxX, maxY }, frame));
    }
    return pictures;
  });
}
