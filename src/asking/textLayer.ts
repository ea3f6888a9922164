import { boxArea, boxAround, type PageBox } from '../core/geometry/box.ts';
import type { LayoutWord } from '../core/layout/model.ts';
import type { Word } from '../core/geometry/word.ts';
import type { OpenDocument, PageText } from '../documents/model.ts';

/** A page with fewer characters than this (a page number, a stamp) counts as a page without text. */
const FEWEST_CHARACTERS = 32;

/** The share of a page from which a picture without words on it may hold text of its own: a scanned table or chart. */
const PICTURE_SHARE = 0.05;

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

function isWholeText({ words, pictures }: PageText, area: number): boolean {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  return (
    characters >= FEWEST_CHARACTERS &&
    !pictures.some((picture) => boxArea(picture) >= PICTURE_SHARE * area && !hasWords(picture, words))
  );
}

/** Whether the middle of a word is on a picture: the background of a page, or a scan whose text was recognized. */
function hasWords({ left, top, right, bottom }: PageBox, words: readonly Word[]): boolean {
  return words.some(({ box }) => {
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    return x >= left && x <= right && y >= top && y <= bottom;
  });
}
