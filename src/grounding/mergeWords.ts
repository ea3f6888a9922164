import { holdsPoint } from '../core/geometry/box.ts';
import type { Word } from '../core/geometry/word.ts';

/**
 * The words of a page's text layer, followed by those that were recognized in its pictures, on lines of their own. A
 * word that was recognized where the text layer has one, such as a caption that reaches into a picture, is left out.
 */
export function mergeWords(text: readonly Word[], recognized: readonly Word[]): Word[] {
  const lines = text.reduce((most, { line }) => Math.max(most, line + 1), 0);
  const added = recognized.filter(({ box }) => {
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    return !text.some((word) => holdsPoint(word.box, x, y));
  });
  return [...text, ...added.map((word) => ({ ...word, line: lines + word.line }))];
}
