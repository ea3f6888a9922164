import { commonAnswer } from '../../language/responses/summary.ts';
import { asPageTraceError } from '../../core/errors.ts';
import type { RecordedResponse } from '../../core/records/model.ts';
import { isPartial, isRunning } from '../../core/records/sampleState.ts';
import { promptWithoutQuestion, sentPrompt } from '../../core/records/sentPrompt.ts';
import type { ComparedResponse } from '../../core/rewards/compareRewards.ts';
import type { ResponseReview } from '../../language/responses/review.ts';
import type { SideSummary } from '../../protocol/comparison.ts';
import type { InspectorState } from '../../protocol/inspector.ts';
import type { ReadResponses } from '../shared/languageThread.ts';
import { trajectoryLabel } from './trajectoryLabel.ts';
import type { InspectorSource } from './inspectorSource.ts';

/** One side of a compared question. */
export interface Side {
  readonly summary: SideSummary;
  /** Its complete responses; empty while one of them arrives. */
  readonly responses: readonly ComparedResponse[];
  /** The prompt as it was sent, without its question; null if it is not known. */
  readonly prompt: string | null;
}

/**
 * Summarizes a trajectory for the table of a comparison, with the reward that an inspector would show. One whose
 * responses take too long to read counts as failed.
 */
export async function summarizeSide(source: InspectorSource, read: ReadResponses): Promise<Side> {
  const state = source.state();
  const isAsking = state.samples.some(isRunning);
  const complete = isAsking
    ? []
    : state.samples.flatMap((sample, index) => {
        const recorded = source.sample(index);
        return isPartial(sample) || recorded === null ? [] : [{ sample, recorded }];
      });
  const label = trajectoryLabel(source);
  const reviews: ResponseReview[] = [];
  let failure = state.failure?.message ?? null;
  try {
    for (const { recorded } of complete) reviews.push(await reviewOf(recorded, state, read));
  } catch (error) {
    // The others are not compared either: they are not all of its responses.
    reviews.length = 0;
    failure = asPageTraceError(error).message;
  }
  const isComposite = state.composite?.chosen ?? false;
  const responses = complete.flatMap(({ sample }, index): ComparedResponse[] => {
    const review = reviews[index];
    if (review === undefined) return [];
    const { answer, score } = review;
    return [{ answer, score: isComposite ? sample.score : score, verdict: sample.verdict }];
  });
  const prompt = sentPrompt(state.request);
  return {
    summary: {
      ...label,
      state: isAsking
        ? 'asking'
        : failure !== null
          ? 'failed'
          : responses.length === 0
            ? 'incomplete'
            : 'answered',
      answer: commonAnswer(responses.map(({ answer }) => answer)),
      complete: responses.length,
      valid: reviews.filter(({ isValid }) => isValid).length,
      failure,
    },
    responses,
    prompt: prompt === null ? null : promptWithoutQuestion(prompt, state.question),
  };
}

function reviewOf(
  recorded: RecordedResponse,
  { dialect, numImages, toolNames: tools, profile }: InspectorState,
  read: ReadResponses,
): Promise<ResponseReview> {
  const request = { recorded, dialect, numImages, tools, profile };
  return read('reviewResponse', request, recorded.response.length);
}
