import { t } from '@vscode/l10n';
import { charactersPhrase } from '../core/countPhrases.ts';
import { PageTraceError } from '../core/errors.ts';

/**
 * The most bytes that are read of each kind of answer, as parameters so that tests can lower them. Bytes are counted
 * after decompression.
 */
export interface SizeLimits {
  /** A short answer, such as that of /health or /version, and the body of every error. */
  readonly short: number;
  /** A list of models, and metrics: large clusters and servers with many adapters have long ones. */
  readonly list: number;
  /** The tokens of a prompt, as /tokenize lists them: about eight bytes a token. */
  readonly tokens: number;
  /** One event of a stream. */
  readonly event: number;
  /** An answer that comes as a whole. */
  readonly whole: number;
  /** A stream, in addition to what its tokens take. */
  readonly stream: number;
  /** The text of all samples, in characters, in addition to what its tokens take. */
  readonly text: number;
}

export const DEFAULT_SIZE_LIMITS: SizeLimits = {
  short: 1_000_000,
  list: 8_000_000,
  tokens: 16_000_000,
  event: 8_000_000,
  whole: 32_000_000,
  stream: 16_000_000,
  text: 1_000_000,
};

/** The most bytes of all header fields of an answer together. */
export const MOST_HEADER_BYTES = 16_384;

/** A chunk of a token takes 200 to 500 bytes; what a model calls itself is in each of them. */
const BYTES_PER_TOKEN = 2_000;

/** A token with its probability, as text and as a list of bytes, takes 60 to 200 bytes. */
const BYTES_PER_LOGPROB = 500;

/** Most tokens have four characters; the longest, which are blanks and lines, have about a hundred. */
const CHARACTERS_PER_TOKEN = 256;

/** Streams are not kept, so that the limit for one of very many tokens only ends it some day. */
const LONGEST_STREAM = 8_000_000_000;

/** The most characters of all samples, however many tokens are requested: 64 samples of 32,768 tokens have about 8 million. */
const LONGEST_TEXT = 32_000_000;

/** What a request says about the length of its answer. */
type RequestedLength = Readonly<Record<string, unknown>> & {
  readonly n: number;
  readonly max_tokens: number;
};

/** `value` as a number that is not negative; 0 for everything else. */
function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}

/** The most tokens that a request lets a server generate, over all samples. */
function requestedTokens(body: RequestedLength): number {
  return body.n * Math.max(count(body.max_tokens), count(body['max_completion_tokens']));
}

/** The most bytes of the stream that answers `body`. */
export function streamSize(body: RequestedLength, { stream }: SizeLimits): number {
  const logprobs = body['logprobs'] === true ? 1 + count(body['top_logprobs']) : 0;
  const perToken = BYTES_PER_TOKEN + logprobs * BYTES_PER_LOGPROB;
  return Math.min(LONGEST_STREAM, stream + requestedTokens(body) * perToken);
}

/** The most characters of the samples that answer `body`, together. */
export function textLength(body: RequestedLength, { text }: SizeLimits): number {
  return Math.min(LONGEST_TEXT, text + requestedTokens(body) * CHARACTERS_PER_TOKEN);
}

/** A number of bytes in the form that people read. */
function sizePhrase(bytes: number): string {
  if (bytes >= 1e6) return t('{0} MB', Math.round(bytes / 1e6));
  return bytes >= 1e3 ? t('{0} KB', Math.round(bytes / 1e3)) : t('{0} bytes', bytes);
}

/** The error for an answer to a short request that is longer than `most` bytes. */
export function longAnswer(url: string, most: number): PageTraceError {
  const { host, pathname } = new URL(url);
  return new PageTraceError(
    'server-failed',
    t('{0} sent more than {1} in answer to {2}.', host, sizePhrase(most), pathname),
    { hint: t("Check that the server's address leads to an OpenAI-compatible server.") },
  );
}

/** The error for headers that are longer than `MOST_HEADER_BYTES`. */
export function longHeaders(
  host: string,
  details: { readonly said: string; readonly cause: unknown },
): PageTraceError {
  return new PageTraceError(
    'server-failed',
    t('{0} sent headers of more than {1}.', host, sizePhrase(MOST_HEADER_BYTES)),
    { ...details, hint: t('Check the address of the server and the proxy before it.') },
  );
}

/** The error for a stream, or for an answer that comes as a whole, that is longer than `most` bytes. */
export function longStream(url: string, most: number): PageTraceError {
  return new PageTraceError(
    'stream-failed',
    t(
      '{0} was cut off because it sent more than {1}, far more than the requested answers need.',
      new URL(url).host,
      sizePhrase(most),
    ),
    { hint: longHint() },
  );
}

/** The error for samples that have more than `most` characters together. */
export function longText(url: string, most: number): PageTraceError {
  return new PageTraceError(
    'stream-failed',
    t(
      '{0} was cut off because it sent more than {1}, far more than the requested tokens have.',
      new URL(url).host,
      charactersPhrase(most),
    ),
    { hint: longHint() },
  );
}

/** The error for an event of a stream that is longer than `most` bytes. */
export function longEvent(url: string, most: number): PageTraceError {
  return new PageTraceError(
    'stream-failed',
    t(
      '{0} was cut off because it sent more than {1} in one piece of its answer.',
      new URL(url).host,
      sizePhrase(most),
    ),
    { hint: brokenHint() },
  );
}

/** The error for JSON with too many lists and objects. */
export function crowdedJson(url: string): PageTraceError {
  return new PageTraceError(
    'stream-failed',
    t('{0} was cut off because a piece of its answer has too many lists and objects.', new URL(url).host),
    { hint: brokenHint() },
  );
}

/** What to do about a piece of an answer that no honest server sends. */
function brokenHint(): string {
  return t("Look at the server's own log, and try again.");
}

/** What to do about an answer that is too long for its request. */
function longHint(): string {
  return t("Look at the server's own log, and ask for more tokens if the answers are really that long.");
}
