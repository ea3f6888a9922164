import type { GenerateRequest } from '../inference/model.ts';
import type { PreparedQuestion } from './model.ts';
import { joinBrokenWords } from './textLayer.ts';

/** The request to the server for a prepared question; `signal` cancels it. */
export function generateRequest(prepared: PreparedQuestion, signal: AbortSignal): GenerateRequest {
  const { question, parts, images } = prepared;
  return {
    status: question.status,
    model: question.model,
    parts,
    images,
    ...(question.status.address.isEmbedded === true
      ? { words: images.map(({ words }) => words && joinBrokenWords(words)) }
      : {}),
    sampling: question.sampling,
    ...(question.continued === undefined ? {} : { continued: question.continued }),
    n: question.samples,
    topLogprobs: question.topLogprobs ?? null,
    signal,
  };
}
