import { userSpaceToPage, type PageFrame } from '../../../core/geometry/pageFrame.ts';
import type { Word } from '../../../core/geometry/word.ts';
import { median } from '../../../core/median.ts';
import { type Pdfium, withMemory } from './pdfium.ts';

/** The code points that PDFium gives for the hyphen at the end of a broken word. */
const BROKEN_WORD_HYPHENS = new Set([0x02, 0xfffe]);

const LINE_FEED = 0x0a;

interface OpenWord {
  text: string;
  /** The box around its glyphs, in the page's user space. */
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  readonly firstChar: number;
  readonly line: number;
  readonly looseBoxes: { readonly width: number; readonly height: number }[];
}

/**
 * The words of a page: runs of characters between white space (PDFium inserts white space between separate texts). A
 * word's box is that of its glyphs, its height the median of its characters' loose boxes, perpendicular to the text's
 * direction. Words that are wholly outside of the visible page are left out.
 * @param textPage from FPDFText_LoadPage
 */
export function readWords(pdfium: Pdfium, textPage: number, frame: PageFrame): Word[] {
  const words: Word[] = [];
  const { cropBox } = frame;
  let line = 0;
  const finish = (word: OpenWord): void => {
    if (word.maxX < cropBox.minX || word.minX > cropBox.maxX) return;
    if (word.maxY < cropBox.minY || word.minY > cropBox.maxY) return;
    const angle = pdfium.FPDFText_GetCharAngle(textPage, word.firstChar);
    words.push({
      text: word.text,
      box: userSpaceToPage(word, frame),
      height: median(word.looseBoxes.map((loose) => heightAcross(loose, angle))) ?? 0,
      line: word.line,
    });
  };
  // Four doubles for a glyph's box, then four floats for its loose box.
  withMemory(pdfium, 48, (pointer) => {
    const count = pdfium.FPDFText_CountChars(textPage);
    let word: OpenWord | null = null;
    for (let char = 0; char < count; char++) {
      const code = pdfium.FPDFText_GetUnicode(textPage, char);
      if (isBreak(code)) {
        if (word) finish(word);
        word = null;
        if (code === LINE_FEED) line += 1;
        continue;
      }
      const text = characterText(code);
      if (text === '') continue;
      word ??= emptyWord(char, line);
      word.text += text;
      addBoxes(pdfium, textPage, char, pointer, word);
    }
    if (word) finish(word);
  });
  return words;
}

function emptyWord(firstChar: number, line: number): OpenWord {
  return {
    text: '',
    minX: Infinity,
    minY: Infinity,
    maxX: -Infinity,
    maxY: -Infinity,
    firstChar,
    line,
    looseBoxes: [],
  };
}

function addBoxes(pdfium: Pdfium, textPage: number, char: number, pointer: number, word: OpenWord): void {
  const loose = pointer + 32;
  let hasLoose = false;
  if (pdfium.FPDFText_GetLooseCharBox(textPage, char, loose)) {
    const heap = pdfium.pdfium.HEAPF32;
    const width = (heap[(loose >> 2) + 2] ?? 0) - (heap[loose >> 2] ?? 0);
    const height = (heap[(loose >> 2) + 1] ?? 0) - (heap[(loose >> 2) + 3] ?? 0);
    hasLoose = width > 0 && height > 0;
    if (hasLoose) word.looseBoxes.push({ width, height });
  }
  if (!pdfium.FPDFText_GetCharBox(textPage, char, pointer, pointer + 8, pointer + 16, pointer + 24)) return;
  const doubles = pdfium.pdfium.HEAPF64;
  let left = doubles[pointer >> 3] ?? 0;
  let right = doubles[(pointer >> 3) + 1] ?? 0;
  let bottom = doubles[(pointer >> 3) + 2] ?? 0;
  let top = doubles[(pointer >> 3) + 3] ?? 0;
  // A glyph without an outline of its own (a Type 3 font, a missing glyph) has no box; its loose one is used instead.
  if ((right <= left || top <= bottom) && hasLoose) {
    const floats = pdfium.pdfium.HEAPF32;
    left = floats[loose >> 2] ?? 0;
    top = floats[(loose >> 2) + 1] ?? 0;
    right = floats[(loose >> 2) + 2] ?? 0;
    bottom = floats[(loose >> 2) + 3] ?? 0;
  }
  word.minX = Math.min(word.minX, left);
  word.maxX = Math.max(word.maxX, right);
  word.minY = Math.min(word.minY, bottom);
  word.maxY = Math.max(word.maxY, top);
}

function isBreak(code: number): boolean {
  if (code <= 0x20) return code !== 0 && !BROKEN_WORD_HYPHENS.has(code);
  return (
    code === 0x85 ||
    code === 0xa0 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

function characterText(code: number): string {
  if (code === 0 || code > 0x10ffff) return '';
  return BROKEN_WORD_HYPHENS.has(code) ? '-' : String.fromCodePoint(code);
}

/**
 * Height of a character perpendicular to its line, from the upright box around it. A box of width w and height h
 * rotated by an angle a fills w|cos a| + h|sin a| by w|sin a| + h|cos a|; these equations are solved for h. Near 45
 * degrees the two are nearly the same and have no stable solution, so the shorter side is used.
 * @param angle of the character's baseline in radians
 */
function heightAcross(box: { readonly width: number; readonly height: number }, angle: number): number {
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  const determinant = cos * cos - sin * sin;
  if (Math.abs(determinant) < 0.2) return Math.min(box.width, box.height);
  return Math.abs((box.height * cos - box.width * sin) / determinant);
}
