import type { Span } from '../../span.ts';
import { lowerUnit, standsIgnoringCase } from '../../python/ignoreCase.ts';

/** The tags that Lang2Act asks for, in their order. */
export const LANG2ACT_TAGS = ['think', 'description', 'answer'] as const;
export type Lang2ActTag = (typeof LANG2ACT_TAGS)[number];

/** The places of one tag that the rewards need, as UTF-16 offsets of `<`; -1 if there is none. */
export interface PlacesOfTag {
  readonly tag: Lang2ActTag;
  readonly opened: number;
  readonly closed: number;
  /** The first opening tag, and the first closing tag. */
  readonly open: number;
  readonly close: number;
  /** The first closing tag after the first opening tag. */
  readonly closeAfterOpen: number;
  /** The first repeated opening or closing tag. */
  readonly again: Span | null;
}

/**
 * The tags that Lang2Act's rewards look for: `<think>` and similar tags, exact except for case as in Python's
 * re.IGNORECASE; `<tool`, whatever follows it; and `</tool>`. They are stored as numbers, because every response is
 * searched for them.
 */
export interface TagPlaces extends Readonly<Record<Lang2ActTag, PlacesOfTag>> {
  /** Where each `<tool` begins. */
  readonly toolOpenings: readonly number[];
  /** Where each `</tool>` begins. */
  readonly toolClosings: readonly number[];
}

const SLASH = 0x2f;
const GREATER = 0x3e;
const [A, D, T] = [0x61, 0x64, 0x74] as const;

/** The end of the opening tag that begins at `start`: the letters that re.IGNORECASE accepts have one unit each. */
export const openingEnd = (tag: Lang2ActTag, start: number): number => start + tag.length + 2;

/** The end of the closing tag that begins at `start`. */
export const closingEnd = (name: Lang2ActTag | 'tool', start: number): number => start + name.length + 3;

/** Finds the tags of `response` in one pass: none can begin inside another. */
export function findTagPlaces(response: string): TagPlaces {
  const think = emptyPlaces('think');
  const description = emptyPlaces('description');
  const answer = emptyPlaces('answer');
  const toolOpenings: number[] = [];
  const toolClosings: number[] = [];
  for (let start = response.indexOf('<'); start >= 0; start = response.indexOf('<', start + 1)) {
    const closes = response.charCodeAt(start + 1) === SLASH;
    const at = start + (closes ? 2 : 1);
    const name = nameAt(response, at);
    if (name === null) continue;
    if (name === 'tool' && !closes) toolOpenings.push(start);
    else if (response.charCodeAt(at + name.length) !== GREATER) continue;
    else if (name === 'tool') toolClosings.push(start);
    else if (name === 'think') addPlace(think, closes, start);
    else if (name === 'description') addPlace(description, closes, start);
    else addPlace(answer, closes, start);
  }
  return { think, description, answer, toolOpenings, toolClosings };
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function emptyPlaces(tag: Lang2ActTag): Mutable<PlacesOfTag> {
  return { tag, opened: 0, closed: 0, open: -1, close: -1, closeAfterOpen: -1, again: null };
}

function addPlace(places: Mutable<PlacesOfTag>, closes: boolean, start: number): void {
  if (closes) {
    if (places.closed++ === 0) places.close = start;
    else places.again ??= { start, end: closingEnd(places.tag, start) };
    if (places.opened > 0 && places.closeAfterOpen < 0) places.closeAfterOpen = start;
  } else if (places.opened++ === 0) places.open = start;
  else places.again ??= { start, end: openingEnd(places.tag, start) };
}

function nameAt(response: string, at: number): Lang2ActTag | 'tool' | null {
  switch (lowerUnit(response.charCodeAt(at))) {
    case T:
      if (standsIgnoringCase(response, at, 'tool')) return 'tool';
      return standsIgnoringCase(response, at, 'think') ? 'think' : null;
    case D:
      return standsIgnoringCase(response, at, 'description') ? 'description' : null;
    case A:
      return standsIgnoringCase(response, at, 'answer') ? 'answer' : null;
    default:
      return null;
  }
}
