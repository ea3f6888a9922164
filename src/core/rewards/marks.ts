import type { Span } from '../span.ts';
import { lowerUnit, standsIgnoringCase } from '../python/ignoreCase.ts';

/** The tags that Lang2Act asks for, in their order. */
export const LANG2ACT_TAGS = ['think', 'description', 'answer'] as const;
export type Lang2ActTag = (typeof LANG2ACT_TAGS)[number];

/** The marks of one tag, no more than the rewards ask for. Places are UTF-16 offsets of their `<`, -1 without one. */
export interface TagMarks {
  readonly tag: Lang2ActTag;
  readonly opened: number;
  readonly closed: number;
  /** The first opening, and the first closing. */
  readonly open: number;
  readonly close: number;
  /** The first closing after the first opening. */
  readonly closeAfterOpen: number;
  /** The first that opens or closes again. */
  readonly again: Span | null;
}

/**
 * What Lang2Act's rewards look for: `<think>` and its like, exact but for case as Python's re.IGNORECASE has it;
 * `<tool`, whatever follows it; and `</tool>`. Kept as numbers: every response is read for them.
 */
export interface Marks extends Readonly<Record<Lang2ActTag, TagMarks>> {
  /** Where each `<tool` begins. */
  readonly toolOpenings: readonly number[];
  /** Where each `</tool>` begins. */
  readonly toolClosings: readonly number[];
}

const SLASH = 0x2f;
const GREATER = 0x3e;
const [A, D, T] = [0x61, 0x64, 0x74] as const;

/** Where the opening of a tag ends that begins at `start`: letters that re.IGNORECASE takes are one unit each. */
export const openingEnd = (tag: Lang2ActTag, start: number): number => start + tag.length + 2;

/** Where the closing of a tag ends that begins at `start`. */
export const closingEnd = (name: Lang2ActTag | 'tool', start: number): number => start + name.length + 3;

/** The marks of `response`, found in one pass: none can begin inside another. */
export function findMarks(response: string): Marks {
  const think = noMarks('think');
  const description = noMarks('description');
  const answer = noMarks('answer');
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
    else if (name === 'think') addMark(think, closes, start);
    else if (name === 'description') addMark(description, closes, start);
    else addMark(answer, closes, start);
  }
  return { think, description, answer, toolOpenings, toolClosings };
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function noMarks(tag: Lang2ActTag): Mutable<TagMarks> {
  return { tag, opened: 0, closed: 0, open: -1, close: -1, closeAfterOpen: -1, again: null };
}

function addMark(marks: Mutable<TagMarks>, closes: boolean, start: number): void {
  if (closes) {
    if (marks.closed++ === 0) marks.close = start;
    else marks.again ??= { start, end: closingEnd(marks.tag, start) };
    if (marks.opened > 0 && marks.closeAfterOpen < 0) marks.closeAfterOpen = start;
  } else if (marks.opened++ === 0) marks.open = start;
  else marks.again ??= { start, end: openingEnd(marks.tag, start) };
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
