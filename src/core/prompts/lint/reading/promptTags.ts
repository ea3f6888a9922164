import type { Span } from '../../../span.ts';

/** An opening or closing tag in a rendered prompt. */
export interface PromptTag {
  /** As it is written. */
  readonly name: string;
  readonly closes: boolean;
  /** The text after the name inside the brackets, including white space; usually empty. */
  readonly attributes: string;
  readonly span: Span;
}

/** An opening tag and the closing one that belongs to it. */
export interface TagPair {
  /** As written in the opening tag. */
  readonly name: string;
  readonly open: PromptTag;
  readonly close: PromptTag;
  /** From the opening tag to the end of the closing one. */
  readonly span: Span;
  /** The text between the tags, not stripped. */
  readonly content: Span;
}

const TAG = /<(\/?)([A-Za-z][\w-]*)((?:[ \t\r\n][^<>]*)?)\/?>/g;

/** Names in brackets that are not response tags: page images, and marks of chat templates. */
const NOT_TAGS = new Set(['image', 'img', 'images', 'video', 'audio', 'br', 'hr']);

/** Every tag of a text, in order. */
export function findTags(text: string): readonly PromptTag[] {
  const tags: PromptTag[] = [];
  for (const match of text.matchAll(TAG)) {
    const [all, slash = '', name = '', attributes = ''] = match;
    if (NOT_TAGS.has(name.toLowerCase())) continue;
    // `<your final answer>` is words in brackets; attributes have an equals sign.
    if (attributes.trim() !== '' && !attributes.includes('=')) continue;
    const span = { start: match.index, end: match.index + all.length };
    tags.push({ name, closes: slash !== '', attributes, span });
  }
  return tags;
}

/** The text between tags in a list: "<think>, <evidence> and <answer>". */
const BETWEEN_NAMES = /^[`'"]?\s*(?:[,/&、和]|\b(?:and|or)\b)\s*(?:(?:and|or)\s+)?[`'"]?$/;

/**
 * Opening tags with their closing tags, in the order of the opening tags: each closing tag ends the nearest preceding
 * opening tag of the same name, ignoring case, so that a tag that is only mentioned is not paired.
 */
export function findTagPairs(tags: readonly PromptTag[], text: string): readonly TagPair[] {
  const open = new Map<string, PromptTag>();
  const pairs: TagPair[] = [];
  const isListed = (one: PromptTag | undefined, other: PromptTag | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    !one.closes &&
    !other.closes &&
    BETWEEN_NAMES.test(text.slice(one.span.end, other.span.start));
  for (const [index, tag] of tags.entries()) {
    const key = tag.name.toLowerCase();
    if (!tag.closes) {
      if (isListed(tags[index - 1], tag) || isListed(tag, tags[index + 1])) open.delete(key);
      else open.set(key, tag);
      continue;
    }
    const opening = open.get(key);
    if (opening === undefined) continue;
    open.delete(key);
    pairs.push({
      name: opening.name,
      open: opening,
      close: tag,
      span: { start: opening.span.start, end: tag.span.end },
      content: { start: opening.span.end, end: tag.span.start },
    });
  }
  return pairs.sort((a, b) => a.span.start - b.span.start);
}
