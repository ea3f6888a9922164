import { randomUUID } from 'node:crypto';
import { OFFLINE_MODEL, type ReadingEvent } from '../model.ts';
import type { ChatRequest } from './chatRequest.ts';
import { toTokens } from './tokens.ts';

/** Why a text ended. */
export interface Ending {
  readonly finishReason: 'stop' | 'length';
  /** The stop string that ended it, or null. */
  readonly stopReason: string | null;
}

/** One completion while its text arrives: as pieces that count as tokens, ended as the request requires. */
export class Completion {
  readonly #request: Pick<ChatRequest, 'stop' | 'includeStop' | 'maxTokens'>;
  /** The most characters at the end of the text so far that can belong to a stop string. */
  readonly #reach: number;
  #held = '';
  #tokens = 0;
  #ending: Ending | null = null;

  constructor(request: Pick<ChatRequest, 'stop' | 'includeStop' | 'maxTokens'>) {
    this.#request = request;
    this.#reach = Math.max(1, ...request.stop.map((stop) => stop.length)) - 1;
  }

  /** The number of pieces so far. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Why the text has ended; null while more can follow. */
  get ending(): Ending | null {
    return this.#ending;
  }

  /** Takes the next part of the text and returns the pieces that can be sent. */
  push(text: string): string[] {
    if (this.#ending !== null) return [];
    this.#held += text;
    const { stop, includeStop } = this.#request;
    const [first] = stop
      .map((one) => ({ one, at: this.#held.indexOf(one) }))
      .filter(({ at }) => at !== -1)
      .sort((a, b) => a.at - b.at);
    if (first !== undefined) {
      const kept = this.#held.slice(0, first.at) + (includeStop ? first.one : '');
      return this.#send(kept, { finishReason: 'stop', stopReason: first.one });
    }
    const end = this.#held.length - this.#reach;
    const kept = this.#held.slice(0, Math.max(0, end));
    this.#held = this.#held.slice(kept.length);
    return this.#send(kept, null);
  }

  /** The last pieces, when no more text follows. */
  finish(): string[] {
    return this.#ending === null ? this.#send(this.#held, { finishReason: 'stop', stopReason: null }) : [];
  }

  #send(text: string, ending: Ending | null): string[] {
    const pieces = toTokens(text);
    const room = this.#request.maxTokens - this.#tokens;
    this.#ending = pieces.length <= room ? ending : { finishReason: 'length', stopReason: null };
    const sent = pieces.slice(0, room);
    this.#tokens += sent.length;
    return sent;
  }
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

/** The answer if it is not streamed: the same text `n` times. */
export function wholeAnswer(
  head: AnswerHead,
  text: string,
  { tokens, ending }: Completion,
  { n, promptTokens }: Pick<ChatRequest, 'n' | 'promptTokens'>,
): object {
  return {
    ...head,
    object: 'chat.completion',
    choices: Array.from({ length: n }, (_, index) => ({
      index,
      message: { role: 'assistant', content: text, tool_calls: [] },
      logprobs: null,
      finish_reason: ending?.finishReason ?? 'stop',
      stop_reason: ending?.stopReason ?? null,
    })),
    usage: usage(promptTokens, n * tokens),
  };
}

/** The events of a streamed answer in vLLM's order, without the closing `[DONE]`. */
export async function* streamedAnswer(
  head: AnswerHead,
  events: AsyncIterable<ReadingEvent>,
  request: ChatRequest,
): AsyncGenerator<object> {
  const { n, promptTokens } = request;
  const completion = new Completion(request);
  const common = { ...head, object: 'chat.completion.chunk' };
  function* chunks(delta: object, tokens: number, rest: object = {}): Generator<object> {
    for (let index = 0; index < n; index++)
      yield {
        ...common,
        choices: [{ index, delta, logprobs: null, finish_reason: null, ...rest }],
        ...(request.continuousUsage ? { usage: usage(promptTokens, tokens) } : {}),
      };
  }
  function* pieceChunks(pieces: readonly string[]): Generator<object> {
    const before = completion.tokens - pieces.length;
    for (const [at, content] of pieces.entries()) yield* chunks({ content }, before + at + 1);
  }
  yield* chunks({ role: 'assistant', content: '' }, 0);
  for await (const event of events) {
    if (event.type === 'text') yield* pieceChunks(completion.push(event.text));
    else yield { ...common, choices: [], pagetrace: { status: event.status } };
    if (completion.ending !== null) break;
  }
  yield* pieceChunks(completion.finish());
  yield* chunks({ content: '' }, completion.tokens, {
    finish_reason: completion.ending?.finishReason ?? 'stop',
    stop_reason: completion.ending?.stopReason ?? null,
  });
  if (request.includeUsage)
    yield { ...common, choices: [], usage: usage(promptTokens, n * completion.tokens) };
}
