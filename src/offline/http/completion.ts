import { randomUUID } from 'node:crypto';
import { OFFLINE_MODEL } from '../model.ts';
import type { ChatRequest } from './chatRequest.ts';

/** A text as it will be sent: in pieces that count as tokens, and ended as the request requires. */
export interface Completion {
  readonly pieces: readonly string[];
  readonly finishReason: 'stop' | 'length';
  readonly stopReason: string | null;
}

/** Splits a text into the reader's tokens: up to six characters of a word with the white space before it. */
export function toTokens(text: string): string[] {
  return text.match(/\s*\S{1,6}|\s+$/gu) ?? [];
}

/** Ends `text` at the first stop string and at the limit of tokens. */
export function complete(
  text: string,
  request: Pick<ChatRequest, 'stop' | 'includeStop' | 'maxTokens'>,
): Completion {
  let end = text.length;
  let stopReason: string | null = null;
  for (const stop of request.stop) {
    const at = text.indexOf(stop);
    if (at === -1 || at >= end) continue;
    end = at;
    stopReason = stop;
  }
  const kept = text.slice(0, end) + (stopReason !== null && request.includeStop ? stopReason : '');
  const pieces = toTokens(kept);
  if (pieces.length <= request.maxTokens) return { pieces, finishReason: 'stop', stopReason };
  return { pieces: pieces.slice(0, request.maxTokens), finishReason: 'length', stopReason: null };
}

/** Token counts in OpenAI's form. Images count zero, because the reader has no tokens for them. */
function usage(promptTokens: number, completionTokens: number): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** The common part of all answers to one request. */
export interface AnswerHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** A new answer's id and time. */
export function answerHead(): AnswerHead {
  return {
    id: `chatcmpl-${randomUUID().replaceAll('-', '')}`,
    created: Math.floor(Date.now() / 1000),
    model: OFFLINE_MODEL,
  };
}

/** The answer if it is not streamed. */
export function wholeAnswer(
  head: AnswerHead,
  completions: readonly Completion[],
  promptTokens: number,
): object {
  const total = completions.reduce((sum, { pieces }) => sum + pieces.length, 0);
  return {
    ...head,
    object: 'chat.completion',
    choices: completions.map(({ pieces, finishReason, stopReason }, index) => ({
      index,
      message: { role: 'assistant', content: pieces.join(''), tool_calls: [] },
      logprobs: null,
      finish_reason: finishReason,
      stop_reason: stopReason,
    })),
    usage: usage(promptTokens, total),
  };
}

/** The events of a streamed answer in vLLM's order, without the closing `[DONE]`. */
export function* streamedAnswer(
  head: AnswerHead,
  completions: readonly Completion[],
  promptTokens: number,
  request: Pick<ChatRequest, 'includeUsage' | 'continuousUsage'>,
): Generator<object> {
  const chunk = (index: number, delta: object, tokens: number, rest: object = {}): object => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index, delta, logprobs: null, finish_reason: null, ...rest }],
    ...(request.continuousUsage ? { usage: usage(promptTokens, tokens) } : {}),
  });
  for (const index of completions.keys()) yield chunk(index, { role: 'assistant', content: '' }, 0);
  const longest = Math.max(...completions.map(({ pieces }) => pieces.length));
  for (let at = 0; at <= longest; at += 1) {
    for (const [index, { pieces, finishReason, stopReason }] of completions.entries()) {
      const content = pieces[at];
      if (content !== undefined) yield chunk(index, { content }, at + 1);
      else if (at === pieces.length) {
        yield chunk(index, { content: '' }, at, { finish_reason: finishReason, stop_reason: stopReason });
      }
    }
  }
  if (request.includeUsage) {
    const total = completions.reduce((sum, { pieces }) => sum + pieces.length, 0);
    yield { ...head, object: 'chat.completion.chunk', choices: [], usage: usage(promptTokens, total) };
  }
}
