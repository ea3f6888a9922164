import type { RecordedResponse } from '../core/records/model.ts';
import { isPartial, isRunning } from '../core/records/sampleState.ts';
import type { AskedQuestion } from './askedQuestion.ts';

/** The responses of a question that have ended and have text, each with whether it was canceled or broken off. */
export function endedResponses(
  asked: AskedQuestion,
): readonly (RecordedResponse & { readonly isPartial: boolean })[] {
  return asked.record.samples.flatMap((sample, index) => {
    const recorded = isRunning(sample) ? null : asked.recorded(index);
    return recorded === null || recorded.response === ''
      ? []
      : [{ ...recorded, isPartial: isPartial(sample) }];
  });
}
