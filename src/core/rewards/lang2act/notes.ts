import { t } from '../../t.ts';
import { MOST_DIGITS } from '../../python/integers.ts';
import { ignoringCase, SPACE } from '../../python/patterns.ts';
import type { Finding, Span } from '../../span.ts';
import type { Contents, FormatCheck } from './formatCheck.ts';
import type { Lang2ActRules } from './toolRules.ts';
import type { SeenTool, ToolScore } from './toolScore.ts';
import { LANG2ACT_TAGS } from './tagPlaces.ts';
import { OPENING_STEPS, unseenReason } from './toolOpenings.ts';
import type { ToolOpening } from './toolOpenings.ts';
import { imagesPhrase } from '../../countPhrases.ts';
import { quote } from '../explanation/wording.ts';

/** What may follow `<tool` in the name of another tag. */
const NAME_GOES_ON = /[A-Za-z0-9_-]/;
const TAGS = `(?:${LANG2ACT_TAGS.map(ignoringCase).join('|')})`;
/** A tag with spaces or attributes, which is not the exact tag. */
const NEAR_TAG = new RegExp(
  `<(?!/?${TAGS}>)${SPACE}{0,8}(?:/${SPACE}{0,8})?${TAGS}(?![A-Za-z0-9_-])[^<>]{0,200}>`,
  'gu',
);

/**
 * Findings about tags that a person reads as think, description, or answer but the reward does not: they explain why it
 * finds a tag missing.
 */
export function tagNotes(response: string): Finding[] {
  const notes: Finding[] = [];
  NEAR_TAG.lastIndex = 0;
  for (let match = NEAR_TAG.exec(response); match !== null; match = NEAR_TAG.exec(response)) {
    const message = t(
      '{0} is not a tag for the reward: it reads tags only without spaces and attributes.',
      quote(match[0]),
    );
    notes.push(warning('tag-not-read', message, match.index, match.index + match[0].length));
  }
  return notes;
}

/** What the tool score of a valid response is based on. */
export interface ToolsScored {
  readonly tools: readonly SeenTool[];
  readonly scored: ToolScore;
  readonly rules: Lang2ActRules;
  /** The number of images that was used. */
  readonly numImages: number;
  /** Whether the record had none, so that it is the reference's default. */
  readonly isDefault: boolean;
}

/** Notes about parts of a valid response that the tool score reads differently from a person. */
export function toolNotes(
  response: string,
  { openings }: FormatCheck,
  parsed: Contents,
  { tools, scored, rules, numImages, isDefault }: ToolsScored,
): Finding[] {
  const notes = unseenTools(response, parsed.description, openings, tools);
  if (isDefault && scored.comparedImage !== null) {
    const { start, end } = scored.comparedImage;
    const message = t(
      'The record does not say how many images the request had: the reward takes {0}, its default.',
      imagesPhrase(numImages),
    );
    notes.push({ code: 'num-images-default', severity: 'information', span: { start, end }, message });
  }
  for (const { start, end } of scored.uncountedImages.tooLong) {
    const message = t(
      'This number has more than {0} digits: the reference, run by CPython 3.11, fails on it with a ValueError and scores nothing.',
      MOST_DIGITS,
    );
    notes.push(warning('number-too-long', message, start, end));
  }
  for (const { start, end } of scored.uncountedImages.unread) {
    const message = t(
      '{0} names no image for the reward: it reads `Image`, white space and a number.',
      quote(response.slice(start, end)),
    );
    notes.push(warning('image-not-read', message, start, end));
  }
  for (const { start, end } of scored.uncountedImages.lists) {
    const message = t('Of {0} the reward reads the first number only.', quote(response.slice(start, end)));
    notes.push(warning('image-list-not-read', message, start, end));
  }
  for (const { name: span } of scored.unknown) {
    const name = response.slice(span.start, span.end);
    const meant = name.toLowerCase();
    if (!rules.allowed.has(meant)) continue;
    const message = t(
      'The reward knows `{0}`, in lower case; for it {1} is an unknown tool.',
      meant,
      quote(name),
    );
    notes.push(warning('tool-name-case', message, span.start, span.end));
  }
  return notes;
}

function warning(code: string, message: string, start: number, end: number): Finding {
  return { code, severity: 'warning', span: { start, end }, message };
}

/** Tool calls that a person reads but the reward does not see. */
function unseenTools(
  response: string,
  description: Span,
  openings: readonly ToolOpening[],
  tools: readonly SeenTool[],
): Finding[] {
  if (openings.length === tools.length) return [];
  const notes: Finding[] = [];
  let next = 0;
  for (const { start, steps, stop } of openings) {
    const end = start + '<tool'.length;
    if (steps === 0 && NAME_GOES_ON.test(response.charAt(end))) continue;
    while ((tools[next]?.span.end ?? Infinity) <= start) next++;
    const covering = tools[next];
    if (covering?.span.start === start) continue;
    if (start < description.start || start >= description.end) {
      const message = t('This tool call is outside the description; the reward does not look at it.');
      notes.push(warning('tool-not-counted', message, start, end));
    } else if (covering !== undefined && covering.span.start < start) {
      const name = quote(response.slice(covering.name.start, covering.name.end));
      const message = t(
        'The reward does not see this tool call: it takes it as text of the call of {0} around it.',
        name,
      );
      notes.push(warning('tool-not-seen', message, start, end));
    } else {
      const message = unseenReason(stop > description.end ? OPENING_STEPS : steps);
      notes.push(warning('tool-not-seen', message, start, Math.min(stop, description.end)));
    }
  }
  return notes;
}
