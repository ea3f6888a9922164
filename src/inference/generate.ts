import { t } from '@vscode/l10n';
import type OpenAI from 'openai';
import { APIConnectionError, APIError } from 'openai/error';
import { Stream } from 'openai/streaming';
import { asPageTraceError, isPageTraceError, PageTraceError } from '../core/errors.ts';
import { connectionError, isAbort } from './connectionErrors.ts';
import { eagerBody } from './eagerBody.ts';
import { serverFetch } from './fetch.ts';
import type { GenerateEvent, GenerateRequest, InferenceDeps } from './model.ts';
import { buildBody, completionsUrl, redactRequest } from './request.ts';
import { SampleStream, type Delta } from './sample.ts';
import { refusalError, streamError } from './serverErrors.ts';
import { templateOpensThink } from './template.ts';
import { asStream, beginsAsEvents } from './wholeAnswer.ts';
import { asArray, asNumber, asRecord, asText, readUsage, type Wire } from './wire.ts';

/** The SDK's stream logs through its client; everything is reported by events here. */
const SILENT: Partial<OpenAI> = { logLevel: 'off' };

/** An answer that has begun. */
interface BegunAnswer {
  /** A body of events, whatever the server sent. */
  readonly response: Response;
  /** Whether the answer says that it is a stream of events. */
  readonly streams: boolean;
}

/**
 * Sends a request and waits for the beginning of its answer.
 * @throws PageTraceError why there is no answer, or why the server refuses the request
 */
async function beginAnswer(
  request: GenerateRequest,
  deps: InferenceDeps,
  signal: AbortSignal,
): Promise<BegunAnswer> {
  const url = completionsUrl(request);
  try {
    const response = await serverFetch(
      url,
      { method: 'POST', accept: 'text/event-stream', body: JSON.stringify(buildBody(request)), signal },
      deps,
    );
    if (!response.ok)
      throw refusalError({
        status: response.status,
        body: await response.text(),
        url,
        model: request.model,
        images: request.images.length,
        maxTokens: request.sampling.max_tokens,
      });
    const type = response.headers.get('content-type') ?? '';
    const streams = type.startsWith('text/event-stream');
    let source = response.body;
    if (source !== null && type.startsWith('application/json')) {
      const begun = await beginsAsEvents(source);
      source = begun.body;
      if (!begun.events) {
        const whole = await new Response(source).text();
        const events = asStream(whole);
        if (events !== null)
          deps.log('The server does not stream: its answer came whole, and its times say little.');
        return { response: new Response(events ?? whole), streams };
      }
    }
    return { response: new Response(source === null ? null : eagerBody(source)), streams };
  } catch (error) {
    throw connectionError(error, url, 'request', deps.limits);
  }
}

function readDelta(choice: Wire, usage: Wire | null): Delta {
  const delta = asRecord(choice['delta']);
  const reasoning = asText(delta?.['reasoning']);
  const text = delta?.['content'] ?? delta?.['reasoning'] ?? delta?.['reasoning_content'];
  return {
    content: asText(delta?.['content']),
    reasoning: reasoning === '' ? asText(delta?.['reasoning_content']) : reasoning,
    field: reasoning === '' ? 'reasoning_content' : 'reasoning',
    tokens: usage === null ? null : asNumber(usage['completion_tokens']),
    // The chunk that only opens a sample has its role; one that only ends it may have no text.
    hasTokens: typeof text === 'string' && (text !== '' || (delta?.['role'] ?? null) === null),
  };
}

