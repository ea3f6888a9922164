import type { PageTraceError } from '../core/errors.ts';
import type { LayoutWord } from '../core/layout/model.ts';
import type { Sampling } from '../core/records/sampling.ts';
import type { TokenProbabilities } from '../core/records/tokenProbabilities.ts';
import { DEFAULT_SIZE_LIMITS, type SizeLimits } from './sizeLimits.ts';

/** The address of a server. `url` may end with `/v1`, have a path prefix, or neither. */
export interface ServerAddress {
  readonly name: string;
  readonly url: string;
  readonly model: string | null;
  /**
   * Whether it is the offline reader that this process has started. Only it is sent the words of the pages; a server
   * that merely claims to be an offline reader is not.
   */
  readonly isEmbedded?: boolean;
}

/** Dependencies that every function of this room takes, so that it needs no globals. */
export interface InferenceDeps {
  readonly log: (line: string) => void;
  readonly now: () => number;
  /** The key for an origin, or null. It is requested once for each request and sent to that origin only. */
  readonly apiKey: (origin: string) => Promise<string | null>;
  /**
   * Whether the content of a request may be sent to an origin: a prompt, page images, or an answer. Asked before every
   * request with a body, except for those whose body is the same for everybody (`ServerRequest.isProbe`).
   */
  readonly mayReceive: (origin: string) => Promise<boolean>;
  readonly limits: InferenceLimits;
  /** Address of the HTTP proxy for hosts that are not loopback; if left out, the environment's variables apply. */
  readonly proxy?: string;
  /**
   * Hosts for which no proxy is used, separated by commas (`*` for all); if left out, the environment's variables
   * apply.
   */
  readonly noProxy?: string;
}

/** Times in milliseconds, and sizes, as parameters so that tests can lower them. */
export interface InferenceLimits {
  readonly connect: number;
  /** From the request to the headers of the answer. */
  readonly headers: number;
  /** Between two pieces of an answer, and between two chunks of a stream that contain something. */
  readonly body: number;
  /** A whole generation, from the headers of the answer to its end. */
  readonly generation: number;
  /** A whole short request, and the body of an error. */
  readonly probe: number;
  readonly sizes: SizeLimits;
  /** How long an idle connection is kept; 3,000 by default. uvicorn closes idle connections after 5 s. */
  readonly keepAlive?: number;
}

export const DEFAULT_INFERENCE_LIMITS: InferenceLimits = {
  connect: 10_000,
  headers: 1_800_000,
  body: 1_800_000,
  generation: 86_400_000,
  probe: 5_000,
  sizes: DEFAULT_SIZE_LIMITS,
};

export interface ModelCard {
  readonly id: string;
  readonly root: string | null;
  /** The base model of a LoRA adapter. */
  readonly parent: string | null;
  /** In tokens; a LoRA card has its base's. Null if the server does not report it. */
  readonly maxModelLength: number | null;
}

/** What is known about a connected server. */
export interface ServerStatus {
  readonly address: ServerAddress;
  /** The address that requests go to, ending with `/v1`. */
  readonly baseUrl: string;
  readonly kind: 'vllm' | 'offline-reader' | 'openai-compatible';
  /** For example `0.32.0`; null if the server does not report it. */
  readonly version: string | null;
  readonly models: readonly ModelCard[];
  /** Sentences about features that PageTrace would use but the server lacks (tokenize, version, load, ...). */
  readonly lacks: readonly string[];
  /** The most images of a request, if the server reports it; 0 if the model accepts none. */
  readonly imageLimit?: number;
}

/** The k-th image of a request, k from 1 in order. */
export interface RequestImage {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
}

/** Text and images in the order in which they are sent; an image part names k, from 1. */
export type RequestPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: number };

/** A turn of a conversation after its first one: what the model answered, or what it was told then. */
export type RequestTurn =
  | { readonly role: 'assistant'; readonly text: string }
  | { readonly role: 'user'; readonly parts: readonly RequestPart[] };

