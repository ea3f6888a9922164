import { boxAround, type PageBox } from '../core/geometry/box.ts';
import type { LayoutWord } from '../core/layout/model.ts';
import type { Word } from '../core/geometry/word.ts';
import type { OpenDocument } from '../documents/model.ts';
import { isWholeText } from '../documents/wholeText.ts';

/**
 * The words of a page's text layer; null if they are not all that can be read on the page: there are none or only a few,
 * or a part of the page is a picture.
 */
export async function readTextLayer(document: OpenDocument, page: number): Promise<readonly Word[] | null> {
  const [text, { width, height }] = [await document.text(page), await document.pageInfo(page)];
  return isWholeText(text, width * height) ? text.words : null;
}

/**
 * Words as the offline reader takes them: a word that is broken over lines is one, with its hyphens, and the box around
 * its parts.
 */
export function joinBrokenWords(words: readonly Word[]): LayoutWord<'point'>[] {
  const joined: { text: string; box: PageBox }[] = [];
  let isOpen = false;
  for (const { text, box, continues } of words) {
    const last = joined.at(-1);
    if (isOpen && last !== undefined) {
      last.text += text;
      last.box = boxAround([last.box, box]);
    } else joined.push({ text, box });
    isOpen = continues === true;
  }
  return joined;
}
