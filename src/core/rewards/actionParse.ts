import { ignoringCase } from '../python/patterns.ts';
import { stripSpan } from '../python/strip.ts';
import type { Span } from '../span.ts';
import { LANG2ACT_TAGS } from './lang2actFormat.ts';
import type { Lang2ActTag } from './lang2actFormat.ts';

/** The first complete think, description and answer, stripped; null where there is none. */
export type ActionParse = Readonly<Record<Lang2ActTag, Span | null>>;

const patternsOf = (tag: Lang2ActTag): { readonly open: RegExp; readonly close: RegExp } => ({
  open: new RegExp(`<${ignoringCase(tag)}>`, 'gu'),
  close: new RegExp(`</${ignoringCase(tag)}>`, 'gu'),
});
const PATTERNS = {
  think: patternsOf('think'),
  description: patternsOf('description'),
  answer: patternsOf('answer'),
};

/**
 * What Lang2Act's action stage reads (`parse_generation`): for each tag the text from its first opening to the
 * nearest closing after it. Spans are UTF-16 offsets into `response`.
 */
export function parseAction(response: string): ActionParse {
  const [think, description, answer] = LANG2ACT_TAGS;
  return {
    think: firstBlock(response, think),
    description: firstBlock(response, description),
    answer: firstBlock(response, answer),
  };
}

function firstBlock(response: string, tag: Lang2ActTag): Span | null {
  const { open, close } = PATTERNS[tag];
  open.lastIndex = 0;
  if (!open.test(response)) return null;
  close.lastIndex = open.lastIndex;
  const closing = close.exec(response);
  return closing === null ? null : stripSpan(response, open.lastIndex, closing.index);
}
