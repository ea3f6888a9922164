import { lowerUnit, standsIgnoringCase } from '../python/ignoreCase.ts';
import type { Span } from '../span.ts';

/** The tags that Lang2Act asks for, in their order. */
export const LANG2ACT_TAGS = ['think', 'description', 'answer'] as const;
export type Lang2ActTag = (typeof LANG2ACT_TAGS)[number];

/** Where a tag is opened and closed, left to right. */
export interface TagPlaces {
  readonly opened: readonly Span[];
  readonly closed: readonly Span[];
}

/** The marks that Lang2Act's rewards look for, found in one pass: none can begin inside another. */
export interface Marks {
  /** `<think>` and its like: exact but for case, as Python's re.IGNORECASE has it. */
  readonly tags: Readonly<Record<Lang2ActTag, TagPlaces>>;
  /** Where `<tool` begins, whatever follows it. */
  readonly toolOpenings: readonly number[];
  /** Where `</tool>` begins. */
  readonly toolClosings: readonly number[];
}

const SLASH = 0x2f;
const [A, D, T] = [0x61, 0x64, 0x74] as const;

/** The marks of `response`, as UTF-16 offsets. */
export function findMarks(response: string): Marks {
  const tags = {
    think: { opened: new Array<Span>(), closed: new Array<Span>() },
    description: { opened: new Array<Span>(), closed: new Array<Span>() },
    answer: { opened: new Array<Span>(), closed: new Array<Span>() },
  };
  const toolOpenings: number[] = [];
  const toolClosings: number[] = [];
  for (let start = response.indexOf('<'); start >= 0; start = response.indexOf('<', start + 1)) {
    const closes = response.charCodeAt(start + 1) === SLASH;
    const name = start + (closes ? 2 : 1);
    const tag = tagAt(response, name);
    if (tag === 'tool') {
      if (!closes) toolOpenings.push(start);
      else if (response.charAt(name + tag.length) === '>') toolClosings.push(start);
    } else if (tag !== null && response.charAt(name + tag.length) === '>') {
      const span = { start, end: name + tag.length + 1 };
      if (closes) tags[tag].closed.push(span);
      else tags[tag].opened.push(span);
    }
  }
  return { tags, toolOpenings, toolClosings };
}

function tagAt(response: string, at: number): Lang2ActTag | 'tool' | null {
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
