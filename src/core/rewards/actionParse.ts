import { stripSpan } from '../python/strip.ts';
import type { Span } from '../span.ts';
import { openingEnd } from './marks.ts';
import type { Lang2ActTag, Marks, TagMarks } from './marks.ts';

/** The first complete think, description and answer, stripped; null where there is none. */
export type ActionParse = Readonly<Record<Lang2ActTag, Span | null>>;

/**
 * What Lang2Act's action stage reads (`parse_generation`): for each tag the text from its first opening to the
 * nearest closing after it. Spans are UTF-16 offsets into `response`.
 */
export function parseAction(response: string, marks: Marks): ActionParse {
  return {
    think: firstBlock(response, marks.think),
    description: firstBlock(response, marks.description),
    answer: firstBlock(response, marks.answer),
  };
}

function firstBlock(response: string, { tag, open, closeAfterOpen }: TagMarks): Span | null {
  return closeAfterOpen < 0 ? null : stripSpan(response, openingEnd(tag, open), closeAfterOpen);
}
