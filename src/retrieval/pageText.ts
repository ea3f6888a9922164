import type { Word } from '../core/geometry/word.ts';

/** The text of words of a page, in their order. A word that is broken at the end of its line is whole again. */
export function textOf(words: readonly Word[]): string {
  let text = '';
  let isBroken = false;
  for (const word of words) {
    const own = word.continues === true ? word.text.replace(/-$/u, '') : word.text;
    text += isBroken || text === '' || isUnspaced(text, own) ? own : ` ${own}`;
    isBroken = word.continues === true;
  }
  return text;
}

/** Whether words are written together, because both are in a script without spaces. */
function isUnspaced(before: string, after: string): boolean {
  return UNSPACED_END.test(before.slice(-2)) && UNSPACED_START.test(after);
}

const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u;
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
