import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { GenerateEvent, GenerateRequest, SampleReport } from '../../../src/inference/model.ts';
import {
  converse,
  DEFAULT_CONVERSATION_LIMITS,
  type ConversationEvent,
  type ConverseDeps,
} from '../../../src/protocols/converse.ts';
import type { Conversation, Protocol, ShownImage } from '../../../src/protocols/model.ts';
import type { ShowPage } from '../../../src/protocols/showPages.ts';
import { conversationText } from '../../../src/protocols/transcript.ts';
import { status } from '../asking/build.ts';

/** What the model answers to the n-th request. */
export type Answer =
  | string
  | {
      readonly text: string;
      readonly finishReason?: string;
      readonly stopReason?: string;
      readonly error?: PageTraceError;
    };

/** A page of 1,000 x 2,000 pixels that is sent in half of its size. */
export function shown(document: number, page: number): ShownImage {
  return {
    document,
    page,
    region: null,
    raw: { width: 1000, height: 2000 },
    sent: { bytes: Uint8Array.of(page), mediaType: 'image/jpeg', width: 500, height: 1000 },
    textHeight: 9.5,
  };
}

/** Shows parts of such pages in their own size. */
export const showPage: ShowPage = (page, region) => {
  if (region === null) return Promise.resolve(shown(page.document, page.page));
  const raw = {
    width: (region.right - region.left) * 1000,
    height: (region.bottom - region.top) * 2000,
  };
  const sent = { bytes: Uint8Array.of(99), mediaType: 'image/jpeg' as const, ...roundSize(raw) };
  return Promise.resolve({ ...page, region, raw, sent, textHeight: null });
};

const roundSize = ({ width, height }: { width: number; height: number }) => ({
  width: Math.round(width),
  height: Math.round(height),
});

export interface Talk {
  readonly end: Extract<ConversationEvent, { type: 'end' }>;
  /** The text that was told, which the trajectory has. */
  readonly told: string;
  /** The text of the conversation as it ended. */
  readonly text: string;
  readonly requests: readonly GenerateRequest[];
}

/** The conversation before anything was answered, with pages of the first document. */
export function prompted(...pages: readonly number[]): Conversation {
  return {
    question: 'How much?',
    turns: [
      {
        speaker: 'user',
        parts: [
          { type: 'text', text: 'How much?' },
          ...pages.map((_, index) => ({ type: 'image', image: index + 1 }) as const),
        ],
      },
    ],
    images: pages.map((page) => shown(0, page)),
  };
}

function reportOf(answer: Exclude<Answer, string>): SampleReport {
  return {
    finishReason: answer.finishReason ?? 'stop',
    stopReason: answer.stopReason ?? null,
    tokens: answer.text.length,
    tokensEstimated: false,
    firstTokenAfter: 1,
    lastTokenAfter: 2,
    tokensPerSecond: 100,
    reasoning: 'content',
  };
}

/** The events of an answer, in two pieces. */
export function eventsOf(answer: Answer): readonly GenerateEvent[] {
  const whole = typeof answer === 'string' ? { text: answer } : answer;
  const half = Math.floor(whole.text.length / 2);
  return [
    { type: 'text', sample: 0, text: whole.text.slice(0, half) },
    { type: 'text', sample: 0, text: whole.text.slice(half) },
    { type: 'finish', sample: 0, report: reportOf(whole) },
    {
      type: 'usage',
      usage: { promptTokens: 10, completionTokens: whole.text.length, cachedTokens: null, imageTokens: null },
    },
    { type: 'end', error: whole.error ?? null },
  ];
}

/** What a conversation needs, with a model that says `answers` one after the other and then fails. */
export function talkDeps(
  answers: readonly Answer[],
  more: Partial<ConverseDeps> = {},
): ConverseDeps & { readonly requests: GenerateRequest[] } {
  const requests: GenerateRequest[] = [];
  return {
    requests,
    request: { status, model: 'm', sampling: DEFAULT_SAMPLING },
    generate: async function* (request) {
      requests.push(request);
      const answer = answers[requests.length - 1];
      await Promise.resolve();
      if (answer === undefined)
        yield { type: 'end', error: new PageTraceError('internal', 'There is no further answer.') };
      else yield* eventsOf(answer);
    },
    showPage,
    search: null,
    toolWords: null,
    now: () => 0,
    limits: DEFAULT_CONVERSATION_LIMITS,
    signal: new AbortController().signal,
    ...more,
  };
}

/** Has a conversation to its end. */
export async function talk(
  protocol: Protocol,
  start: Conversation,
  answers: readonly Answer[],
  more: Partial<ConverseDeps> = {},
): Promise<Talk> {
  const deps = talkDeps(answers, more);
  let told = '';
  let end: Talk['end'] | null = null;
  for await (const event of converse(start, protocol, deps)) {
    if (event.type === 'text') told += event.text;
    if (event.type === 'prefix') told = event.text + told;
    if (event.type === 'retell') told = event.text;
    if (event.type === 'end') end = event;
  }
  if (end === null) throw new Error('The conversation has no end.');
  return { end, told, text: conversationText(end.conversation, protocol), requests: deps.requests };
}
