import { readInt } from '../python/integers.ts';
import { DIGIT, ignoringCase, SPACE } from '../python/patterns.ts';
import type { Finding, Span } from '../span.ts';
import { LANG2ACT_TAGS } from './lang2actFormat.ts';
import type { FormatCheck } from './lang2actFormat.ts';
import { LANG2ACT_ALLOWED } from './lang2actTools.ts';
import type { SeenTool, ToolScore } from './lang2actTools.ts';
import { counted, quoted } from './wording.ts';

/** Spaces that are no white space in Python, and what people put between `Image` and its number beside white space. */
const BETWEEN = '[-#:_(\\[\\u00ad\\u200b\\u2060\\ufeff]';

const TOOL = new RegExp(`${ignoringCase('<tool')}(?![A-Za-z0-9_-])`, 'gu');
const CLOSING = new RegExp(ignoringCase('</tool>'), 'gu');
const NEAR_TAG = new RegExp(
  `<${SPACE}{0,8}(?:/${SPACE}{0,8})?(?:${LANG2ACT_TAGS.map(ignoringCase).join('|')})(?![A-Za-z0-9_-])[^<>]{0,200}>`,
  'gu',
);
const EXACT_TAG = new RegExp(`^</?(?:${LANG2ACT_TAGS.map(ignoringCase).join('|')})>$`, 'u');
const NUMBERED = new RegExp(
  `${ignoringCase('image')}${ignoringCase('s')}?${SPACE}{0,8}${BETWEEN}?${SPACE}{0,8}(${DIGIT}+)`,
  'gu',
);
const NAMED = new RegExp(`^${ignoringCase('image')}${SPACE}+${DIGIT}`, 'u');
const LIST = new RegExp(
  `${ignoringCase('image')}${SPACE}+${DIGIT}+${SPACE}{0,8}(?:,|&|and|or)${SPACE}{1,8}(${DIGIT}{1,15})(?!${DIGIT})`,
  'gu',
);

/** The pieces of a tool call's opening, in the order in which the reward's pattern asks for them. */
const OPENING: readonly { readonly piece: RegExp; readonly missing: string }[] = [
  [`${SPACE}+${ignoringCase('name=')}`, 'right after `<tool` and white space it asks for `name=`'],
  [`["']`, 'the name must stand in quotes'],
  [`[^"']+`, 'the name is empty'],
  [`["']`, 'the quote around the name is never closed'],
  [`${SPACE}+${ignoringCase('args=')}`, 'after the name and white space it asks for `args=`'],
  [`["']`, 'the args must stand in quotes'],
  [`[^"']+`, 'the args are empty, and it asks for one character at least'],
  [`["']`, 'the quote around the args is never closed'],
  [`${SPACE}*>`, 'any quote, of either kind, ends the args, and `>` must follow'],
].map(([source = '', missing = '']) => ({ piece: new RegExp(source, 'uy'), missing }));

/** Tags that a person reads as think, description or answer and that the reward does not, as findings. */
export function tagNotes(response: string): Finding[] {
  const notes: Finding[] = [];
  for (const match of response.matchAll(NEAR_TAG)) {
    if (EXACT_TAG.test(match[0])) continue;
    const message = `${quoted(match[0])} is not a tag for the reward: it reads tags only without spaces and attributes.`;
    notes.push(warning('tag-not-read', message, match.index, match.index + match[0].length));
  }
  return notes;
}

/**
 * Where the tool score of a valid response sees less, or other, than a person would. `numImages` is the number that
 * was used; `isDefault` says that the record had none.
 */
