import { t } from '@vscode/l10n';
import { asPageTraceError, isPageTraceError, PageTraceError } from '../core/errors.ts';
import { connectionError, isAbort } from './connectionErrors.ts';
import { readText, readUntilFailure } from './eagerBody.ts';
import { EventSplitter } from './eventSplitter.ts';
import { serverFetch, type ServerAnswer } from './fetch.ts';
import { Generation } from './generation.ts';
import type { GenerateEvent, GenerateRequest, InferenceDeps } from './model.ts';
import { buildBody, completionsUrl, redactRequest } from './request.ts';
import { refusalError, streamError, type Refusal } from './serverErrors.ts';
import { crowdedJson, longEvent, longStream, streamSize, textLength } from './sizeLimits.ts';
import { StreamDeadlines } from './streamDeadlines.ts';
import { templateOpensThink } from './template.ts';
import { asChunks, beginBody, cutChunks } from './wholeAnswer.ts';
import { asNumber, asRecord, isCrowded, parseJson, type Wire } from './wire.ts';

/** What a refusal of a generation is explained with. */
function refusalOf(request: GenerateRequest, status: number | null, body: string): Refusal {
  return {
    status,
    body,
    url: completionsUrl(request),
    model: request.model,
    images: request.images.length,
    maxTokens: request.sampling.max_tokens,
  };
}

/**
 * Sends a request and waits for the beginning of its answer.
 * @throws PageTraceError why there is no answer, or why the server refuses the request
 */
async function beginAnswer(
  request: GenerateRequest,
  deps: InferenceDeps,
  signal: AbortSignal,
): Promise<ServerAnswer> {
  const url = completionsUrl(request);
  try {
    const body = buildBody(request);
    const answer = await serverFetch(
      url,
      {
        method: 'POST',
        accept: 'text/event-stream',
        body: JSON.stringify(body),
        signal,
        most: streamSize(body, deps.limits.sizes),
        exceeded: longStream,
      },
      deps,
    );
    if (!answer.ok) {
      const refusal = refusalOf(request, answer.status, await readText(answer.body));
      throw refusalError({ ...refusal, retryAfter: answer.retryAfter });
    }
    return answer;
  } catch (error) {
    throw connectionError(error, url, 'request', deps.limits);
  }
}

/** The pieces of a body, each of which shows that the server is not silent. */
async function* heardPieces(
  body: AsyncIterable<Uint8Array>,
  deadlines: StreamDeadlines,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of body) {
    deadlines.hear();
    yield piece;
  }
}

/**
 * The bytes of an answer that comes as a whole.
 * @throws PageTraceError `stream-failed` after `most` of them if there are more
 */
async function* wholeBytes(
  body: AsyncIterable<Uint8Array>,
  most: number,
  url: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  for await (const piece of body) {
    yield piece.subarray(0, most - length);
    length += piece.length;
    if (length > most) throw longEvent(url, most);
  }
}

/**
 * The chunks of an answer, as they arrive.
 * @throws PageTraceError for an event that is an error, or an answer that is too long; SyntaxError for an event that is
 * not JSON
 */
async function* readChunks(
  answer: ServerAnswer,
  request: GenerateRequest,
  deps: InferenceDeps,
  deadlines: StreamDeadlines,
): AsyncGenerator<Wire, void, undefined> {
  const url = completionsUrl(request);
  const { sizes } = deps.limits;
  const { isWhole, body } = await beginBody(heardPieces(answer.body, deadlines));
  if (isWhole) {
    const { text, failure } = await readUntilFailure(wholeBytes(body, sizes.whole, url));
    if (isCrowded(text)) throw crowdedJson(url);
    const completion = asRecord(parseJson(text));
    const fault = faultOf(completion);
    if (fault !== null) throw refusalError(refusalOf(request, fault.code, text));
    deps.log('The server does not stream: its answer came whole, and its times say little.');
    // As much of it is kept as an event of a stream may have, which takes a fraction of the memory of all of it.
    yield* completion === null ? cutChunks(text.slice(0, sizes.event)) : asChunks(completion);
    if (failure !== null) throw failure.error;
    return;
  }
  const splitter = new EventSplitter(sizes.event, () => longEvent(url, sizes.event));
  let ended = false;
  try {
    for await (const piece of body) {
      for (const data of splitter.take(piece)) {
        if (ended || data.trim() === '') continue;
        if (data.startsWith('[DONE]')) {
          ended = true;
          deadlines.end();
          continue;
        }
        const chunk = readEvent(data, request);
        if (chunk !== null) yield chunk;
      }
    }
  } catch (error) {
    // The rest is read only so that the connection can be used again.
    if (!ended) throw error;
  }
}

