import { answerIn } from '../../core/trajectory/answerIn.ts';
import { reviewResponse } from '../../language/responses/review.ts';
import { summarizeResponses } from '../../language/responses/summary.ts';
import type { CallHandlers } from '../../workers/serve.ts';
import type { ResponseCalls } from '../calls.ts';

/** The functions of the language worker for responses of models. They keep no state, so that they run anywhere. */
export const responseHandlers: CallHandlers<ResponseCalls> = {
  findAnswer: ({ response, dialect }) => answerIn(response, dialect),
  summarizeResponses,
  reviewResponse,
};
