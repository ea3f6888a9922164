import { stripSpan } from '../python/strip.ts';
import type { Span } from '../span.ts';
import { findMarks } from './marks.ts';
import type { Lang2ActTag, Mark } from './marks.ts';
import type { EntryParts } from './parts.ts';
import { COUNTED_STEPS, readToolOpening } from './toolOpening.ts';
import type { ToolOpening } from './toolOpening.ts';
import { times } from './wording.ts';

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

/** The contents of the tags, stripped. */
export type Contents = Readonly<Record<Lang2ActTag, Span>>;

/** What Lang2Act's format check answers. */
export interface FormatCheck {
  readonly valid: boolean;
  readonly errors: readonly FormatError[];
  /** Null where the format is not valid. */
  readonly parsed: Contents | null;
  /** Every `<tool` of the response, left to right; empty where the check ended before it looked at them. */
  readonly openings: readonly ToolOpening[];
  readonly marks: readonly Mark[];
}

interface TagPair {
  readonly open: Mark;
  readonly close: Mark;
}

/**
 * Lang2Act's strict format check (`check_strict_format` of its tool stage): each tag once and opened before it is
 * closed, where the first failure ends the check; then both orders, each reported; then leakage of tool calls out
 * of the description. Spans are UTF-16 offsets into `response`.
 */
export function checkLang2ActFormat(response: string): FormatCheck {
  const marks = findMarks(response);
  const invalid = (errors: readonly FormatError[]): FormatCheck => ({
    valid: false,
    errors,
    parsed: null,
    openings: [],
    marks,
  });
  const think = pairOf('think', marks);
  if ('code' in think) return invalid([think]);
  const description = pairOf('description', marks);
  if ('code' in description) return invalid([description]);
  const answer = pairOf('answer', marks);
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
  const openings: ToolOpening[] = [];
  for (const { name, closes, start } of marks) {
    if (name === 'tool' && !closes) openings.push(readToolOpening(response, start));
  }
  const leak = leakage(parsed.description, openings);
  return leak === null ? { valid: true, errors: [], parsed, openings, marks } : invalid([leak]);
}

function pairOf(tag: Lang2ActTag, marks: readonly Mark[]): TagPair | FormatError {
  let opened = 0;
  let closed = 0;
  let open: Mark | null = null;
  let close: Mark | null = null;
  let second: Mark | null = null;
  for (const mark of marks) {
    if (mark.name !== tag) continue;
    if ((mark.closes ? closed++ : opened++) > 0) second ??= mark;
    else if (mark.closes) close = mark;
    else open = mark;
  }
  if (opened !== 1 || closed !== 1 || open === null || close === null) {
    return {
      code: 'tag-count',
      message: `Tag <${tag}> must appear exactly once.`,
      detail: `It is ${times('opened', opened)} and ${times('closed', closed)}.`,
      span: spanOf(second ?? open ?? close),
    };
  }
  if (open.start >= close.start) {
    return {
      code: 'tag-malformed',
      message: `Tag <${tag}> malformed.`,
      detail: 'It is closed before it is opened.',
      span: spanOf(close),
    };
  }
  return { open, close };
}

const spanOf = (mark: Mark | null): Span | null =>
  mark === null ? null : { start: mark.start, end: mark.end };

function orderError(later: Lang2ActTag, earlier: Lang2ActTag, { open }: TagPair): FormatError {
  return {
    code: 'tag-order',
    message: `Order Error: <${later}> must follow <${earlier}>.`,
    detail: `<${later}> is opened before <${earlier}> is closed.`,
    span: spanOf(open),
  };
}

/** The counts of the whole response and of the description by itself, which must be equal. */
function leakage(description: Span, openings: readonly ToolOpening[]): FormatError | null {
  if (openings.every((opening) => liesIn(opening, description))) return null;
  const all = countedOpenings(openings, 0, Infinity);
  const inside = countedOpenings(openings, description.start, description.end).length;
  if (all.length === inside) return null;
  const outside = all.find((opening) => !liesIn(opening, description));
  return {
    code: 'tool-leakage',
    message: `Tool Leakage: ${all.length} total tools, but only ${inside} inside <description>.`,
    detail: 'Tool calls are allowed only inside <description>.',
    span: outside === undefined ? null : { start: outside.start, end: outside.nameEnd + 1 },
  };
}

/** Whether what counts of an opening, if anything does, lies in the description: then it counts in both. */
function liesIn({ start, steps, nameEnd }: ToolOpening, description: Span): boolean {
  return steps < COUNTED_STEPS || (start >= description.start && nameEnd < description.end);
}

/** The openings that the leakage check counts between two offsets: named ones, none of which overlaps another. */
export function countedOpenings(openings: readonly ToolOpening[], from: number, to: number): ToolOpening[] {
  const found: ToolOpening[] = [];
  let free = from;
  for (const opening of openings) {
    if (opening.start < free || opening.steps < COUNTED_STEPS || opening.nameEnd >= to) continue;
    found.push(opening);
    free = opening.nameEnd + 1;
  }
  return found;
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
