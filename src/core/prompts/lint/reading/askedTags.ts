import type { Span } from '../../../span.ts';
import { KNOWN_TAGS } from '../../../trajectory/dialects/tags.ts';
import type { PromptTag } from './promptTags.ts';
import { isRefused, LONGEST_SENTENCE, sentenceBefore } from './refusals.ts';
import type { ShownParts } from './shownParts.ts';
import { SpanIndex } from '../../../spanIndex.ts';

/** A tag that a prompt asks for, outside of its examples. */
export interface AskedTag {
  /** As it is written. */
  readonly name: string;
  /** Each opening and closing tag with that spelling. */
  readonly tags: readonly PromptTag[];
  /** Where the prompt first asks for it. */
  readonly span: Span;
}

/** Tags of documents, not of responses. */
const MARKUP = new Set(
  'a b i u s p em strong div span table thead tbody tr td th ul ol li h1 h2 h3 h4 h5 h6 code pre sub sup center font html body head small big xml svg math'.split(
    ' ',
  ),
);

/** Words for what somebody else writes: the environment, or the result of a tool, a search, or the user. */
const GIVEN =
  /\b(?:returns|returned|returning|(?:will|would|may|can|to) return|(?:function|tool|search|api|system|call)(?:['’]s)? responses? (?:is|are|will)|you (?:will|can|may) (?:receive|get|find|see|be given)|environment|feedback)\b/i;
/** Words for a location, which may be in the model's own text. */
const STANDS =
  /\b(?:will be|is|are) (?:then )?(?:given|provided|shown|placed|inserted|returned|enclosed|wrapped|delimited)\b|\b(?:comes?|arrives?|appears?|follows?)(?: back)? (?:between|in|inside|within)\b/i;
/** The same in Chinese, where the verb may come after the tag. */
const GIVEN_IN_CHINESE =
  /(?:系统|环境|工具|搜索引擎|检索器|用户)(?:会|将|就)[^，。；]*$|(?:检索|搜索|返回)的?结果[^，。；]*$/;
/** What such a sentence mentions first: the model's own text (captured), or something that the model is given. */
const SPOKEN_OF =
  /\b(?:(reason|reasoning|rationale|think|thinking|thoughts?|answers?(?! (?:options?|choices|candidates))|analysis|solution|conclusion|explanation|evidences?|verdict)|questions?|quer(?:y|ies)|results?|retriev\w+|search\w*|functions?|tools?|documents?|passages?|context|options|choices|history)\b/i;
/** The tags that a rendered prompt asks for: those that it names outside of examples and does not forbid. */
export function findAskedTags(text: string, { tags, shown, structural }: ShownParts): readonly AskedTag[] {
  const examples = new SpanIndex(shown.filter(({ kind }) => kind === 'example').map(({ span }) => span));
  const dividers = new Set(structural.flatMap(({ open, close }) => [open, close]));
  // A markup tag in a form next to response tags is a response tag too: <think>, then <code>.
  const inForms = new Set(
    shown
      .map(({ kind, blocks }) => (kind === 'form' ? blocks.map(({ name }) => name.toLowerCase()) : []))
      .filter((names) => names.some((name) => KNOWN_TAGS.has(name)))
      .flat(),
  );
  const isMarkup = (name: string): boolean => MARKUP.has(name) && !inForms.has(name);
  const closed = new Set(tags.filter(({ closes }) => closes).map(({ name }) => name.toLowerCase()));
  const byName = new Map<string, PromptTag[]>();
  for (const tag of tags) {
    const { start } = tag.span;
    if (dividers.has(tag) || isMarkup(tag.name.toLowerCase())) continue;
    if (examples.hasAt(start)) continue;
    if (!tag.closes && isRefused(text, tag.span)) continue;
    const list = byName.get(tag.name) ?? [];
    list.push(tag);
    byName.set(tag.name, list);
  }
  const asked: AskedTag[] = [];
  for (const [name, list] of byName) {
    const first = list[0];
    if (first === undefined || !isAskedFor(text, list, closed)) continue;
    asked.push({ name, tags: list, span: first.span });
  }
  return asked;
}

/** Whether the words before a tag say that the model is given it, rather than writes it. */
export function isGiven(text: string, { span }: PromptTag): boolean {
  const before = sentenceBefore(text, span.start);
  return (
    GIVEN.test(before) ||
    GIVEN_IN_CHINESE.test(before) ||
    (STANDS.test(before) && SPOKEN_OF.exec(before)?.[1] === undefined)
  );
}

/**
 * Whether the model is asked to write a tag: it is closed somewhere or called a tag, and is not part of the model's
 * input.
 * @param closed names that are closed somewhere, in lowercase
 */
function isAskedFor(text: string, tags: readonly PromptTag[], closed: ReadonlySet<string>): boolean {
  const opening = tags.find((tag) => !tag.closes);
  if (opening === undefined) return false;
  if (isGiven(text, opening)) return false;
  if (closed.has(opening.name.toLowerCase())) return true;
  if (isQuotedAsTag(text, opening)) return true;
  const line = text.slice(opening.span.end, opening.span.end + 120).split(/[\n.]/)[0] ?? '';
  const before = sentenceBefore(text, opening.span.start);
  return (
    /^[\s`'"*]*(?:tags?|blocks?|elements?|section)\b/i.test(line) ||
    /\btags?\b[^.]*$/i.test(before) ||
    /^[\s`'"*]*(?:(?:,|and|or|&)[\s,`'"]*(?:and\s+|or\s+)?`?<\/?[\w-]+>[\s`'"*]*)+(?:tags?|blocks?)\b/i.test(
      line,
    )
  );
}

/** Whether a tag is in backticks, or begins a line that says what it is for, next to other response tags. */
function isQuotedAsTag(text: string, { span }: PromptTag): boolean {
  if (text.charAt(span.start - 1) !== '`' || text.charAt(span.end) !== '`') return false;
  const before =
    text
      .slice(Math.max(0, span.start - LONGEST_SENTENCE), span.start)
      .split('\n')
      .at(-1) ?? '';
  const after = text.slice(span.end, span.end + LONGEST_SENTENCE).split('\n', 1)[0] ?? '';
  return [...`${before}${text.slice(span.start, span.end)}${after}`.matchAll(/<([a-z_]+)>/gi)].some(
    ([, name = '']) => KNOWN_TAGS.has(name.toLowerCase()),
  );
}
