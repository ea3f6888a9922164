import type { Span } from '../../span.ts';
import { answerBoxes } from './boxLists.ts';
import type { BoxList } from './boxLists.ts';
import { lastCompleteAnswer, withoutSpaceAroundMarks } from './bareText.ts';
import type { BareText } from './bareText.ts';

/** The answer that a reward reads. */
export interface LastAnswer {
  readonly bare: BareText;
  /** The span of the last complete answer in the response; null if there is none. */
  readonly place: Span | null;
  /** Converts a span of the answer's text to a span of the response. */
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
