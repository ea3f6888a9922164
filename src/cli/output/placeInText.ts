import type { Positions } from '../../core/positions.ts';
import type { Span } from '../../core/span.ts';

/** A place in a text, as all JSON output has it: lines and columns from 1, and the span in UTF-16 offsets. */
export interface PlaceInText {
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  readonly span: Span;
}

/** The place of a span in the text of `positions`. */
export function placeInText({ start, end }: Span, positions: Positions): PlaceInText {
  const from = positions.at(start);
  const to = positions.at(end);
  return {
    line: from.line,
    column: from.column,
    end_line: to.line,
    end_column: to.column,
    span: { start, end },
  };
}
