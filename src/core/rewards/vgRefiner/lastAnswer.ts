import type { Span } from '../../span.ts';
import { answerBoxes } from './boxLists.ts';
import type { BoxList } from './boxLists.ts';
import { lastCompleteAnswer, withoutSpaceAroundMarks } from './bareText.ts';
import type { BareText } from './bareText.ts';

/** The answer that a reward reads. */
export interface LastAnswer {
  readonly bare: BareText;
  /** Where the last complete answer stands in the response; null without one. */
  readonly place: Span | null;
  /** Where a span of the answer's text stands in the response. */
  readonly within: (span: Span) => Span;
  readonly list: BoxList;
}

/** Reads the last complete answer of a response, and its boxes. */
export function readLastAnswer(response: string): LastAnswer {
  const bare = withoutSpaceAroundMarks(response);
  const found = lastCompleteAnswer(bare.text);
  const original = ({ start, end }: Span): Span => {
    const from = bare.origin(start);
    return { start: from, end: end > start ? bare.origin(end - 1) + 1 : from };
  };
  const base = found?.start ?? 0;
  return {
    bare,
    place: found === null ? null : original(found),
    within: ({ start, end }) => original({ start: base + start, end: base + end }),
    list: answerBoxes(found === null ? '' : bare.text.slice(found.start, found.end), 'answer'),
  };
}
