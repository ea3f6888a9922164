import path from 'node:path';
import { type FontFace, type FontFile, readFontFile } from './fontFile.ts';
import type { Script } from './scripts.ts';

/** A font face for a script, and the file that contains it. */
export interface ChosenFont {
  readonly file: FontFile;
  readonly face: FontFace;
}

/** Styles that are not used for running text. */
const OTHER_STYLE = /bold|black|heavy|light|thin|italic|oblique|medium|demi|mono|condensed|serif/i;

/** The best of `files` for a script: well-known fonts first, then any that says it covers the script. */
export function chooseFont(script: Script, files: readonly string[]): ChosenFont | null {
  const rank = (file: string): number => {
    const name = path.basename(file).toLowerCase();
    const known = script.files.findIndex((beginning) => name.startsWith(beginning));
    return (known < 0 ? script.files.length : known) * 2 + (OTHER_STYLE.test(name) ? 1 : 0);
  };
  const ranked = files
    .map((file) => ({ file, rank: rank(file) }))
    .sort((a, b) => a.rank - b.rank || (a.file < b.file ? -1 : 1));
  const bit = 1n << BigInt(script.codePageBit);
  for (const candidate of ranked) {
    const file = readFontFile(candidate.file);
    const isKnown = candidate.rank < script.files.length * 2;
    const faces = file?.faces.filter((face) => (face.codePages & bit) !== 0n) ?? [];
    const named = faces.find((face) => script.face?.test(face.family));
    // Some well-known fonts leave the code pages of their OS/2 table empty.
    const face = named ?? faces[0] ?? (isKnown && script.face ? file?.faces[0] : undefined);
    if (file && face) return { file, face };
  }
  return null;
}
