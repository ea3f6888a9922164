import fs from 'node:fs';
import { chooseFont, type ChosenFont } from '../fonts/chooseFont.ts';
import { listFontFiles } from '../fonts/fontFolders.ts';
import type { Pdfium } from './pdfium.ts';
import { type Script, SCRIPTS } from '../fonts/scripts.ts';

/** The operating system's fonts, as PDFium requests them. */
export interface SystemFonts {
  /** Runs `use` and adds to `missing` the character sets for which no font was found in the meantime. */
  recordMissing<Result>(missing: Set<number>, use: () => Result): Result;
}

/** The tag by which PDFium asks for a whole font collection; 0 asks for the font file. */
const COLLECTION_TAG = 0x74746366;

/**
 * Gives PDFium the fonts in `folders` for text whose font is not in the file and whose script PDFium's own fonts do not
 * cover. Latin text keeps PDFium's own fonts, so that it looks the same on every machine.
 */
export function useSystemFonts(pdfium: Pdfium, folders: () => readonly string[]): SystemFonts {
  const chosen = new Map<number, ChosenFont | null>();
  const handles: ChosenFont[] = [];
  let files: string[] | null = null;
  let recorder: Set<number> | null = null;

  const fontFor = (script: Script): ChosenFont | null => {
    const known = chosen.get(script.charset);
    if (known !== undefined) return known;
    files ??= listFontFiles(folders());
    const font = chooseFont(script, files);
    chosen.set(script.charset, font);
    return font;
  };

  const mapFont = (...[, , , charset = 0]: number[]): number => {
    const script = SCRIPTS.find((candidate) => candidate.charset === charset);
    if (!script) return 0;
    const font = fontFor(script);
    if (!font) {
      recorder?.add(charset);
      return 0;
    }
    const handle = handles.indexOf(font);
    return (handle < 0 ? handles.push(font) - 1 : handle) + 1;
  };

  const getFontData = (...[, handle = 0, table = 0, buffer = 0, size = 0]: number[]): number => {
    const font = handles[handle - 1];
    if (!font) return 0;
    const { file, face } = font;
    if (table === COLLECTION_TAG && !file.isCollection) return 0;
    if (table !== COLLECTION_TAG && table !== 0) return 0;
    // PDFium computes where the face begins in the collection from the difference of the two lengths.
    const start = table === COLLECTION_TAG ? 0 : face.offset;
    const length = file.size - start;
    if (buffer !== 0)
      copyFile(file.path, start, pdfium.pdfium.HEAPU8.subarray(buffer >>> 0).subarray(0, size >>> 0));
    return length;
  };

  const getFaceName = (...[, handle = 0, buffer = 0, size = 0]: number[]): number => {
    const font = handles[handle - 1];
    if (!font) return 0;
    const name = new TextEncoder().encode(`${font.face.family}\0`);
    if (buffer !== 0 && size >= name.length) pdfium.pdfium.HEAPU8.set(name, buffer >>> 0);
    return name.length;
  };

  install(pdfium, { mapFont, getFontData, getFaceName });
  return {
    recordMissing(missing, use) {
      recorder = missing;
      try {
        return use();
      } finally {
        recorder = null;
      }
    },
  };
}

interface FontCallbacks {
  readonly mapFont: (...values: number[]) => number;
  readonly getFontData: (...values: number[]) => number;
  readonly getFaceName: (...values: number[]) => number;
}

/**
 * FPDF_SYSFONTINFO: its version, then Release, EnumFonts, MapFont, GetFont, GetFontData, GetFaceName, GetFontCharset
 * and DeleteFont. PDFium keeps the structure for as long as it runs, so it is never freed.
 */
function install(pdfium: Pdfium, { mapFont, getFontData, getFaceName }: FontCallbacks): void {
  const { addFunction, wasmExports } = pdfium.pdfium;
  const members = [
    1,
    addFunction(() => undefined, 'vi'),
    addFunction(() => undefined, 'vii'),
    addFunction(mapFont, 'iiiiiiii'),
    addFunction(() => 0, 'iii'),
    addFunction(getFontData, 'iiiiii'),
    addFunction(getFaceName, 'iiiii'),
    addFunction(() => 0, 'iii'),
    addFunction(() => undefined, 'vii'),
  ];
  const pointer = wasmExports.malloc(members.length * 4);
  pdfium.pdfium.HEAP32.set(members, pointer >> 2);
  pdfium.FPDF_SetSystemFontInfo(pointer);
}

function copyFile(file: string, start: number, target: Uint8Array): void {
  const handle = fs.openSync(file, 'r');
  try {
    fs.readSync(handle, target, 0, target.length, start);
  } finally {
    fs.closeSync(handle);
  }
}
