import { stripSpan } from '../python/strip.ts';
import type { Span } from '../span.ts';
import type { Lang2ActTag, Marks, TagPlaces } from './marks.ts';

/** The first complete think, description and answer, stripped; null where there is none. */
export type ActionParse = Readonly<Record<Lang2ActTag, Span | null>>;

/**
 * What Lang2Act's action stage reads (`parse_generation`): for each tag the text from its first opening to the
 * nearest closing after it. Spans are UTF-16 offsets into `response`.
 */
export function parseAction(response: string, { tags }: Marks): ActionParse {
  return {
    think: firstBlock(response, tags.think),
    description: firstBlock(response, tags.description),
    answer: firstBlock(response, tags.answer),
  };
}

function firstBlock(response: string, { opened: [open], closed }: TagPlaces): Span | null {
  if (open === undefined) return null;
  const close = closed.find(({ start }) => start >= open.end);
  return close === undefined ? null : stripSpan(response, open.end, close.start);
}
