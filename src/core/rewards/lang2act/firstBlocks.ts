import { stripSpan } from '../../python/strip.ts';
import type { Span } from '../../span.ts';
import { openingEnd } from './tagPlaces.ts';
import type { Lang2ActTag, TagPlaces, PlacesOfTag } from './tagPlaces.ts';

/** The first complete think, description and answer, stripped; null if there is none. */
export type FirstBlocks = Readonly<Record<Lang2ActTag, Span | null>>;

/**
 * What Lang2Act's action stage reads (`parse_generation`): for each tag, the text from its first opening tag to the
 * nearest closing tag after it. Spans are UTF-16 offsets into `response`.
 */
export function findFirstBlocks(response: string, places: TagPlaces): FirstBlocks {
  return {
    think: firstBlock(response, places.think),
    description: firstBlock(response, places.description),
    answer: firstBlock(response, places.answer),
  };
}

function firstBlock(response: string, { tag, open, closeAfterOpen }: PlacesOfTag): Span | null {
  return closeAfterOpen < 0 ? null : stripSpan(response, openingEnd(tag, open), closeAfterOpen);
}
