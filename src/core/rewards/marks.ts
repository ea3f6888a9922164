import { lowerUnit, standsIgnoringCase } from '../python/ignoreCase.ts';

/** The tags that Lang2Act asks for, in their order. */
export const LANG2ACT_TAGS = ['think', 'description', 'answer'] as const;
export type Lang2ActTag = (typeof LANG2ACT_TAGS)[number];

/**
 * A mark that Lang2Act's rewards look for: `<think>` and its like, exact but for case as Python's re.IGNORECASE has
 * it; `<tool`, whatever follows it; or `</tool>`.
 */
export interface Mark {
  readonly name: Lang2ActTag | 'tool';
  readonly closes: boolean;
  readonly start: number;
  readonly end: number;
}

const SLASH = 0x2f;
const GREATER = 0x3e;
const [A, D, T] = [0x61, 0x64, 0x74] as const;

/** The marks of `response`, left to right, found in one pass: none can begin inside another. */
export function findMarks(response: string): Mark[] {
  const marks: Mark[] = [];
  for (let start = response.indexOf('<'); start >= 0; start = response.indexOf('<', start + 1)) {
    const closes = response.charCodeAt(start + 1) === SLASH;
    const at = start + (closes ? 2 : 1);
    const name = nameAt(response, at);
    if (name === null) continue;
    const end = at + name.length;
    if (name === 'tool' && !closes) marks.push({ name, closes, start, end });
    else if (response.charCodeAt(end) === GREATER) marks.push({ name, closes, start, end: end + 1 });
  }
  return marks;
}

function nameAt(response: string, at: number): Mark['name'] | null {
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
