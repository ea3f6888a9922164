import { ignoringCase, SPACE } from '../python/patterns.ts';
import { stripSpan } from '../python/strip.ts';
import type { Span } from '../span.ts';
import type { EntryParts } from './parts.ts';
import { times } from './wording.ts';

/** The tags that Lang2Act asks for, in their order. */
export const LANG2ACT_TAGS = ['think', 'description', 'answer'] as const;
export type Lang2ActTag = (typeof LANG2ACT_TAGS)[number];

/** One error of the format check. */
export interface FormatError {
  readonly code: 'tag-count' | 'tag-malformed' | 'tag-order' | 'tool-leakage';
  /** The reference's own words. */
  readonly message: string;
  /** A sentence: what is so in this response. */
  readonly detail: string;
  /** Where; null where the text has nothing to point at. */
  readonly span: Span | null;
}

/** What Lang2Act's format check answers: `parsed` has the contents, stripped, and is null where the format is not valid. */
export interface FormatCheck {
  readonly valid: boolean;
  readonly errors: readonly FormatError[];
  readonly parsed: Readonly<Record<Lang2ActTag, Span>> | null;
}

interface TagPlaces {
  readonly opened: Span[];
  readonly closed: Span[];
}

interface TagPair {
  readonly open: Span;
  readonly close: Span;
}

const TAG = new RegExp(
  `<(/?)(?:(${ignoringCase('think')})|(${ignoringCase('description')})|${ignoringCase('answer')})>`,
  'gu',
);

/** The part of a tool call that counts for leakage: from `<tool` to the quote that ends the name. */
const TOOL_OPENING = new RegExp(
  `${ignoringCase('<tool')}${SPACE}+${ignoringCase('name=')}["'][^"']+["']`,
  'gu',
);

/** Every exact tag of `response`, found in one pass: no tag can begin inside another. */
export function findTags(response: string): Readonly<Record<Lang2ActTag, TagPlaces>> {
  const places = {
    think: { opened: [], closed: [] },
    description: { opened: [], closed: [] },
    answer: { opened: [], closed: [] },
  } satisfies Record<Lang2ActTag, TagPlaces> as Record<Lang2ActTag, TagPlaces>;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(response); match !== null; match = TAG.exec(response)) {
    const tag = match[2] !== undefined ? 'think' : match[3] !== undefined ? 'description' : 'answer';
    const list = match[1] === '' ? places[tag].opened : places[tag].closed;
    list.push({ start: match.index, end: TAG.lastIndex });
  }
  return places;
}

/** The openings that the leakage check counts in `text`, left to right. */
export function toolOpenings(text: string): Span[] {
  const found: Span[] = [];
  TOOL_OPENING.lastIndex = 0;
  for (let match = TOOL_OPENING.exec(text); match !== null; match = TOOL_OPENING.exec(text)) {
    found.push({ start: match.index, end: TOOL_OPENING.lastIndex });
  }
  return found;
}

/**
 * Lang2Act's strict format check (`check_strict_format` of its tool stage): each tag once and opened before it is
 * closed, where the first failure ends the check; then both orders, each reported; then leakage of tool calls out
 * of the description. Spans are UTF-16 offsets into `response`.
 */
export function checkLang2ActFormat(response: string): FormatCheck {
  const places = findTags(response);
  const think = pairOf('think', places.think);
  if ('code' in think) return invalid([think]);
  const description = pairOf('description', places.description);
  if ('code' in description) return invalid([description]);
  const answer = pairOf('answer', places.answer);
  if ('code' in answer) return invalid([answer]);

  const orderErrors: FormatError[] = [];
  if (think.close.start > description.open.end) {
    orderErrors.push(orderError('description', 'think', description));
  }
  if (description.close.start > answer.open.end) {
    orderErrors.push(orderError('answer', 'description', answer));
  }
  if (orderErrors.length > 0) return invalid(orderErrors);

  const parsed = {
    think: stripSpan(response, think.open.end, think.close.start),
    description: stripSpan(response, description.open.end, description.close.start),
    answer: stripSpan(response, answer.open.end, answer.close.start),
  };
  const leak = leakage(response, parsed.description);
  return leak === null ? { valid: true, errors: [], parsed } : invalid([leak]);
}

function invalid(errors: readonly FormatError[]): FormatCheck {
  return { valid: false, errors, parsed: null };
}

function pairOf(tag: Lang2ActTag, { opened, closed }: TagPlaces): TagPair | FormatError {
  const [open] = opened;
  const [close] = closed;
  if (opened.length !== 1 || closed.length !== 1 || open === undefined || close === undefined) {
    return {
      code: 'tag-count',
      message: `Tag <${tag}> must appear exactly once.`,
      detail: `It is opened ${times(opened.length)} and closed ${times(closed.length)}.`,
      span: opened[1] ?? closed[1] ?? open ?? close ?? null,
    };
  }
  if (open.start >= close.start) {
    return {
      code: 'tag-malformed',
      message: `Tag <${tag}> malformed.`,
      detail: 'It is closed before it is opened.',
      span: close,
    };
  }
  return { open, close };
}

function orderError(later: Lang2ActTag, earlier: Lang2ActTag, { open }: TagPair): FormatError {
  return {
    code: 'tag-order',
    message: `Order Error: <${later}> must follow <${earlier}>.`,
    detail: `<${later}> is opened before <${earlier}> is closed.`,
    span: open,
  };
}

function leakage(response: string, description: Span): FormatError | null {
  const all = toolOpenings(response);
  const inside = toolOpenings(response.slice(description.start, description.end)).length;
  if (all.length === inside) return null;
  const outside = all.find((opening) => opening.start < description.start || opening.end > description.end);
  return {
    code: 'tool-leakage',
    message: `Tool Leakage: ${all.length} total tools, but only ${inside} inside <description>.`,
    detail: 'Tool calls are allowed only inside <description>.',
    span: outside ?? null,
  };
}

/** One deduction for a format that is not valid, in the reference's words and what is so in this response. */
export function formatDeduction(errors: readonly FormatError[]): EntryParts {
  const [first] = errors;
  const reason = errors.map(({ message, detail }) => `${message} ${detail}`).join(' ');
  return {
    code: first?.code ?? 'format-not-valid',
    amount: '-1',
    reason: `The format is not valid. ${reason}`,
    span: first?.span ?? null,
    tool: null,
  };
}
