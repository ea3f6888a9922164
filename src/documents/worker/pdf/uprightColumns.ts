import { boxAround, boxWidth } from '../../../core/geometry/box.ts';
import type { UnplacedWord } from './wordLines.ts';

/** Characters of a column are at most this many of their widths apart, from middle to middle. */
const STEP = 1.4;
/** Their middles are next to each other by at most this part of their width. */
const SHIFT = 0.35;
/** The fewest words that are a column of text. */
const FEWEST = 3;

/**
 * Joins Chinese, Japanese, and Korean characters that are upright below each other, each of them a line for PDFium, to
 * columns of vertical text.
 * @param words in the order of the text
 */
export function joinUprightColumns(words: readonly UnplacedWord[]): UnplacedWord[] {
  const joined: UnplacedWord[] = [];
  let column: UnplacedWord[] = [];
  const close = (): void => {
    if (column.length >= FEWEST) joined.push(toColumn(column));
    else joined.push(...column);
    column = [];
  };
  for (const word of words) {
    const last = column.at(-1);
    if (last !== undefined && !isBelow(last, word)) close();
    column.push(word);
  }
  close();
  return joined;
}

function isBelow(one: UnplacedWord, next: UnplacedWord): boolean {
  if (!isUpright(one) || !isUpright(next)) return false;
  const width = Math.min(boxWidth(one.loose), boxWidth(next.loose));
  const step = (next.loose.top + next.loose.bottom - one.loose.top - one.loose.bottom) / 2;
  const shift = (next.loose.left + next.loose.right - one.loose.left - one.loose.right) / 2;
  // The punctuation below a character is in the same line for PDFium.
  return step > 0 && step < STEP * width * one.word.text.length && Math.abs(shift) < SHIFT * width;
}

/** Whether a word can be a character of a column, with the punctuation after it. */
function isUpright({ word: { text, direction } }: UnplacedWord): boolean {
  return (
    direction === undefined &&
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー〇]\p{P}?$/u.test(text)
  );
}

function toColumn(words: readonly UnplacedWord[]): UnplacedWord {
  const box = boxAround(words.map(({ word }) => word.box));
  const edges = [box.top];
  for (const [index, { word }] of words.entries()) {
    const from = edges.at(-1) ?? box.top;
    const below = words[index + 1]?.word.box.top;
    const to = Math.max(from, below === undefined ? box.bottom : (word.box.bottom + below) / 2);
    const count = word.text.length;
    for (let unit = 1; unit <= count; unit += 1) edges.push(from + ((to - from) * unit) / count);
  }
  return {
    word: {
      text: words.map(({ word }) => word.text).join(''),
      box,
      height: Math.max(...words.map(({ word }) => word.height)),
      direction: 'vertical',
      edges,
    },
    loose: boxAround(words.map(({ loose }) => loose)),
    isBroken: false,
    followsLineFeed: words[0]?.followsLineFeed ?? false,
  };
}