/** The code of an error that was sent in place of content, in any shape that `serverWords` reads; null if it is none. */
function faultOf(sent: Wire | null): { readonly code: number | null } | null {
  if (sent === null) return null;
  if (sent['error']) return { code: asNumber(asRecord(sent['error'])?.['code']) };
  const isFault = !('choices' in sent) && Boolean(sent['detail'] ?? sent['message']);
  return isFault ? { code: null } : null;
}

/** The object in an event's data, or null if it is other JSON, which has no content. */
function readEvent(data: string, request: GenerateRequest): Wire | null {
  if (isCrowded(data)) throw crowdedJson(completionsUrl(request));
  const chunk = asRecord(JSON.parse(data));
  const fault = faultOf(chunk);
  if (fault === null) return chunk;
  throw streamError(refusalOf(request, fault.code, data));
}

/** The error for an exception of the stream. */
function streamFailure(error: unknown, request: GenerateRequest, deps: InferenceDeps): PageTraceError {
  if (error instanceof SyntaxError)
    return new PageTraceError('stream-failed', t('The server sent a piece of its answer that is not JSON.'), {
      hint: t("Look at the server's own log, and try again."),
      said: error.message,
      cause: error,
    });
  return connectionError(error, completionsUrl(request), 'body', deps.limits);
}

/**
 * Whether an event shows that an answer makes progress. What a server can send for ever without it, such as empty chunks
 * and its usage, does not; only the offline reader has a status.
 */
function isContent({ type }: GenerateEvent, { status }: GenerateRequest): boolean {
  return type === 'text' || type === 'finish' || (type === 'status' && status.kind === 'offline-reader');
}

function cancelledError(): PageTraceError {
  return new PageTraceError('cancelled', t('The question was canceled.'));
}

/**
 * Requests `n` samples at once and yields the events, in order, ending with one `end` event; never throws. Aborting the
 * request's signal, or leaving the loop, closes the connection, which ends the generation on the server. No request is
 * retried automatically.
 */
export async function* generate(
  request: GenerateRequest,
  deps: InferenceDeps,
): AsyncGenerator<GenerateEvent, void, undefined> {
  const { signal } = request;
  const url = completionsUrl(request);
  const isAborted = (): boolean => signal?.aborted === true;
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  let generation: Generation | null = null;
  let deadlines: StreamDeadlines | null = null;
  let failure: PageTraceError | null = null;
  let streams = true;
  try {
    if (isAborted()) throw cancelledError();
    signal?.addEventListener('abort', abort, { once: true });
    const { body } = redactRequest(request);
    deps.log(`POST ${url} ${JSON.stringify(body)}`);
    generation = new Generation(request, deps, textLength(body, deps.limits.sizes));
    const template = { opens: false };
    // The template begins no turn where one is continued.
    if (request.continued === undefined)
      void templateOpensThink(request.status, request.model, deps, controller.signal).then((opens) => {
        template.opens = opens === true;
      });
    const answer = await beginAnswer(request, deps, controller.signal);
    deadlines = new StreamDeadlines(url, deps.limits, abort);
    streams = answer.contentType.startsWith('text/event-stream');
    for await (const chunk of readChunks(answer, request, deps, deadlines)) {
      if (template.opens) {
        template.opens = false;
        for (const event of generation.templateOpens()) yield event;
      }
      for (const event of generation.take(chunk)) {
        if (isContent(event, request)) deadlines.extend();
        yield event;
      }
    }
    if (isAborted()) failure = cancelledError();
  } catch (thrown) {
    if (isAborted()) failure = cancelledError();
    else if (deadlines?.error) failure = deadlines.error;
    else if (isPageTraceError(thrown)) failure = thrown;
    else if (isAbort(thrown)) failure = cancelledError();
    else if (generation === null) failure = asPageTraceError(thrown);
    else failure = streamFailure(thrown, request, deps);
  } finally {
    deadlines?.clear();
    signal?.removeEventListener('abort', abort);
    controller.abort();
  }
  if (generation === null) {
    if (failure !== null) deps.log(`${failure.reason}: ${failure.message}`);
    yield { type: 'end', error: failure };
    return;
  }
  for (const event of generation.close()) yield event;
  // A connection that fails after every sample was complete is not an error, but an answer without text is.
  const error = failure === null || generation.isFinished ? generation.incomplete(streams) : failure;
  generation.log(error);
  yield { type: 'end', error };
}
