import type { PageBox } from '../../../core/geometry/box.ts';
import type { PageCharacter } from './pageCharacters.ts';

/** Edges are rounded to this many parts of a point, which keeps messages with words short. */
const PARTS = 100;

/** Where a character begins and ends in the direction of the text, in points. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The edges of the characters of a word (see `Word.edges`): halfway between neighboring glyphs, which never exchange
 * places. Characters of one glyph, such as those of a ligature, share it equally. Undefined if the characters are not
 * in one order, as in words of two scripts that run in opposite directions, or if one of them has no place.
 * @param texts of the characters
 * @param box of the word
 */
export function characterEdges(
  characters: readonly PageCharacter[],
  texts: readonly string[],
  box: PageBox,
  isVertical: boolean,
): number[] | undefined {
  const places = characters.map((character) => character.box ?? character.loose);
  const [first] = places;
  const last = places.at(-1);
  if (first === null || first === undefined || last === null || last === undefined) return undefined;
  const along = (one: PageBox): Stretch =>
    isVertical ? { from: one.top, to: one.bottom } : { from: one.left, to: one.right };
  const step = middle(along(last)) - middle(along(first));
  const angle = characters[0]?.angle ?? 0;
  const isFalling = step === 0 ? (isVertical ? Math.sin(angle) : Math.cos(angle)) < 0 : step < 0;
  const sign = isFalling ? -1 : 1;
  const forward = ({ from, to }: Stretch): Stretch => (isFalling ? { from: -to, to: -from } : { from, to });
  const stretches: Stretch[] = [];
  for (const place of places) {
    // A soft hyphen that is not drawn has no place of its own.
    const before = stretches.at(-1)?.to ?? 0;
    stretches.push(place === null ? { from: before, to: before } : forward(along(place)));
  }
  const shared = shareGlyphs(stretches);
  const whole = forward(along(box));
  if (!isOrdered(shared, whole)) return undefined;
  const edges = [whole.from];
  for (const [index, text] of texts.entries()) {
    const before = edges.at(-1) ?? whole.from;
    const next = shared[index + 1];
    const end = next === undefined ? whole.to : ((shared[index]?.to ?? before) + next.from) / 2;
    const edge = Math.min(whole.to, Math.max(before, end));
    // A character outside of the Basic Multilingual Plane has two units.
    if (text.length === 2) edges.push((before + edge) / 2);
    edges.push(edge);
  }
  return edges.map((edge) => Math.round(sign * edge * PARTS) / PARTS);
}

function middle({ from, to }: Stretch): number {
  return (from + to) / 2;
}

/** Divides the place of a glyph between the characters that have it in common. */
function shareGlyphs(stretches: readonly Stretch[]): Stretch[] {
  const shared: Stretch[] = [];
  for (let start = 0; start < stretches.length;) {
    const { from, to } = stretches[start] ?? { from: 0, to: 0 };
    let end = start + 1;
    while (stretches[end]?.from === from && stretches[end]?.to === to) end += 1;
    const width = (to - from) / (end - start);
    for (let at = start; at < end; at += 1) {
      shared.push({ from: from + (at - start) * width, to: from + (at - start + 1) * width });
    }
    start = end;
  }
  return shared;
}

/** Whether no character is before the one that it follows, by more than the width of an average character. */
function isOrdered(stretches: readonly Stretch[], whole: Stretch): boolean {
  const most = (whole.to - whole.from) / stretches.length;
  return stretches.every((stretch, index) => {
    const before = stretches[index - 1];
    return before === undefined || middle(stretch) > middle(before) - most;
  });
}
