import { boxAround, boxHeight, boxWidth, intersection, type PageBox } from '../../../core/geometry/box.ts';
import type { Size } from '../../../core/geometry/size.ts';
import type { Word } from '../../../core/geometry/word.ts';
import { median } from '../../../core/median.ts';
import { characterEdges } from './characterEdges.ts';
import { LINE_END_HYPHENS, type PageCharacter } from './pageCharacters.ts';
import { restoreReversedLines } from './reversedLines.ts';
import { joinUprightColumns } from './uprightColumns.ts';
import { placeInLines, type UnplacedWord } from './wordLines.ts';

const LINE_FEED = 0x0a;
const SOFT_HYPHEN = 0xad;
/** Spaces that stand between the digits of one number. */
const NUMBER_SPACES: ReadonlySet<number> = new Set([0xa0, 0x2007, 0x2009, 0x202f]);
/** Text whose angle differs by more than this from that of the page's sides, in radians, is slanted. */
const SLANT = 0.09;
/** Characters whose middles differ by more than this share of their height are on separate lines. */
const LINE_STEP = 0.8;

/**
 * The words of a page: runs of characters between white space, divided where a line ends. A word's box is around its
 * glyphs, cut at the edges of the page; its height is the median of its characters' loose boxes, perpendicular to the
 * direction of the text. Soft hyphens inside words are left out, and so are words that are wholly outside of the page.
 * @param given the characters in the order of the text
 * @param page size of the page as it is seen, in points
 */
export function findWords(given: readonly PageCharacter[], page: Size): Word[] {
  const characters = restoreReversedLines(given);
  const words: UnplacedWord[] = [];
  const bounds = { left: 0, top: 0, right: page.width, bottom: page.height };
  let open: PageCharacter[] = [];
  let followsLineFeed = false;
  const close = (isBroken: boolean): void => {
    const word = toWord(open, bounds);
    open = [];
    if (word === null) return;
    words.push({ ...word, isBroken, followsLineFeed });
    followsLineFeed = false;
  };
  for (const [index, character] of characters.entries()) {
    const { code } = character;
    const next = characters[index + 1]?.code ?? LINE_FEED;
    if (code === 0 || code > 0x10ffff || (code === SOFT_HYPHEN && !isSpace(next))) continue;
    if (isSpace(code) && !isInNumber(characters, index)) {
      close(false);
      followsLineFeed ||= code === LINE_FEED;
      continue;
    }
    const last = open.at(-1);
    if (last !== undefined && areOnSeparateLines(last, character)) close(false);
    open.push(character);
    if (isLineEndHyphen(code)) close(true);
  }
  close(false);
  return placeInLines(joinUprightColumns(words));
}

function isLineEndHyphen(code: number): boolean {
  return code === SOFT_HYPHEN || LINE_END_HYPHENS.has(code);
}

/** Whether a space divides the thousands of a number: `119 672`. */
function isInNumber(characters: readonly PageCharacter[], index: number): boolean {
  const isDigit = (at: number): boolean => {
    const code = characters[at]?.code ?? 0;
    return code >= 0x30 && code <= 0x39;
  };
  return (
    NUMBER_SPACES.has(characters[index]?.code ?? 0) &&
    isDigit(index - 1) &&
    !isDigit(index - 4) &&
    [1, 2, 3].every((distance) => isDigit(index + distance)) &&
    !isDigit(index + 4)
  );
}

/** White space, and the separators that PDFium inserts. */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code !== 0 && !LINE_END_HYPHENS.has(code);
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

/** Whether two neighboring characters of text across the page are on lines of their own, without a space in between. */
function areOnSeparateLines(one: PageCharacter, other: PageCharacter): boolean {
  if (one.loose === null || other.loose === null) return false;
  if (directionOf(one.angle) !== undefined || directionOf(other.angle) !== undefined) return false;
  const step = Math.abs(one.loose.top + one.loose.bottom - other.loose.top - other.loose.bottom) / 2;
  return step > LINE_STEP * Math.max(boxHeight(one.loose), boxHeight(other.loose));
}

/** The word of some characters; null if none of them is on the page. */
function toWord(
  characters: readonly PageCharacter[],
  page: PageBox,
): Omit<UnplacedWord, 'isBroken' | 'followsLineFeed'> | null {
  const [first] = characters;
  const glyphs = characters.flatMap(({ code, box }) => (box === null || isSpace(code) ? [] : [box]));
  const box = glyphs.length === 0 ? null : intersection(boxAround(glyphs), page);
  if (first === undefined || box === null) return null;
  const loose = characters.flatMap((character) => character.loose ?? []);
  const texts = characters.map(({ code }) => (isLineEndHyphen(code) ? '-' : String.fromCodePoint(code)));
  const direction = directionOf(first.angle);
  const edges =
    direction === 'slanted' ? undefined : characterEdges(characters, texts, box, direction === 'vertical');
  return {
    word: {
      text: texts.join(''),
      box,
      height: median(loose.map((one) => heightAcross(one, first.angle))) ?? 0,
      ...(direction === undefined ? {} : { direction }),
      ...(edges === undefined ? {} : { edges }),
    },
    loose: loose.length === 0 ? box : boxAround(loose),
  };
}

/** @param angle of a baseline on the page as it is seen, in radians */
function directionOf(angle: number): Word['direction'] {
  const across = Math.abs(Math.sin(angle));
  const down = Math.abs(Math.cos(angle));
  if (Math.min(across, down) > Math.sin(SLANT)) return 'slanted';
  return across > down ? 'vertical' : undefined;
}

/**
 * Height of a character perpendicular to its line, from the upright box around it. A box of width w and height h
 * rotated by an angle a fills w|cos a| + h|sin a| by w|sin a| + h|cos a|; these equations are solved for h. Near 45
 * degrees the two are nearly the same and have no stable solution, so the shorter side is used.
 * @param angle of the character's baseline in radians
 */
function heightAcross(box: PageBox, angle: number): number {
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  const determinant = cos * cos - sin * sin;
  if (Math.abs(determinant) < 0.2) return Math.min(boxWidth(box), boxHeight(box));
  return Math.abs((boxHeight(box) * cos - boxWidth(box) * sin) / determinant);
}
