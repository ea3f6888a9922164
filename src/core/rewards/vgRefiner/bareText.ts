import { isSpace } from '../../python/strip.ts';
import type { Span } from '../../span.ts';
import { lastNotAbove } from '../../binarySearch.ts';

/** A response as VG-Refiner's reward reads it, with the origin of each of its characters. */
export interface BareText {
  readonly text: string;
  /** The offset in the response of an offset of the text. */
  readonly origin: (at: number) => number;
}

const MARK = /[<>/]/g;

/**
 * The response without the white space around `<`, `>`, and `/` (VoyageWang/VG-Refiner, grounding.py, where answers are
 * cleaned before they are read).
 */
export function withoutSpaceAroundMarks(response: string): BareText {
  const starts: number[] = [];
  const pieces: string[] = [];
  let kept = 0;
  const keep = (start: number, end: number): void => {
    if (end <= start) return;
    starts.push(start);
    pieces.push(response.slice(start, end));
  };
  for (const { index } of response.matchAll(MARK)) {
    let before = index;
    while (before > kept && isSpace(response.charCodeAt(before - 1))) before--;
    keep(kept, before);
    let after = index + 1;
    keep(index, after);
    while (after < response.length && isSpace(response.charCodeAt(after))) after++;
    kept = after;
  }
  keep(kept, response.length);
  return { text: pieces.join(''), origin: originOf(starts, pieces) };
}

function originOf(starts: readonly number[], pieces: readonly string[]): BareText['origin'] {
  const places: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    places.push(length);
    length += piece.length;
  }
  return (at) => {
    const piece = Math.max(0, lastNotAbove(places, at));
    return (starts[piece] ?? 0) + at - (places[piece] ?? 0);
  };
}

/** The content of the last complete `<answer>`, read from left to right; null if there is none. */
export function lastCompleteAnswer(text: string): Span | null {
  const [opening, closing] = ['<answer>', '</answer>'];
  let found: Span | null = null;
  for (let open = text.indexOf(opening); open >= 0;) {
    const start = open + opening.length;
    const end = text.indexOf(closing, start);
    if (end < 0) break;
    found = { start, end };
    open = text.indexOf(opening, end + closing.length);
  }
  return found;
}
