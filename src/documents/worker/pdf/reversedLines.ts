import type { PageBox } from '../../../core/geometry/box.ts';
import type { PageCharacter } from './pageCharacters.ts';

const LINE_FEED = 0x0a;
const SPACE = 0x20;
/** A line is reversed if at least this part of its characters is before the one that it follows. */
const REVERSED = 0.7;
/** Glyphs further apart than this part of their height have a space between them. */
const GAP = 0.25;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * PDFium gives the characters of each line from left to right in the space of the page, which is backward for text that
 * is upside down there, and guesses its spaces wrong. The lines of such text are put in order again.
 * @param characters in the order of the text
 */
export function restoreReversedLines(characters: readonly PageCharacter[]): PageCharacter[] {
  const restored: PageCharacter[] = [];
  let line: PageCharacter[] = [];
  const close = (): void => {
    // One by one, because a call can have only so many arguments, and a line can have more characters.
    for (const character of isReversed(line) ? restore(line) : line) restored.push(character);
    line = [];
  };
  for (const character of characters) {
    line.push(character);
    if (character.code === LINE_FEED) close();
  }
  close();
  return restored;
}

function isReversed(line: readonly PageCharacter[]): boolean {
  let steps = 0;
  let backward = 0;
  let last: PageCharacter | undefined;
  for (const character of line) {
    if (character.loose === null) continue;
    if (RIGHT_TO_LEFT.test(String.fromCodePoint(character.code))) return false;
    if (last?.loose != null) {
      steps += 1;
      if (advance(last, last.loose, character.loose) < 0) backward += 1;
    }
    last = character;
  }
  return backward > 0 && backward >= REVERSED * steps;
}

/** How far the middle of a box is after that of another one in the direction of a character's baseline, in points. */
function advance({ angle }: PageCharacter, from: PageBox, to: PageBox): number {
  const right = (to.left + to.right - from.left - from.right) / 2;
  const down = (to.top + to.bottom - from.top - from.bottom) / 2;
  return right * Math.cos(angle) + down * Math.sin(angle);
}

function restore(line: readonly PageCharacter[]): PageCharacter[] {
  const restored: PageCharacter[] = [];
  let last: PageCharacter | undefined;
  for (const character of line.toReversed()) {
    // Inserted white space has no size.
    if (character.loose === null) continue;
    if (last?.loose != null && isApart(last, last.loose, character.loose))
      restored.push({ code: SPACE, box: null, loose: null, angle: character.angle });
    restored.push(character);
    last = character;
  }
  const end = line.at(-1);
  return end?.code === LINE_FEED ? [...restored, end] : restored;
}

/** Whether there is a gap between two characters: text across the page, or down and up it. */
function isApart({ angle }: PageCharacter, one: PageBox, other: PageBox): boolean {
  const isVertical = Math.abs(Math.sin(angle)) > Math.abs(Math.cos(angle));
  const gap = isVertical
    ? Math.max(one.top - other.bottom, other.top - one.bottom)
    : Math.max(one.left - other.right, other.left - one.right);
  return gap > GAP * (isVertical ? one.right - one.left : one.bottom - one.top);
}
