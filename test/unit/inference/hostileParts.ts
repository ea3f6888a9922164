import { gzipSync } from 'node:zlib';
import type { ErrorReason } from '../../../src/core/errors.ts';
import { DEFAULT_SIZE_LIMITS } from '../../../src/inference/sizeLimits.ts';
import type { InferenceLimits } from '../../../src/inference/model.ts';
import type { HostileAnswer, HostileAnswers } from '../../support/hostileServer.ts';
import type { Through } from './hostileClient.ts';

/** A server that sends more, longer, or slower than any honest one, and what the client makes of it. */
export interface HostileCase {
  readonly through: Through['name'];
  readonly answers: HostileAnswers;
  readonly limits?: Partial<InferenceLimits>;
  readonly n?: number;
  readonly maxTokens?: number;
  readonly isVllm?: boolean;
  /** Null if the request succeeds all the same. */
  readonly reason: ErrorReason | null;
  readonly sentence?: RegExp;
  readonly hint?: RegExp;
  /** The text that is kept of the first sample: all of it, or how it begins and how long it is at least. */
  readonly text?: string | { readonly start: string; readonly least: number };
  readonly result?: RegExp;
}

export const CHAT = '/v1/chat/completions';
export const PIECE = 65_536;

export const head = (headers: string, status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\nconnection: close\r\n${headers}\r\n`;
export const STREAM = head('content-type: text/event-stream\r\n');
export const JSON_HEAD = head('content-type: application/json\r\n');
export const encoded = (encoding: string, type = 'text/event-stream'): string =>
  head(`content-type: ${type}\r\ncontent-encoding: ${encoding}\r\n`);

export function* endless<T>(...pieces: readonly T[]): Generator<T> {
  for (;;) yield* pieces;
}

export function* after<T>(first: readonly T[], rest: Iterable<T>): Generator<T> {
  yield* first;
  yield* rest;
}

/** `text` as often as it fits into a piece. */
export const fill = (text: string): string => text.repeat(Math.ceil(PIECE / text.length));
/** An event of some hundred bytes, so that streams reach their limit with fewer events. */
export const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n:${'-'.repeat(400)}\n\n`;
export const delta = (content: string, index = 0, more: object = {}): string =>
  event({ choices: [{ index, delta: { content }, ...more }] });
export const FINISH = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });

/** The first text of a stream; what a case keeps. */
export const KEPT = 'Image 1 shows';
export const kept = delta(KEPT);

export const only =
  (path: string, answer: HostileAnswer): HostileAnswers =>
  (asked) =>
    asked === path ? answer : null;
export const chat = (
  body: Iterable<string | Uint8Array>,
  more: Partial<HostileAnswer> = {},
): HostileAnswers => only(CHAT, { head: STREAM, body, ...more });
export const json = (
  body: Iterable<string | Uint8Array>,
  more: Partial<HostileAnswer> = {},
): HostileAnswer => ({
  head: JSON_HEAD,
  body,
  ...more,
});

/** A stream that goes on without end after its first text. */
export const flood = (
  ...pieces: readonly (string | Uint8Array)[]
): Pick<HostileCase, 'through' | 'answers'> => ({
  through: 'generate',
  answers: chat(after([kept], endless(...pieces))),
});
/** A stream that sends a little all the time after its first text. */
export const drip = (piece: string): Pick<HostileCase, 'through' | 'answers' | 'limits'> => ({
  through: 'generate',
  answers: chat(after([kept], endless(piece)), { every: 20 }),
  limits: { body: 200 },
});
/** A connection to a server whose other routes are those of vLLM. */
export const connecting = (
  path: string,
  answer: HostileAnswer,
): Pick<HostileCase, 'through' | 'answers'> => ({
  through: 'connect',
  answers: (asked) => {
    if (asked === path) return answer;
    if (asked === '/health') return { head: head('') };
    if (asked === '/version') return json(['{"version":"0.32.0"}']);
    return asked === '/v1/models' ? json(['{"data":[{"id":"m","owned_by":"vllm"}]}']) : null;
  },
});

/** A lower limit, for streams whose many short lines take long. */
export const shortStream = {
  maxTokens: 1,
  limits: { sizes: { ...DEFAULT_SIZE_LIMITS, stream: 2_000_000 } },
} as const;

export const TOO_LONG_STREAM =
  /was cut off because it sent more than (?:2|20) MB, far more than the requested answers need\.$/u;
export const TOO_LONG_TEXT =
  /was cut off because it sent more than 1,524,288 characters, far more than the requested tokens have\.$/u;
export const TOO_LONG_EVENT = /was cut off because it sent more than 8 MB in one piece of its answer\.$/u;
export const TOO_MANY_VALUES = /was cut off because a piece of its answer has too many lists and objects\.$/u;
export const TOO_LONG_HEADERS = /sent headers of more than 16 KB\.$/u;
export const NO_TEXT = /kept the connection open, but sent no text for 0\.2 s\.$/u;
export const longAnswer = (size: string, path: string): RegExp =>
  new RegExp(`sent more than ${size} in answer to ${path}\\.$`, 'u');

export const eventTooLong = { reason: 'stream-failed', sentence: TOO_LONG_EVENT, text: KEPT } as const;
export const streamTooLong = { reason: 'stream-failed', sentence: TOO_LONG_STREAM, text: KEPT } as const;
export const textTooLong = { reason: 'stream-failed', sentence: TOO_LONG_TEXT } as const;
export const noText = { reason: 'timeout', sentence: NO_TEXT, text: KEPT } as const;

export const xs = 'x'.repeat(PIECE);
export const megabytes = (count: number): string => 'x'.repeat(count * 1_000_000);
/** An event of 7 MB that takes 50 times as much when it is parsed. */
export const crowd = '[],'.repeat(2_300_000);
/** An object of 7 MB whose keys all differ, which takes 20 times as much when it is parsed. */
export const manyKeys = `{${Array.from({ length: 700_000 }, (_, key) => `"${key.toString(36)}":0`).join(',')}}`;
export const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;

/** Members of gzip can follow one another; each has a megabyte. */
export const bomb = gzipSync(Buffer.alloc(1_000_000, 'x'));
export const commentBomb = gzipSync(': keep alive\n\n'.repeat(80_000));
