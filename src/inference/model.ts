import type { PageTraceError } from '../core/errors.ts';
import type { Sampling } from '../core/records/sampling.ts';

/** Where a server is. `url` may end with `/v1`, carry a path prefix, or neither. */
export interface ServerAddress {
  readonly name: string;
  readonly url: string;
  readonly model: string | null;
}

/** Dependencies that every function of this room takes, so that it needs no globals. */
export interface InferenceDeps {
  readonly log: (line: string) => void;
  readonly now: () => number;
  /** The key for an origin, or null. It is asked for once a request and sent to that origin only. */
  readonly apiKey: (origin: string) => Promise<string | null>;
  readonly limits: InferenceLimits;
  /** Address of the HTTP proxy for hosts that are not loopback; left out, the environment's variables count. */
  readonly proxy?: string;
  /** Hosts that no proxy is used for, between commas (`*` for all); left out, the environment's variables count. */
  readonly noProxy?: string;
}

/** Milliseconds; each a parameter that tests shorten. */
export interface InferenceLimits {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly probe: number;
  /** How long an idle connection is kept; 3,000 unless told. uvicorn closes idle ones after 5 s. */
  readonly keepAlive?: number;
}

export const DEFAULT_INFERENCE_LIMITS: InferenceLimits = {
  connect: 10_000,
  headers: 1_800_000,
  body: 1_800_000,
  probe: 5_000,
};

export interface ModelCard {
  readonly id: string;
  readonly root: string | null;
  /** The base model of a LoRA adapter. */
  readonly parent: string | null;
  /** In tokens; a LoRA card takes its base's. Null when the server does not tell. */
  readonly maxModelLength: number | null;
}

/** What a connected server is and has. */
export interface ServerStatus {
  readonly address: ServerAddress;
  /** The address that requests go to, ending with `/v1`. */
  readonly baseUrl: string;
  readonly kind: 'vllm' | 'offline-reader' | 'openai-compatible';
  /** e.g. `0.32.0`; null if the server does not tell. */
  readonly version: string | null;
  readonly models: readonly ModelCard[];
  /** Sentences: what the server lacks that PageTrace would use (tokenize, version, load, ...). */
  readonly lacks: readonly string[];
  /** Images that a request may have at most, where the server tells; 0 when the model takes none. */
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
  { readonly type: 'text'; readonly text: string } | { readonly type: 'image'; readonly image: number };

export interface GenerateRequest {
  readonly status: ServerStatus;
  readonly model: string;
  readonly parts: readonly RequestPart[];
  readonly images: readonly RequestImage[];
  readonly sampling: Sampling;
  /** Samples of one question. */
  readonly n: number;
  /** Further top-level fields of the body (vLLM's own: structured_outputs, top_k, stop, ...). */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

/** Times in milliseconds from the sending of the request. */
export interface SampleReport {
  readonly finishReason: string | null;
  readonly stopReason: string | number | null;
  readonly tokens: number | null;
  /** True when tokens is our own count of chunks rather than the server's. */
  readonly tokensEstimated: boolean;
  readonly firstTokenAfter: number | null;
  readonly lastTokenAfter: number | null;
  readonly tokensPerSecond: number | null;
  /** Where the server put the think part: in content, or in a field of its own, or opened by its template. */
  readonly reasoning: 'content' | 'reasoning' | 'reasoning_content' | 'template';
}

export interface Usage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly cachedTokens: number | null;
  readonly imageTokens: number | null;
}

/** What a generation says, in order, while it runs. Text of a sample already carries <think> where a server split it off. */
export type GenerateEvent =
  /**
   * Text that belongs before all that came of the sample: the `<think>` that the server's template had opened, where
   * it shows only later (at the latest with a `</think>` that nothing opened). At most once a sample.
   */
  | { readonly type: 'prefix'; readonly sample: number; readonly text: string }
  | { readonly type: 'text'; readonly sample: number; readonly text: string }
  | { readonly type: 'progress'; readonly sample: number; readonly report: SampleReport }
  | { readonly type: 'finish'; readonly sample: number; readonly report: SampleReport }
  | { readonly type: 'usage'; readonly usage: Usage }
  /** The end: `error` says why when it is not the natural one; what had come stays valid. */
  | { readonly type: 'end'; readonly error: PageTraceError | null };

/** How many tokens a request would take, against what the server allows. */
export interface TokenForecast {
  readonly text: number | null;
  /** One number an image, in order; null if not known. */
  readonly images: readonly (number | null)[];
  readonly total: number | null;
  /** False when any part is an estimate, which is shown with ~ and never blocks sending. */
  readonly exact: boolean;
  readonly maxModelLength: number | null;
  /** Sentences: what does not fit and what to change; empty when all fits or nothing is known. */
  readonly problems: readonly string[];
  /** Whether there is a problem that does not rest on an estimate. */
  readonly certain: boolean;
}