export function toolNotes(
  response: string,
  parsed: NonNullable<FormatCheck['parsed']>,
  tools: readonly SeenTool[],
  scored: ToolScore,
  numImages: number,
  isDefault: boolean,
): Finding[] {
  const notes = unseenTools(response, parsed.description, tools);
  if (isDefault && scored.comparedImage !== null) {
    const { start, end } = scored.comparedImage;
    const message =
      'The record does not say how many images the request had: the reward takes ' +
      `${counted(numImages, 'image')}, its default.`;
    notes.push({ code: 'num-images-default', severity: 'information', span: { start, end }, message });
  }
  for (const span of scored.tooLong) {
    const message =
      'This number has more than 4300 digits: the reference, run by CPython 3.11, fails on it with a ValueError ' +
      'and pays no reward at all. Here the number is taken as it is.';
    notes.push({ code: 'number-too-long', severity: 'warning', span, message });
  }
  notes.push(...imageNotes(response, parsed.think, numImages));
  for (const tool of tools) {
    const name = response.slice(tool.name.start, tool.name.end);
    if (!LANG2ACT_ALLOWED.has(name)) notes.push(...caseNote(name, tool.name));
    else notes.push(...imageNotes(response, tool.args, numImages));
  }
  return notes;
}

function warning(code: string, message: string, start: number, end: number): Finding {
  return { code, severity: 'warning', span: { start, end }, message };
}

function caseNote(name: string, { start, end }: Span): Finding[] {
  const meant = name.toLowerCase();
  if (!LANG2ACT_ALLOWED.has(meant)) return [];
  const message = `The reward knows \`${meant}\`, in lower case; for it ${quoted(name)} is an unknown tool.`;
  return [warning('tool-name-case', message, start, end)];
}

/** Tool calls, as a person reads them, that are not among those that the reward sees. */
function unseenTools(response: string, description: Span, tools: readonly SeenTool[]): Finding[] {
  const notes: Finding[] = [];
  const lastClosing = lastClosingBefore(response, description);
  let next = 0;
  for (const match of response.matchAll(TOOL)) {
    const start = match.index;
    const end = start + match[0].length;
    while ((tools[next]?.span.end ?? Infinity) <= start) next++;
    const covering = tools[next];
    if (covering?.span.start === start) continue;
    if (start < description.start || start >= description.end) {
      const message = 'This tool call stands outside of the description; the reward does not look at it.';
      notes.push(warning('tool-not-counted', message, start, end));
    } else if (covering !== undefined && covering.span.start < start) {
      const name = quoted(response.slice(covering.name.start, covering.name.end));
      const message = `The reward does not see this tool call: it takes it as text of the call of ${name} around it.`;
      notes.push(warning('tool-not-seen', message, start, end));
    } else {
      const { missing, stop } = firstMissing(response, end, description.end, lastClosing);
      const message = `The reward does not see this tool call, and neither pays nor deducts for it: ${missing}.`;
      notes.push(warning('tool-not-seen', message, start, stop));
    }
  }
  return notes;
}

/** Where the last `</tool>` of the description begins; -1 without one. */
function lastClosingBefore(response: string, { start, end }: Span): number {
  let last = -1;
  for (const match of response.slice(start, end).matchAll(CLOSING)) last = start + match.index;
  return last;
}

/** What the reward's pattern misses in a call whose `<tool` ends at `from`, and how far the call was read. */
function firstMissing(
  response: string,
  from: number,
  limit: number,
  lastClosing: number,
): { readonly missing: string; readonly stop: number } {
  let at = from;
  for (const { piece, missing } of OPENING) {
    piece.lastIndex = at;
    if (!piece.test(response) || piece.lastIndex > limit) return { missing, stop: at };
    at = piece.lastIndex;
  }
  const missing = lastClosing < at ? 'no `</tool>` follows it' : 'a call before it is not closed';
  return { missing, stop: at };
}

/** What names an image for a person and not for the reward, in think or in args. */
function imageNotes(response: string, { start, end }: Span, numImages: number): Finding[] {
  const notes: Finding[] = [];
  const text = response.slice(start, end);
  for (const match of text.matchAll(NUMBERED)) {
    if (NAMED.test(match[0])) continue;
    const message = `${quoted(match[0])} names no image for the reward: it reads \`Image\`, white space and a number.`;
    notes.push(
      warning('image-not-read', message, start + match.index, start + match.index + match[0].length),
    );
  }
  for (const match of text.matchAll(LIST)) {
    const image = readInt(match[1] ?? '0');
    if (image < 1 || image > numImages) continue;
    const message = `Of ${quoted(match[0])} the reward reads the first number only.`;
    notes.push(
      warning('image-list-not-read', message, start + match.index, start + match.index + match[0].length),
    );
  }
  return notes;
}
