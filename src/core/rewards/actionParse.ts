import { stripSpan } from '../python/strip.ts';
import type { Span } from '../span.ts';
import type { Lang2ActTag, Mark } from './marks.ts';

/** The first complete think, description and answer, stripped; null where there is none. */
export type ActionParse = Readonly<Record<Lang2ActTag, Span | null>>;

/**
 * What Lang2Act's action stage reads (`parse_generation`): for each tag the text from its first opening to the
 * nearest closing after it. Spans are UTF-16 offsets into `response`.
 */
export function parseAction(response: string, marks: readonly Mark[]): ActionParse {
  return {
    think: firstBlock(response, marks, 'think'),
    description: firstBlock(response, marks, 'description'),
    answer: firstBlock(response, marks, 'answer'),
  };
}

function firstBlock(response: string, marks: readonly Mark[], tag: Lang2ActTag): Span | null {
  let open: Mark | null = null;
  for (const mark of marks) {
    if (mark.name !== tag) continue;
    if (!mark.closes) open ??= mark;
    else if (open !== null) return stripSpan(response, open.end, mark.start);
  }
  return null;
}
