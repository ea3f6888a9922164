import type { AskedQuestion } from '../../../asking/askedQuestion.ts';
import type { AskedSample, KeptImage } from '../../../asking/model.ts';
import { conversationJson } from '../../../core/records/conversation.ts';
import type { TrajectoryInfo } from '../../../core/records/model.ts';
import { exactTokens } from '../../../core/records/sample.ts';
import { isPartial } from '../../../core/records/sampleState.ts';
import { pageChoiceJson } from '../../../core/records/keptChoice.ts';
import type { ScoreSoFar } from '../../../core/rewards/explanation/soFar.ts';
import type { Score } from '../../../core/rewards/model.ts';
import type { Usage } from '../../../inference/model.ts';
import { logprobsJson } from './logprobsJson.ts';
import { explanationJson, scoreJson, soFarJson } from '../../output/scoreJson.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a profile pays for the samples, one for each. */
export interface ScoredAnswer {
  /** Null if no profile scores it. */
  readonly scores: readonly (Score | null)[];
  /** What is known of the reward of a response that is not complete; otherwise null. */
  readonly soFar: readonly (ScoreSoFar | null)[];
  /** Whether a judge decides part of the reward; an answer that has just arrived has no verdict yet. */
  readonly unjudged: boolean;
}

/**
 * The output of `pagetrace ask --json`, as media/schemas/ask.schema.json describes it. Images, pages, and documents
 * count from 1.
 */
export function answerJson(
  asked: Pick<AskedQuestion, 'record' | 'text' | 'probabilities'>,
  scored: ScoredAnswer,
): Json {
  const { info, sentDocuments, choice, server, images, usage, failure, samples } = asked.record;
  return {
    ...infoJson(info),
    documents: info.documents.map(({ path, sha256 }, index) => ({
      path,
      sha256,
      page_count: sentDocuments?.[index]?.pageCount ?? null,
    })),
    server,
    page_images: images.map(imageJson),
    ...(choice === undefined ? {} : pageChoiceJson(choice)),
    ...(info.conversation === undefined ? {} : { conversation: conversationJson(info.conversation) }),
    usage: usage === null ? null : usageJson(usage),
    failure: failure === null ? null : { message: failure.message, hint: failure.hint },
    samples: samples.map((sample, index) => ({
      ...sampleJson(sample, asked.text(index), scored, index),
      ...probabilitiesJson(asked, index),
    })),
  };
}

function infoJson(info: TrajectoryInfo): Json {
  const { question, images, reference, verdict, toolResults, responseLength } = info;
  const { dialect, reward, prompt, model, sampling, pixels } = info;
  return {
    question,
    images: images.map(({ image, document, page }) => ({ image, document: document + 1, page })),
    reference,
    verdict,
    tool_results: toolResults,
    response_length: responseLength,
    dialect,
    reward,
    prompt,
    model,
    sampling,
    pixels: pixels === null ? null : { min_pixels: pixels.minPixels, max_pixels: pixels.maxPixels },
  };
}

function imageJson(kept: KeptImage): Json {
  const { image, document, page, width, height, textHeight, tokens, readFrom } = kept;
  return {
    image,
    document: document + 1,
    page,
    width,
    height,
    text_height: textHeight,
    tokens,
    read_from: readFrom ?? null,
  };
}

function usageJson({ promptTokens, completionTokens, cachedTokens, imageTokens }: Usage): Json {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    cached_tokens: cachedTokens,
    image_tokens: imageTokens,
  };
}

function probabilitiesJson(asked: Pick<AskedQuestion, 'text' | 'probabilities'>, index: number): Json {
  const probabilities = asked.probabilities(index);
  return probabilities === null ? {} : { logprobs: logprobsJson(probabilities, asked.text(index)) };
}

function sampleJson(
  { state, report }: AskedSample,
  text: string,
  { scores, soFar, unjudged }: ScoredAnswer,
  index: number,
): Json {
  const score = isPartial({ state }) ? null : (scores[index] ?? null);
  const partial = soFar[index] ?? null;
  return {
    text,
    state,
    ...(report === null
      ? {}
      : {
          finish_reason: report.finishReason,
          stop_reason: report.stopReason,
          tokens: report.tokens,
          tokens_estimated: report.tokensEstimated,
          response_length: exactTokens(report),
          first_token_after: report.firstTokenAfter,
          last_token_after: report.lastTokenAfter,
          tokens_per_second: report.tokensPerSecond,
          reasoning: report.reasoning,
        }),
    score: score === null ? null : { ...scoreJson(score, unjudged), ...explanationJson(score) },
    ...(partial === null ? {} : { score_so_far: soFarJson(partial) }),
  };
}
