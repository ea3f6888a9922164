import type { Span } from '../core/span.ts';

/** A place that a line of a traceback names. */
export interface TracebackLink {
  /** Where the place stands in the line, from its path to its number. */
  readonly span: Span;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

const FRAME = /File "([^"\n]+)", line (\d+)/g;

/** The places that Python's tracebacks and its fault handler name in `text`; those of no file are left out. */
export function tracebackLinks(text: string): readonly TracebackLink[] {
  return [...text.matchAll(FRAME)].flatMap((match) => {
    const [whole, file = '', line = ''] = match;
    if (file.startsWith('<')) return [];
    const end = match.index + whole.length;
    return [{ span: { start: match.index + 'File '.length, end }, file, line: Number(line) }];
  });
}