function readStopReason(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The error for an exception of the stream. */
function streamFailure(error: unknown, request: GenerateRequest, deps: InferenceDeps): PageTraceError {
  const url = completionsUrl(request);
  if (error instanceof APIError && !(error instanceof APIConnectionError)) {
    const said = asRecord(error.error);
    return streamError({
      status: asNumber(said?.['code']),
      body: JSON.stringify({ error: said ?? error.message }),
      url,
      model: request.model,
      images: request.images.length,
      maxTokens: request.sampling.max_tokens,
    });
  }
  if (error instanceof SyntaxError)
    return new PageTraceError('stream-failed', t('The server sent a piece of its answer that is not JSON.'), {
      hint: t("The part that arrived is kept. Look at the server's own log, and try again."),
      said: error.message,
      cause: error,
    });
  return connectionError(error, url, 'body', deps.limits);
}

/** The samples of one generation, as the stream reports them. */
class Generation {
  readonly samples: readonly SampleStream[];
  readonly #request: GenerateRequest;
  readonly #deps: InferenceDeps;
  readonly #began: number;
  readonly #texts: string[][];
  /**
   * A sample that has finished but is not reported yet: with one sample, the usage that follows may correct an
   * estimate.
   */
  #unsaid: SampleStream | null = null;
  #chunks = 0;

  constructor(request: GenerateRequest, deps: InferenceDeps) {
    this.#request = request;
    this.#deps = deps;
    const hasPace = request.status.kind !== 'offline-reader';
    this.samples = Array.from({ length: request.n }, (_, index) => new SampleStream(index, hasPace));
    this.#texts = this.samples.map(() => []);
    this.#began = deps.now();
  }

  /** The events of a chunk of the stream, in order. */
  take(chunk: Wire): GenerateEvent[] {
    this.#chunks += 1;
    const events: GenerateEvent[] = [];
    const status = asText(asRecord(chunk['pagetrace'])?.['status']);
    if (status !== '') events.push({ type: 'status', status });
    const usage = asRecord(chunk['usage']);
    const choices = asArray(chunk['choices']);
    const own = usage !== null && choices.length === 1 ? usage : null;
    for (const value of choices) {
      const choice = asRecord(value);
      if (choice !== null) events.push(...this.#takeChoice(choice, own));
    }
    if (usage !== null && choices.length === 0) {
      const total = readUsage(usage);
      if (this.samples.length === 1 && total.completionTokens !== null)
        this.samples[0]?.countTokens(total.completionTokens);
      events.push(...this.sayFinish(), { type: 'usage', usage: total });
    }
    return this.#keep(events);
  }

  templateOpens(): GenerateEvent[] {
    return this.#keep(this.samples.flatMap((sample) => sample.templateOpens()));
  }

  /** The finish of a single sample, held until its usage has arrived. */
  sayFinish(): GenerateEvent[] {
    const sample = this.#unsaid;
    this.#unsaid = null;
    return sample === null ? [] : [{ type: 'finish', sample: 0, report: sample.report }];
  }

  /** The remaining events when the stream has ended, normally or not. */
  close(): GenerateEvent[] {
    const events = this.sayFinish();
    this.samples.forEach((sample, index) => {
      if (!sample.finished)
        events.push(...sample.flush(), { type: 'progress', sample: index, report: sample.report });
    });
    return this.#keep(events);
  }

  /** Logs the outcome of every sample. */
  log(error: PageTraceError | null): void {
    const spent = (this.#deps.now() - this.#began).toFixed(0);
    this.samples.forEach((sample, index) => {
      const { finishReason, tokens } = sample.report;
      const text = JSON.stringify(this.#texts[index]?.join('') ?? '');
      this.#deps.log(`Sample ${index} (${finishReason ?? 'not finished'}, ${tokens ?? 0} tokens): ${text}`);
    });
    const said = error?.said === undefined ? '' : ` The server said: ${error.said}`;
    this.#deps.log(
      `Ended after ${spent} ms. ${error === null ? '' : `${error.reason}: ${error.message}${said}`}`.trim(),
    );
  }

  #takeChoice(choice: Wire, usage: Wire | null): GenerateEvent[] {
    const index = asNumber(choice['index']) ?? 0;
    const sample = this.samples[index];
    if (sample === undefined || sample.finished) return [];
    const events = sample.take(readDelta(choice, usage), this.#deps.now() - this.#began);
    const finishReason = asText(choice['finish_reason']);
    if (finishReason !== '') {
      events.push(...sample.finish(finishReason, readStopReason(choice['stop_reason'])));
      if (this.samples.length === 1 && sample.tokensEstimated) this.#unsaid = sample;
      else events.push({ type: 'finish', sample: index, report: sample.report });
    } else if (events.length > 0) events.push({ type: 'progress', sample: index, report: sample.report });
    return events;
  }

  #keep(events: GenerateEvent[]): GenerateEvent[] {
    for (const event of events) {
      if (event.type === 'text') this.#texts[event.sample]?.push(event.text);
      else if (event.type === 'prefix') this.#texts[event.sample]?.unshift(event.text);
    }
    return events;
  }

  /**
   * Why a stream that ended without an error was not complete, or null if it was.
   * @param streams whether it said that it is a stream of events
   */
  incomplete(streams: boolean): PageTraceError | null {
    if (this.samples.every((sample) => sample.finished)) return null;
    const { host } = new URL(this.#request.status.baseUrl);
    if (this.#chunks === 0 && streams)
      return new PageTraceError('server-failed', t('{0} sent an answer without any text.', host), {
        hint: t("Look at the server's own log, and try again."),
      });
    if (this.#chunks === 0)
      return new PageTraceError(
        'server-failed',
        t('{0} answered with something that is not a stream of events.', host),
        {
          hint: t("Check that the server's address leads to an OpenAI-compatible server."),
        },
      );
    return new PageTraceError('stream-cut', t('The answer of {0} ended before it was complete.', host), {
      hint: t('The part that arrived is kept. Check whether the server is still running, and try again.'),
    });
  }
}

function cancelledError(): PageTraceError {
  return new PageTraceError('cancelled', t('The question was canceled. The part that arrived is kept.'));
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
  const isAborted = (): boolean => signal?.aborted === true;
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  let generation: Generation | null = null;
  let error: PageTraceError | null;
  try {
    if (isAborted()) throw cancelledError();
    signal?.addEventListener('abort', abort, { once: true });
    deps.log(`POST ${completionsUrl(request)} ${JSON.stringify(redactRequest(request).body)}`);
    generation = new Generation(request, deps);
    const template = { opens: false };
    void templateOpensThink(request.status, request.model, deps, controller.signal).then((opens) => {
      template.opens = opens === true;
    });
    const answer = await beginAnswer(request, deps, controller.signal);
    const stream = Stream.fromSSEResponse<unknown>(answer.response, controller, SILENT as OpenAI);
    for await (const chunk of stream) {
      if (template.opens) {
        template.opens = false;
        for (const event of generation.templateOpens()) yield event;
      }
      // The SDK passes on the JSON of any event; null has no content.
      const said = asRecord(chunk);
      if (said === null) continue;
      for (const event of generation.take(said)) yield event;
    }
    error = isAborted() ? cancelledError() : generation.incomplete(answer.streams);
  } catch (thrown) {
    if (isAborted() || isAbort(thrown)) error = cancelledError();
    else if (isPageTraceError(thrown)) error = thrown;
    else if (generation === null) error = asPageTraceError(thrown);
    else error = streamFailure(thrown, request, deps);
  } finally {
    signal?.removeEventListener('abort', abort);
    controller.abort();
  }
  if (generation !== null) {
    // A connection that fails after every sample was complete is not an error.
    if (generation.samples.every((sample) => sample.finished)) error = null;
    for (const event of generation.close()) yield event;
    generation.log(error);
  } else if (error !== null) deps.log(`${error.reason}: ${error.message}`);
  yield { type: 'end', error };
}
