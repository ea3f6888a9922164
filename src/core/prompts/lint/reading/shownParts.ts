import { partitionPoint } from '../../../binarySearch.ts';
import type { Span } from '../../../span.ts';
import { KNOWN_TAGS, TOOL_TAG } from '../../../trajectory/dialects/tags.ts';
import { contentKind, isEvident, mayBeWritten, type ContentKind } from './content.ts';
import { findLabel, findQuestion, LABEL } from './exampleLead.ts';
import { Fences } from './fences.ts';
import { findTags, findTagPairs, type PromptTag, type TagPair } from './promptTags.ts';
import { isRefused } from './refusals.ts';
import { SpanIndex } from '../../../spanIndex.ts';
import { isStructural } from './structural.ts';

/** A tagged part that a prompt shows. */
export interface ShownBlock extends TagPair {
  readonly kind: Exclude<ContentKind, 'mention'>;
}

/**
 * Tagged parts that belong together. `example`: what a model would write, in full. `form`: the tags with placeholders
 * or instructions between them. `part`: a single tagged part that contains what a model would write.
 */
export interface Shown {
  readonly kind: 'example' | 'form' | 'part';
  readonly blocks: readonly ShownBlock[];
  /**
   * What the prompt presents as the response; for an example, this includes text before, between, and after its tags.
   */
  readonly span: Span;
  /** From the text that leads to the example (its heading, its question) to its end. */
  readonly region: Span;
  /** The Markdown fence that contains only it; null if there is none. */
  readonly fence: Span | null;
}

/** The responses and tagged parts that a rendered prompt shows. */
export interface ShownParts {
  /** All tags outside of counterexamples. */
  readonly tags: readonly PromptTag[];
  /** All pairs of tags that neither structure the prompt itself nor are only mentioned. */
  readonly blocks: readonly ShownBlock[];
  readonly shown: readonly Shown[];
  /** Tags that structure the prompt itself, such as `<question>{{ content }}</question>`. */
  readonly structural: readonly TagPair[];
}

