import type { Span } from '../../../span.ts';

/** An opening or closing tag as it stands in a rendered prompt. */
export interface PromptTag {
  /** As it is written. */
  readonly name: string;
  readonly closes: boolean;
  /** What follows the name inside the brackets, white space included; empty for most. */
  readonly attributes: string;
  readonly span: Span;
}

/** An opening tag and the closing one that belongs to it. */
export interface TagPair {
  /** As the opening has it. */
  readonly name: string;
  readonly open: PromptTag;
  readonly close: PromptTag;
  /** From the opening to the end of the closing. */
  readonly span: Span;
  /** What stands between, unstripped. */
  readonly content: Span;
}

const TAG = /<(\/?)([A-Za-z][\w-]*)((?:[ \t\r\n]+[^<>]*)?)\/?>/g;

/** What templates and models mark with brackets that are not tags of a response: page images, and chat templates. */
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

/** What stands between tags that are named one after the other: "<think>, <evidence> and <answer>". */
const BETWEEN_NAMES = /^[`'"]?\s*(?:[,/&、和]|\b(?:and|or)\b)\s*(?:(?:and|or)\s+)?[`'"]?$/;

/**
 * Openings with the closings that belong to them, in the order of the openings: each closing ends the nearest opening
 * of the same name before it, case ignored, so that a tag that is only named pairs with nothing.
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
