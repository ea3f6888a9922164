import { UNKNOWN_CONTEXT, type ScoreContext, type Verdict } from '../../../src/core/rewards/model.ts';
import type { Span } from '../../../src/core/span.ts';

/** A trajectory of Lang2Act with the given tool calls. */
export function trajectory(calls: string, { think = 'Image 1 and Image 2', answer = '42' } = {}): string {
  return `<think>${think}</think>\n<description>${calls}</description>\n<answer>${answer}</answer>`;
}

/** A tool call without faults. */
export const GOOD_CALL = '<tool name="read_text_element" args="Image 1: title">Report</tool>';

/** A context with three images and a reference answer. */
export function contextOf(verdict: Verdict, changes: Partial<ScoreContext> = {}): ScoreContext {
  return { ...UNKNOWN_CONTEXT, numImages: 3, verdict, reference: '42', ...changes };
}

/** The text at a span. */
export function textAt(text: string, span: Span | null | undefined): string | null {
  return span === null || span === undefined ? null : text.slice(span.start, span.end);
}