/** Words that introduce a whole response, not a part of one. */
const LEADS =
  /\bexamples?\b|\bdemonstrations?\b|\bin-context\b|\bfew-shot\b|(?:^|\n)[ \t>*#_`-]*(?:[^\W_]\w* )?(?:respon[ds]e?|output|assistant|model)[^\n:]{0,20}:/i;
const SPEAKER =
  /(?:^|\n)[ \t>*#_`-]*(?:your |the |model'?s? |example |sample |expected |correct |ideal |good )*(?:respon[ds]e?|respons|output|assistant|reply|completion|model)(?: \d+)?[ \t*_]*:[ \t*_]*/gi;
const TURN =
  /^[ \t>*#_`[(<-]*(?:user|human|observation|environment|system|tool|search results?|image|information|returned|results?|turn)\b/im;
/** The largest distance, in characters, between an example and its heading. */
const FARTHEST_LABEL = 1500;
/** The largest distance, in characters, between an example without a heading and its question. */
const FARTHEST_QUESTION = 400;
/** The most text between two tags of a response, in characters. */
const LONGEST_GAP = 160;
/** The most text, in characters, in a tag that is never closed. */
const LONGEST_UNCLOSED = 4000;

const isBlank = (text: string): boolean => /^[\s`]*$/.test(text.replaceAll(/\\[nrt]/g, ''));

/**
 * Finds the responses that `text` shows.
 * @param question the text that replaces the question
 * @param wrong the parts of the text that it shows as wrong
 */
export function findShownParts(text: string, question: string, wrong: SpanIndex): ShownParts {
  const tags = findTags(text).filter(({ span }) => !wrong.hasAround(span));
  const pairs = findTagPairs(tags, text);
  const responses = new SpanIndex(
    pairs.filter(({ name }) => KNOWN_TAGS.has(name.toLowerCase())).map(({ span }) => span),
  );
  const questions = new SpanIndex(placesOf(text, question));
  const structural = pairs.filter((pair) => isStructural(pair, responses, text, questions));
  const dividing = new Set(structural);
  const fences = new Fences(text);
  const blocks: ShownBlock[] = [];
  for (const pair of pairs) {
    if (dividing.has(pair) || isQuoted(text, pair.open.span) || isRefused(text, pair.open.span)) continue;
    const kind = contentKind(text.slice(pair.content.start, pair.content.end));
    if (kind !== 'mention') blocks.push({ ...pair, kind });
  }
  let covered = 0;
  const outer = blocks.filter(({ kind, span }) => {
    const isInside = span.end <= covered;
    if (kind !== 'empty') covered = Math.max(covered, span.end);
    return !isInside;
  });
  const shown: Shown[] = [];
  let previousEnd = 0;
  for (const held of groupBlocks(text, outer, fences)) {
    const first = held[0];
    const last = held.at(-1);
    // Tool calls without other blocks are a list of tools, and are read as one.
    if (first === undefined || last === undefined || held.every(isCall)) continue;
    const labelStart = findLabelStart(text, previousEnd, first.span.start);
    const labeled = labelStart !== null;
    const group = labeled ? asWritten(text, held) : held;
    const unclosed = unclosedEnd(text, tags, group);
    const unopened = unopenedStart(text, tags, first.span.start, previousEnd);
    const tagSpan = { start: unopened ?? first.span.start, end: unclosed ?? last.span.end };
    const led =
      labeled || LEADS.test(text.slice(Math.max(previousEnd, tagSpan.start - FARTHEST_LABEL), tagSpan.start));
    const isReal = led || isEvident(text.slice(tagSpan.start, tagSpan.end));
    const concrete = isReal ? group.filter((block) => block.kind === 'concrete') : [];
    const whole = isReal && (isWhole(group) || (unclosed !== null && labeled));
    const fence = fences.around(tagSpan);
    const span = whole ? presentedSpan(text, tagSpan, previousEnd, fence?.content ?? null) : tagSpan;
    const isAlone =
      fence !== null &&
      isBlank(text.slice(fence.content.start, span.start)) &&
      isBlank(text.slice(span.end, fence.content.end));
    const region = {
      start: whole ? (labelStart ?? questionStart(text, previousEnd, span.start)) : span.start,
      end: span.end,
    };
    const about = { region, fence: isAlone ? fence.span : null };
    if (whole) shown.push({ kind: 'example', blocks: group, span, ...about });
    else {
      if (concrete.length === 0 || concrete.length < group.length)
        shown.push({ kind: 'form', blocks: group, span, ...about });
      for (const block of concrete)
        shown.push({ kind: 'part', blocks: [block], span: block.span, ...about, fence: null });
    }
    previousEnd = span.end;
  }
  return { tags, blocks, shown, structural };
}

function placesOf(text: string, part: string): Span[] {
  const places: Span[] = [];
  for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + part.length))
    places.push({ start, end: start + part.length });
  return places;
}

/** Whether an opening tag is alone in backticks: the prompt mentions it rather than using it. */
const isQuoted = (text: string, { start, end }: Span): boolean =>
  text.charAt(start - 1) === '`' && text.charAt(end) === '`' && text.charAt(end + 1) !== '`';

/** Tags that end a turn of a conversation: the model does not write the text after them. */
const ENDS_A_TURN = new Set(['search', 'bbox', 'function', 'tool_call', 'action', 'code', 'query', 'tool']);

/** Whether a group is a complete response: a single turn of a conversation is not. */
function isWhole(group: readonly ShownBlock[]): boolean {
  const last = group.at(-1);
  const names = new Set(group.map(lowerName));
  return (
    names.size > 1 &&
    last !== undefined &&
    !ENDS_A_TURN.has(lowerName(last)) &&
    // An empty part belongs to a response whose other parts are not empty.
    group.every(({ kind }) => kind === 'concrete' || kind === 'empty') &&
    group.filter(({ kind }) => kind === 'concrete').length > group.length / 2
  );
}

/** A group in an example: if half of it is what a model would write, then so is text that could be an instruction. */
function asWritten(text: string, group: readonly ShownBlock[]): readonly ShownBlock[] {
  if (group.filter(({ kind }) => kind === 'concrete').length < group.length / 2) return group;
  return group.map((block) =>
    block.kind === 'placeholder' && mayBeWritten(text.slice(block.content.start, block.content.end))
      ? { ...block, kind: 'concrete' }
      : block,
  );
}

/** The end of a response whose last tag is opened and never closed; null if all of its tags are closed. */
function unclosedEnd(text: string, tags: readonly PromptTag[], group: readonly ShownBlock[]): number | null {
  const last = group.at(-1);
  if (last === undefined || group.some(({ kind }) => kind !== 'concrete')) return null;
  const next = tags[partitionPoint(tags.length, (index) => startOf(tags[index]) < last.span.end)];
  if (next === undefined || next.closes || !KNOWN_TAGS.has(next.name.toLowerCase())) return null;
  const repeats = group.some((block) => lowerName(block) === next.name.toLowerCase());
  if (repeats || !isBlank(text.slice(last.span.end, next.span.start))) return null;
  const rest = text.slice(next.span.end, next.span.end + LONGEST_UNCLOSED);
  const end = rest.search(/\n[ \t]*\n|\n[ \t]*(?:`{3}|#)|$/);
  const content = rest.slice(0, end);
  return contentKind(content.replaceAll(/<[^<>]*>/g, '')) === 'concrete'
    ? next.span.end + content.trimEnd().length
    : null;
}

/**
 * The start of a response whose first tag is closed and never opened: after the words that name the speaker; null if
 * the tags before `start` are complete.
 */
function unopenedStart(text: string, tags: readonly PromptTag[], start: number, from: number): number | null {
  // Tags do not overlap, so that the one before the first tag that begins at `start` or later ends before it.
  const closing = tags[partitionPoint(tags.length, (index) => startOf(tags[index]) < start) - 1];
  if (closing?.closes !== true || !KNOWN_TAGS.has(closing.name.toLowerCase())) return null;
  if (closing.span.start < from || !isBlank(text.slice(closing.span.end, start))) return null;
  const lead = text.slice(from, closing.span.start);
  const spoken = [...lead.matchAll(SPEAKER)].at(-1);
  if (spoken === undefined) return null;
  const said = lead.slice(spoken.index + spoken[0].length);
  return /<\/?\w+>/.test(said) ? null : closing.span.start - said.trimStart().length;
}

const startOf = (tag: PromptTag | undefined): number => tag?.span.start ?? Infinity;

/** Blocks that belong to one response, with what is known of them so far. */
interface Group {
  readonly blocks: ShownBlock[];
  readonly names: Set<string>;
  hasConcrete: boolean;
}

function groupBlocks(text: string, blocks: readonly ShownBlock[], fences: Fences): ShownBlock[][] {
  const groups: Group[] = [];
  for (const block of blocks) {
    let group = groups.at(-1);
    if (group === undefined || !continuesResponse(text, group, block, fences)) {
      group = { blocks: [], names: new Set(), hasConcrete: false };
      groups.push(group);
    }
    group.blocks.push(block);
    group.names.add(lowerName(block));
    group.hasConcrete ||= block.kind === 'concrete';
  }
  return groups.map((group) => group.blocks);
}

const lowerName = (block: TagPair): string => block.name.toLowerCase();
const isCall = (block: TagPair): boolean =>
  lowerName(block) === TOOL_TAG && block.open.attributes.trim() !== '';

/** Whether a gap begins or ends with an unpaired tag, so that it is part of the response. */
const isBroken = (gap: string): boolean =>
  [/^\s*<\/?(\w+)>/, /<\/?(\w+)>\s*$/].some((pattern) =>
    KNOWN_TAGS.has(pattern.exec(gap)?.[1]?.toLowerCase() ?? ''),
  );

/** Whether `block` continues the response that `group` shows so far. */
function continuesResponse(
  text: string,
  { blocks, names, hasConcrete }: Group,
  block: ShownBlock,
  fences: Fences,
): boolean {
  const first = blocks[0];
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return false;
  const gap = text.slice(last.span.end, block.span.start);
  const repeats = names.has(lowerName(block));
  const answered = lowerName(last) === 'answer';
  // A tag that is never closed, or never opened, breaks a response but does not end it.
  if (isBlank(gap.replaceAll(/<\/?\w+>/g, ''))) return !(answered && repeats);
  const concrete = block.kind === 'concrete' && hasConcrete;
  if (!concrete || answered || LABEL.test(gap) || gap.length > LONGEST_GAP * 4) return false;
  const together = fences.around({ start: last.span.start, end: block.span.end }) !== null;
  const { start } = first.span;
  if (!together && !LEADS.test(text.slice(Math.max(0, start - FARTHEST_LABEL), start))) return false;
  if (repeats) return TURN.test(gap);
  return together || isBroken(gap) || (gap.length <= LONGEST_GAP && !/\n[ \t]*\n/.test(gap));
}

/** The start of the words that introduce an example at `start`; null if there are none. */
function findLabelStart(text: string, from: number, start: number): number | null {
  const earliest = Math.max(from, start - FARTHEST_LABEL);
  const label = findLabel(text.slice(earliest, start));
  return label === null ? null : earliest + label;
}

/** The start of the question that an example at `start` answers; `start` if none leads to it. */
function questionStart(text: string, from: number, start: number): number {
  const earliest = Math.max(from, start - FARTHEST_QUESTION);
  const question = findQuestion(text.slice(earliest, start));
  return question === null ? start : earliest + question;
}

/**
 * The response as the prompt presents it: from the words that name the speaker ("Response:"), so that text before the
 * first tag counts; otherwise from the first tag.
 */
function presentedSpan(text: string, tags: Span, from: number, fence: Span | null): Span {
  const earliest = Math.max(from, tags.start - LONGEST_GAP * 2, fence?.start ?? 0);
  const lead = text.slice(earliest, tags.start);
  let start = tags.start;
  for (const match of lead.matchAll(SPEAKER)) {
    const said = lead.slice(match.index + match[0].length);
    const isSpeech = said.trim() !== '' && !/\n[ \t]*\n|```/.test(said.trimEnd());
    start = isSpeech ? tags.start - said.trimStart().length : tags.start;
  }
  let end = tags.end;
  if (fence !== null) {
    const rest = text.slice(tags.end, fence.end).trimEnd();
    if (rest.trim() !== '' && rest.length <= LONGEST_GAP * 2 && !TURN.test(rest) && !LABEL.test(rest))
      end = tags.end + rest.length;
  }
  return { start, end };
}
