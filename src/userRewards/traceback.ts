import type { Span } from '../core/span.ts';

/** A place that a line of a traceback names. */
export interface TracebackLink {
  /** The span of the place in the line, from its path to its number. */
  readonly span: Span;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

const FRAME = /File "([^"\n]+)", line (\d+)/g;

/** The places in `text` that Python's tracebacks and its fault handler name, except those that are not in a file. */
export function tracebackLinks(text: string): readonly TracebackLink[] {
  return [...text.matchAll(FRAME)].flatMap((match) => {
    const [whole, file = '', line = ''] = match;
    if (file.startsWith('<')) return [];
    const end = match.index + whole.length;
    return [{ span: { start: match.index + 'File '.length, end }, file, line: Number(line) }];
  });
}
