import type { Span } from '../../core/span.ts';
import type { Analysis } from './analysis.ts';

const NAME = /[a-z_][\w-]*/i;

/** The names in an opening tag and its closing one, in the document. */
export interface TagPair {
  readonly open: Span;
  readonly close: Span;
}

/** The pair of tags of which one name touches `offset`; null if there is no complete pair. */
export function tagPairAt(analysis: Analysis, offset: number): TagPair | null {
  const at = analysis.offsetInBody(offset);
  if (at === null) return null;
  const { blocks, tools } = analysis.trajectory;
  for (const { open, close } of [...blocks, ...tools]) {
    if (close === null) continue;
    const isNear = (at >= open.start && at <= open.end) || (at >= close.start && at <= close.end);
    if (!isNear) continue;
    const openName = nameIn(analysis, open);
    const closeName = nameIn(analysis, close);
    if (openName === null || closeName === null) continue;
    const pair = { open: analysis.place(openName), close: analysis.place(closeName) };
    if (holds(pair.open, offset) || holds(pair.close, offset)) return pair;
  }
  return null;
}

const holds = ({ start, end }: Span, offset: number): boolean => offset >= start && offset <= end;

/** The name of the tag at `tag`. */
function nameIn({ file }: Analysis, tag: Span): Span | null {
  const match = NAME.exec(file.response.slice(tag.start, tag.end));
  if (match === null) return null;
  const start = tag.start + match.index;
  return { start, end: start + match[0].length };
}
