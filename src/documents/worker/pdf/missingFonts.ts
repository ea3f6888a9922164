import { t } from '@vscode/l10n';
import type { Pdfium } from './pdfium.ts';
import { isWrittenIn, SCRIPTS } from '../fonts/scripts.ts';

/**
 * Sentences about text of a page that is missing from its image because its font is neither in the file nor installed.
 * @param textPage from FPDFText_LoadPage
 * @param missing character sets for which no font was found so far, on any page of the document
 */
export function missingFontNotices(pdfium: Pdfium, textPage: number, missing: ReadonlySet<number>): string[] {
  const wanted = SCRIPTS.filter((script) => missing.has(script.charset));
  if (wanted.length === 0) return [];
  const embedded = new Map<number, boolean>();
  const isEmbedded = (char: number): boolean => {
    const object = pdfium.FPDFText_GetTextObject(textPage, char);
    const font = object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object);
    const known = embedded.get(font);
    if (known !== undefined) return known;
    const answer = font === 0 || pdfium.FPDFFont_GetIsEmbedded(font) !== 0;
    embedded.set(font, answer);
    return answer;
  };
  const found = new Set<(typeof wanted)[number]>();
  const count = pdfium.FPDFText_CountChars(textPage);
  for (let char = 0; char < count && found.size < wanted.length; char++) {
    const code = pdfium.FPDFText_GetUnicode(textPage, char);
    for (const script of wanted) {
      if (isWrittenIn(script, code) && !found.has(script) && !isEmbedded(char)) found.add(script);
    }
  }
  return [...found].map((script) =>
    t(
      '{0} text on this page is missing from the image: its font is neither in the file nor installed. Install {1}.',
      script.name(),
      script.suggestion(),
    ),
  );
}
