import type { PageBox } from '../../../core/geometry/box.ts';
import { userSpaceToPage, type PageFrame } from '../../../core/geometry/pageFrame.ts';
import { type Pdfium, withMemory } from './pdfium.ts';

/** A character of a page, with its boxes on the page as it is seen. */
export interface PageCharacter {
  /** A Unicode code point, or what PDFium gives for a hyphen at the end of a line (see `LINE_END_HYPHENS`). */
  readonly code: number;
  /** Around its glyph; its loose box if the glyph has no outline of its own; null if it has neither. */
  readonly box: PageBox | null;
  /** As wide as its advance and as high as its font. */
  readonly loose: PageBox | null;
  /** The angle of its baseline on the page as it is seen, clockwise, in radians. */
  readonly angle: number;
}

/** The code points that PDFium gives for the hyphen at the end of a broken word. */
export const LINE_END_HYPHENS: ReadonlySet<number> = new Set([0x02, 0xfffe]);

/**
 * The characters of a page in the order of its text. PDFium inserts white space between separate texts.
 * @param textPage from FPDFText_LoadPage
 */
export function readCharacters(pdfium: Pdfium, textPage: number, frame: PageFrame): PageCharacter[] {
  const characters: PageCharacter[] = [];
  const turn = (frame.rotation * Math.PI) / 180;
  // Four doubles for a glyph's box, then four floats for its loose box.
  withMemory(pdfium, 48, (pointer) => {
    const count = pdfium.FPDFText_CountChars(textPage);
    for (let char = 0; char < count; char++) {
      const loose = readLooseBox(pdfium, textPage, char, pointer + 32, frame);
      characters.push({
        code: pdfium.FPDFText_GetUnicode(textPage, char),
        box: readGlyphBox(pdfium, textPage, char, pointer, frame) ?? loose,
        loose,
        angle: pdfium.FPDFText_GetCharAngle(textPage, char) + turn,
      });
    }
  });
  return characters;
}

function readLooseBox(
  pdfium: Pdfium,
  textPage: number,
  char: number,
  pointer: number,
  frame: PageFrame,
): PageBox | null {
  if (!pdfium.FPDFText_GetLooseCharBox(textPage, char, pointer)) return null;
  const [minX = 0, maxY = 0, maxX = 0, minY = 0] = pdfium.pdfium.HEAPF32.subarray(
    pointer >> 2,
    (pointer >> 2) + 4,
  );
  return maxX > minX && maxY > minY ? userSpaceToPage({ minX, minY, maxX, maxY }, frame) : null;
}

/** Null for a glyph without an outline of its own: a space, a glyph of a Type 3 font, a missing glyph. */
function readGlyphBox(
  pdfium: Pdfium,
  textPage: number,
  char: number,
  pointer: number,
  frame: PageFrame,
): PageBox | null {
  if (!pdfium.FPDFText_GetCharBox(textPage, char, pointer, pointer + 8, pointer + 16, pointer + 24))
    return null;
  const [minX = 0, maxX = 0, minY = 0, maxY = 0] = pdfium.pdfium.HEAPF64.subarray(
    pointer >> 3,
    (pointer >> 3) + 4,
  );
  return maxX > minX && maxY > minY ? userSpaceToPage({ minX, minY, maxX, maxY }, frame) : null;
}
