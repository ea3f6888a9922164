import type * as vscode from 'vscode';
import type { TrajectoryFile } from '../../core/records/trajectoryFile.ts';
import type { Span } from '../../core/span.ts';

/** One edit of a response. */
export interface ResponseEdit {
  readonly span: Span;
  readonly text: string;
}

/** Changes of a file as edits of its response, in order; null if one extends outside of the response. */
export function editsOf(
  changes: readonly vscode.TextDocumentContentChangeEvent[],
  { bodyStart, response }: TrajectoryFile,
): readonly ResponseEdit[] | null {
  const edits = changes.map(({ rangeOffset, rangeLength, text }) => {
    const start = rangeOffset - bodyStart;
    return { span: { start, end: start + rangeLength }, text };
  });
  return edits.every(({ span }) => span.start >= 0 && span.end <= response.length) ? edits : null;
}

/** The response after `edits`, applied one after the other. */
export function applyEdits(response: string, edits: readonly ResponseEdit[]): string {
  return edits.reduce(
    (before, { span, text }) => before.slice(0, span.start) + text + before.slice(span.end),
    response,
  );
}
