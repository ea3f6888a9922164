import { t } from '../../t.ts';
import { stripSpan } from '../../python/strip.ts';
import type { Span } from '../../span.ts';
import { closingEnd, findTagPlaces, openingEnd } from './tagPlaces.ts';
import type { Lang2ActTag, TagPlaces, PlacesOfTag } from './tagPlaces.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { COUNTED_STEPS, readToolOpening } from './toolOpenings.ts';
import type { ToolOpening } from './toolOpenings.ts';
import { closedPhrase, openedPhrase } from '../explanation/wording.ts';

/** One error of the format check. */
export interface FormatError {
  readonly code: 'tag-count' | 'tag-malformed' | 'tag-order' | 'tool-leakage';
  /** The reference's own words. */
  readonly message: string;
  /** A sentence: what is wrong in this response. */
  readonly detail: string;
  /** The place of the error; null if the text has none. */
  readonly span: Span | null;
}

/** The contents of the tags, stripped. */
export type Contents = Readonly<Record<Lang2ActTag, Span>>;

/** The result of Lang2Act's format check. */
export interface FormatCheck {
  readonly valid: boolean;
  readonly errors: readonly FormatError[];
  /** Null if the format is not valid. */
  readonly parsed: Contents | null;
  /** Every `<tool` of the response, left to right; empty if the check ended before it looked at them. */
  readonly openings: readonly ToolOpening[];
  readonly tagPlaces: TagPlaces;
}

/**
 * Lang2Act's strict format check (`check_strict_format` of its tool stage): each tag once and opened before it is
 * closed, where the first failure ends the check; then both orders, each reported; then tool calls that leak out of the
 * description. Spans are UTF-16 offsets into `response`.
 */
export function checkLang2ActFormat(response: string): FormatCheck {
  const tagPlaces = findTagPlaces(response);
  const invalid = (errors: readonly FormatError[]): FormatCheck => ({
    valid: false,
    errors,
    parsed: null,
    openings: [],
    tagPlaces,
  });
  const { think, description, answer } = tagPlaces;
  const unpaired = pairError(think) ?? pairError(description) ?? pairError(answer);
  if (unpaired !== null) return invalid([unpaired]);

  const orderErrors: FormatError[] = [];
  if (think.close > openingEnd('description', description.open))
    orderErrors.push(orderError(description, 'think'));
  if (description.close > openingEnd('answer', answer.open))
    orderErrors.push(orderError(answer, 'description'));
  if (orderErrors.length > 0) return invalid(orderErrors);

  const parsed = {
    think: stripSpan(response, openingEnd('think', think.open), think.close),
    description: stripSpan(response, openingEnd('description', description.open), description.close),
    answer: stripSpan(response, openingEnd('answer', answer.open), answer.close),
  };
  const openings = tagPlaces.toolOpenings.map((start) => readToolOpening(response, start));
  const leak = leakage(parsed.description, openings);
  return leak === null ? { valid: true, errors: [], parsed, openings, tagPlaces } : invalid([leak]);
}

/** The error of a tag that must be opened once, and closed once after that; null if there is none. */
function pairError({ tag, opened, closed, open, close, again }: PlacesOfTag): FormatError | null {
  if (opened !== 1 || closed !== 1) {
    const only = open >= 0 ? openingAt(tag, open) : close >= 0 ? closingAt(tag, close) : null;
    return {
      code: 'tag-count',
      message: `Tag <${tag}> must appear exactly once.`,
      detail: t('It is {0} and {1}.', openedPhrase(opened), closedPhrase(closed)),
      span: again ?? only,
    };
  }
  if (open < close) return null;
  return {
    code: 'tag-malformed',
    message: `Tag <${tag}> malformed.`,
    detail: t('It is closed before it is opened.'),
    span: closingAt(tag, close),
  };
}

const openingAt = (tag: Lang2ActTag, start: number): Span => ({ start, end: openingEnd(tag, start) });
const closingAt = (tag: Lang2ActTag, start: number): Span => ({ start, end: closingEnd(tag, start) });

function orderError({ tag, open }: PlacesOfTag, earlier: Lang2ActTag): FormatError {
  return {
    code: 'tag-order',
    message: `Order Error: <${tag}> must follow <${earlier}>.`,
    detail: t('<{0}> is opened before <{1}> is closed.', tag, earlier),
    span: openingAt(tag, open),
  };
}

/** The error if the counts of tool calls in the whole response and in the description alone differ. */
function leakage(description: Span, openings: readonly ToolOpening[]): FormatError | null {
  if (openings.every((opening) => isInDescription(opening, description))) return null;
  const all = countedOpenings(openings, 0, Infinity);
  const inside = countedOpenings(openings, description.start, description.end).length;
  if (all.length === inside) return null;
  const outside = all.find((opening) => !isInDescription(opening, description));
  return {
    code: 'tool-leakage',
    message: `Tool Leakage: ${all.length} total tools, but only ${inside} inside <description>.`,
    detail: t('Tool calls are allowed only inside <description>.'),
    span: outside === undefined ? null : { start: outside.start, end: outside.nameEnd + 1 },
  };
}

/** Whether the part of an opening that counts, if there is one, is in the description, so that it counts in both. */
function isInDescription({ start, steps, nameEnd }: ToolOpening, description: Span): boolean {
  return steps < COUNTED_STEPS || (start >= description.start && nameEnd < description.end);
}

/** The openings that the leakage check counts between two offsets: those with names, without overlaps. */
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

/** One deduction for an invalid format, with the reference's message and the details of this response. */
export function formatDeduction(errors: readonly FormatError[]): EntryParts {
  const [first] = errors;
  const reasons = errors.map(({ message, detail }) => `${message} ${detail}`);
  return {
    code: first?.code ?? 'format-not-valid',
    amount: '-1',
    reason: [t('The format is not valid.'), ...reasons].join(' '),
    span: first?.span ?? null,
    tool: null,
  };
}
