import type { Span } from '../../../src/core/span.ts';
import type { ParsedText } from './parsedText.ts';

/** The answer of a response: the content of its last answer, and where it is. */
export interface AnswerText {
  /** Stripped, and cut if it is very long; empty if there is none. */
  readonly text: string;
  readonly span: Span | null;
}

const LONGEST_ANSWER = 2_000;

/** The answer of the response so far. */
export function answerOf(parsed: Pick<ParsedText, 'steps' | 'text'>): AnswerText {
  for (let index = parsed.steps.length - 1; index >= 0; index--) {
    const step = parsed.steps.item(index);
    if (step?.kind !== 'answer') continue;
    const { start, end } = step.body;
    return { text: parsed.text.slice(start, Math.min(end, start + LONGEST_ANSWER)).trim(), span: step.body };
  }
  return { text: '', span: null };
}
