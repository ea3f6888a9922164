import type { Span } from '../span.ts';
import type { AnswerParts } from './parts.ts';

/** Why no judge is asked about an answer with this content, stripped (null where there is none); null where one is. */
export function answerUnasked(answer: Span | null): AnswerParts['unasked'] {
  if (answer === null) {
    return {
      code: 'answer-missing',
      reason: 'There is no complete <answer>: nothing is judged, and the answer pays nothing.',
    };
  }
  if (answer.start === answer.end) {
    return {
      code: 'answer-empty',
      reason: 'The answer is empty: it is not judged and pays nothing.',
    };
  }
  return null;
}
