import { boxArea, type PageBox } from '../core/geometry/box.ts';
import type { Word } from '../core/geometry/word.ts';
import type { PageText } from './model.ts';

/** A page with fewer characters than this (a page number, a stamp) counts as a page without text. */
const FEWEST_CHARACTERS = 32;

/** The share of a page from which a picture without words on it may hold text of its own: a scanned table or chart. */
const PICTURE_SHARE = 0.05;

/** Whether a page has a text layer of more than a few characters. */
export function hasTextLayer({ words }: PageText): boolean {
  return words.reduce((sum, { text }) => sum + text.length, 0) >= FEWEST_CHARACTERS;
}

/**
 * The pictures of a page that may hold text of their own: large ones without words on them.
 * @param area of the page, in square points
 */
export function unreadPictures({ words, pictures }: PageText, area: number): readonly PageBox[] {
  return pictures.filter((picture) => boxArea(picture) >= PICTURE_SHARE * area && !hasWords(picture, words));
}

/**
 * Whether the words of a page's text layer are all that can be read on the page: there are more than a few, and no part
 * of the page is a picture without words.
 * @param area of the page, in square points
 */
export function isWholeText(text: PageText, area: number): boolean {
  return hasTextLayer(text) && unreadPictures(text, area).length === 0;
}

/** Whether the middle of a word is on a picture: the background of a page, or a scan whose text was recognized. */
function hasWords({ left, top, right, bottom }: PageBox, words: readonly Word[]): boolean {
  return words.some(({ box }) => {
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    return x >= left && x <= right && y >= top && y <= bottom;
  });
}