export interface GenerateRequest {
  readonly status: ServerStatus;
  readonly model: string;
  /** What the user says first. */
  readonly parts: readonly RequestPart[];
  /** What was said after that, in order; left out where the request has a single turn. */
  readonly turns?: readonly RequestTurn[];
  /** The images of all turns. */
  readonly images: readonly RequestImage[];
  /**
   * The words of the text layers of the pages, for the embedded offline reader only: an entry for each image, null for a
   * page whose image must be read.
   */
  readonly words?: readonly (readonly LayoutWord[] | null)[];
  readonly sampling: Sampling;
  /**
   * The beginning of the assistant's turn, which the server continues instead of beginning a new one. The text of a
   * sample is only what follows it.
   */
  readonly continued?: string;
  /** Samples of one question. */
  readonly n: number;
  /**
   * Requests the probability of each token, with this many of the likeliest tokens, the written one among them (0 to
   * 20); null or left out for none. Never sent to the offline reader, which has no model.
   */
  readonly topLogprobs?: number | null;
  /**
   * False if tokens need not be counted while they arrive, which takes the server some time for each: the number of a
   * single sample comes with its end.
   */
  readonly isCountedLive?: boolean;
  /** Further top-level fields of the body (vLLM's own: structured_outputs, top_k, stop, ...). */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

/** Times in milliseconds since the request was sent. */
export interface SampleReport {
  readonly finishReason: string | null;
  readonly stopReason: string | number | null;
  readonly tokens: number | null;
  /** True if `tokens` is estimated from the characters because the server does not report it. */
  readonly tokensEstimated: boolean;
  readonly firstTokenAfter: number | null;
  readonly lastTokenAfter: number | null;
  /** By the same count as `tokens`; null for the offline reader, which has no model. */
  readonly tokensPerSecond: number | null;
  /** Where the server put the think part: in the content, in a separate field, or opened by its template. */
  readonly reasoning: 'content' | 'reasoning' | 'reasoning_content' | 'template';
}

export interface Usage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly cachedTokens: number | null;
  readonly imageTokens: number | null;
}

/**
 * The events of a generation, in order, while it runs. If a server split off the think part, the text of a sample
 * includes <think> again.
 */
export type GenerateEvent =
  /**
   * Text that belongs before everything that has arrived of the sample: the `<think>` that the server's template
   * opened, if that is noticed only later (at the latest by a `</think>` without an opening tag). At most once for each
   * sample.
   */
  | { readonly type: 'prefix'; readonly sample: number; readonly text: string }
  | { readonly type: 'text'; readonly sample: number; readonly text: string }
  /** The probabilities of all tokens of the sample, once no more text will arrive. */
  | { readonly type: 'probabilities'; readonly sample: number; readonly probabilities: TokenProbabilities }
  | { readonly type: 'progress'; readonly sample: number; readonly report: SampleReport }
  | { readonly type: 'finish'; readonly sample: number; readonly report: SampleReport }
  | { readonly type: 'usage'; readonly usage: Usage }
  /**
   * What the server is doing before its next text, for a person (`Reading page 3 of 10`). The offline reader sends it
   * as a chunk `{"choices": [], "pagetrace": {"status": "..."}}`.
   */
  | { readonly type: 'status'; readonly status: string }
  /** The end: `error` says why if it did not end normally; everything that has arrived is still valid. */
  | { readonly type: 'end'; readonly error: PageTraceError | null };

/** How many tokens a request would take, compared with what the server allows. */
export interface TokenForecast {
  readonly text: number | null;
  /** One number an image, in order; null if not known. */
  readonly images: readonly (number | null)[];
  readonly total: number | null;
  /** False if any part is an estimate, which is shown with “about” and never blocks sending. */
  readonly exact: boolean;
  readonly maxModelLength: number | null;
  /** Sentences about what does not fit and what to change; empty if everything fits or nothing is known. */
  readonly problems: readonly string[];
  /** Whether there is a problem that does not depend on an estimate. */
  readonly certain: boolean;
}
