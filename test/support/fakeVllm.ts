import { once } from 'node:events';
import http from 'node:http';
import { readPrompt, type FakePrompt } from './fakeVllmPrompt.ts';
import { continuedTurn, tokensText, TURN_REFUSED, turnTokens, type Continues } from './fakeVllmTurn.ts';
import {
  chunk,
  deltas,
  errorBody,
  metrics,
  modelCard,
  probabilities,
  tooManyLogprobs,
  usage,
  usageChunk,
  type FakeModel,
  type Flavor,
} from './fakeVllmShapes.ts';

export type { FakeModel, Flavor } from './fakeVllmShapes.ts';

/** A request as it arrived, and whether its client disconnected before the answer was complete. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** The body as JSON; null without one. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Resolves when the connection is closed or the answer is complete: true if the client disconnected early. */
  readonly left: Promise<boolean>;
}

/** An answer that replaces the usual one. */
export interface Canned {
  readonly status: number;
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The properties of the server; every field may be changed while it runs, with `set`. */
export interface FakeOptions {
  readonly flavor: Flavor;
  readonly version: string;
  readonly models: readonly FakeModel[];
  /** Required under /v1; null for no key. */
  readonly apiKey: string | null;
  /** Path prefix of every route, e.g. `/vllm`. */
  readonly prefix: string;
  readonly maxImages: number;
  /** The text of each sample, including think tags (repeated if there are more samples). */
  readonly trajectories: readonly string[];
  /** Characters per chunk; each chunk counts as one token. */
  readonly chunkSize: number;
  readonly finishReason: string;
  readonly stopReason: string | number | null;
  /**
   * Where the think part goes: it stays in the text, goes to a field, or its opening tag is in the template and not
   * written.
   */
  readonly reasoning: 'content' | 'reasoning' | 'reasoning_content' | 'template';
  readonly continues: Continues;
  readonly continuousUsage: boolean;
  readonly promptTokensDetails: boolean;
  /** The most alternatives of a token that may be requested; null if probabilities are ignored. */
  readonly maxLogprobs: number | null;
  readonly running: number;
  readonly waiting: number;
  /** Awaited before the models are listed, or the request for them is refused. */
  readonly beforeModels: (() => Promise<void>) | null;
  /** Awaited before the headers of a generation. */
  readonly beforeHeaders: (() => Promise<void>) | null;
  /** Awaited before each text chunk, which are counted from 0 over all samples, so that a test can set the pace. */
  readonly beforeChunk: ((chunk: number) => Promise<void>) | null;
  /** The socket is destroyed instead of sending this text chunk. */
  readonly cutAt: number | null;
  /** An error event is sent instead of this text chunk. */
  readonly errorAt: number | null;
  readonly errorMessage: string;
  /** Answers by path (without the prefix), before any other check, including the key. */
  readonly canned: Readonly<Record<string, Canned>>;
}

export const FAKE_MODEL: FakeModel = {
  id: 'qwen2.5-vl',
  root: '/models/Qwen2.5-VL-7B-Instruct',
  parent: null,
  maxModelLength: 8192,
};

const DEFAULTS: FakeOptions = {
  flavor: 'new',
  version: '0.32.0',
  models: [FAKE_MODEL],
  apiKey: null,
  prefix: '',
  maxImages: 5,
  trajectories: ['<think>Image 1 shows it.</think>\n<answer>42</answer>'],
  chunkSize: 4,
  finishReason: 'stop',
  stopReason: null,
  reasoning: 'content',
  continues: 'exactly',
  continuousUsage: true,
  promptTokensDetails: true,
  maxLogprobs: 20,
  running: 0,
  waiting: 0,
  beforeModels: null,
  beforeHeaders: null,
  beforeChunk: null,
  cutAt: null,
  errorAt: null,
  errorMessage: 'EngineCore encountered an issue. See stack trace (above) for the root cause.',
  canned: {},
};

/** A running server. */
export interface FakeVllm {
  /** Origin and prefix, without `/v1`. */
  readonly url: string;
  /** All requests so far, in the order of arrival. */
  readonly requests: readonly FakeRequest[];
  set(options: Partial<FakeOptions>): void;
  /** Stops at once: open connections are destroyed. */
  close(): Promise<void>;
}

interface Exchange {
  readonly options: FakeOptions;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly response: http.ServerResponse;
}

function send(response: http.ServerResponse, { status, body, headers }: Canned): void {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const type = typeof body === 'object' ? { 'content-type': 'application/json' } : {};
  response.writeHead(status, { ...type, ...headers }).end(text);
}

function refuse({ options, response }: Exchange, status: number, message: string, type?: string): void {
  send(response, { status, body: errorBody(options.flavor, status, message, type) });
}

const isVllm = (flavor: Flavor): boolean => flavor === 'new' || flavor === 'old';

/** Sends the error of a prompt that is refused, and returns true; returns false for other prompts. */
function refusePrompt(exchange: Exchange, prompt: FakePrompt, counted: number): boolean {
  const { options, body } = exchange;
  const model = String(body?.['model']);
  const card = options.models.find(({ id }) => id === model);
  const length = card?.maxModelLength ?? null;
  const alternatives = Number(body?.['top_logprobs'] ?? 0);
  const place = options.flavor === 'old' ? 'request' : 'prompt';
  if (card === undefined) refuse(exchange, 404, `The model \`${model}\` does not exist.`, 'NotFoundError');
  else if (prompt.images.length > options.maxImages)
    refuse(exchange, 400, `At most ${options.maxImages} image(s) may be provided in one ${place}.`);
  else if (prompt.badImage !== null) {
    if (options.flavor === 'old') send(exchange.response, { status: 500, body: 'Internal Server Error' });
    else refuse(exchange, 400, prompt.badImage);
  } else if (alternatives > (options.maxLogprobs ?? Infinity))
    refuse(exchange, 400, tooManyLogprobs(alternatives, options.maxLogprobs));
  else if (length !== null && counted >= length)
    refuse(exchange, 400, `Input length (${counted}) exceeds model's maximum context length (${length}).`);
  else if (options.continues === 'refuses' && continuedTurn(body, 'exactly') !== null)
    refuse(exchange, 400, TURN_REFUSED);
  else return false;
  return true;
}

function tokenize(exchange: Exchange): void {
  const { options, body, response } = exchange;
  if (!isVllm(options.flavor)) {
    send(response, { status: 404, body: { detail: 'Not Found' } });
    return;
  }
  const plain = body?.['prompt'];
  if (typeof plain === 'string') {
    // A text without a template: one token per word.
    const count = plain.split(/\s+/u).filter((word) => word !== '').length;
    send(response, { status: 200, body: { count, max_model_len: 8192, tokens: [], token_strs: null } });
    return;
  }
  const prompt = readPrompt(body?.['messages']);
  // Old versions count one placeholder per image.
  const images = prompt.images.map((tokens) => (options.flavor === 'old' ? 1 : tokens));
  const count = images.reduce((sum, tokens) => sum + tokens, prompt.textTokens);
  if (refusePrompt(exchange, prompt, 0)) return;
  const turn = continuedTurn(body, options.continues);
  const last = options.reasoning === 'template' ? 2 : 1;
  const tokens =
    turn === null
      ? Array.from({ length: count }, (_, index) => (index === count - 1 ? last : 0))
      : turnTokens(turn);
  send(response, { status: 200, body: { count, max_model_len: 8192, tokens, token_strs: null } });
}

function detokenize({ body, response }: Exchange): void {
  send(response, { status: 200, body: { prompt: tokensText(body?.['tokens'] as number[]) } });
}

/** Writes one event (null for the end mark) and waits until it has left the process. */
async function write(response: http.ServerResponse, event: object | null): Promise<void> {
  const data = event === null ? '[DONE]' : JSON.stringify(event);
  await new Promise<void>((resolve) => {
    if (response.destroyed) resolve();
    else
      response.write(`data: ${data}\n\n`, () => {
        resolve();
      });
  });
}

async function stream(exchange: Exchange, prompt: FakePrompt): Promise<void> {
  const { options, body, response } = exchange;
  const model = String(body?.['model']);
  const n = typeof body?.['n'] === 'number' ? body['n'] : 1;
  const reportsUsage = options.continuousUsage && isVllm(options.flavor);
  const imageTokens = prompt.images.reduce((sum, tokens) => sum + tokens, 0);
  const promptTokens = prompt.textTokens + imageTokens;
  const usageSoFar = (completionTokens: number): object =>
    usage({ promptTokens, imageTokens, completionTokens }, false);
  const forced = (body?.['structured_outputs'] as { choice?: string[] } | undefined)?.choice?.[0];
  const continued = continuedTurn(body, options.continues) ?? '';
  const samples = Array.from({ length: n }, (_, index) => {
    const text = forced ?? options.trajectories[index % options.trajectories.length] ?? '';
    return deltas(text.startsWith(continued) ? text.slice(continued.length) : text, options);
  });
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  for (let index = 0; index < n; index += 1)
    await write(
      response,
      chunk(model, index, { role: 'assistant', content: '' }, {}, reportsUsage ? usageSoFar(0) : null),
    );
  let sent = 0;
  let total = 0;
  for (let step = 0; samples.some((sample) => step <= sample.length); step += 1) {
    for (const [index, sample] of samples.entries()) {
      const delta = sample[step];
      if (delta === undefined) {
        if (step !== sample.length) continue;
        const end = { finish_reason: options.finishReason, stop_reason: options.stopReason };
        await write(
          response,
          chunk(model, index, { content: '' }, end, reportsUsage ? usageSoFar(sample.length + 1) : null),
        );
        total += sample.length + 1;
        continue;
      }
      await options.beforeChunk?.(sent);
      if (response.destroyed) return;
      if (options.cutAt === sent) {
        response.destroy();
        return;
      }
      if (options.errorAt === sent) {
        await write(response, {
          error: { message: options.errorMessage, type: 'InternalServerError', param: null, code: 500 },
        });
        await write(response, null);
        response.end();
        return;
      }
      sent += 1;
      const own = options.maxLogprobs === null ? {} : probabilities(body, Object.values(delta).join(''));
      await write(response, chunk(model, index, delta, own, reportsUsage ? usageSoFar(step + 1) : null));
    }
  }
  await write(
    response,
    usageChunk(
      model,
      usage({ promptTokens, imageTokens, completionTokens: total }, options.promptTokensDetails),
    ),
  );
  await write(response, null);
  response.end();
}

async function chat(exchange: Exchange): Promise<void> {
  const { options, body } = exchange;
  await options.beforeHeaders?.();
  if (body?.['mm_processor_kwargs'] !== undefined) {
    refuse(exchange, 400, 'Per-request mm_processor_kwargs are disabled by default.');
    return;
  }
  const prompt = readPrompt(body?.['messages']);
  const counted = prompt.images.reduce((sum, tokens) => sum + tokens, prompt.textTokens);
  if (!refusePrompt(exchange, prompt, counted)) await stream(exchange, prompt);
}

/** Calls the handler of a route, if this kind of server has it. */
function route(exchange: Exchange): void | Promise<void> {
  const { options, path, response } = exchange;
  const { flavor } = options;
  switch (path) {
    case '/health':
      if (flavor === 'ollama') break;
      send(response, flavor === 'llama.cpp' ? { status: 200, body: { status: 'ok' } } : { status: 200 });
      return;
    case '/version':
      if (!isVllm(flavor)) break;
      send(response, { status: 200, body: { version: options.version } });
      return;
    case '/props':
      if (flavor !== 'llama.cpp') break;
      send(response, {
        status: 200,
        body: { default_generation_settings: { n_ctx: 4096 }, modalities: { vision: false, audio: false } },
      });
      return;
    case '/load':
      if (!isVllm(flavor)) break;
      send(response, { status: 200, body: { server_load: options.running } });
      return;
    case '/metrics':
      if (!isVllm(flavor)) break;
      send(response, { status: 200, body: metrics(flavor, options.running, options.waiting) });
      return;
    case '/tokenize':
      tokenize(exchange);
      return;
    case '/detokenize':
      if (!isVllm(flavor)) break;
      detokenize(exchange);
      return;
    case '/v1/models':
      send(response, {
        status: 200,
        body: { object: 'list', data: options.models.map((model) => modelCard(flavor, model)) },
      });
      return;
    case '/v1/chat/completions':
      return chat(exchange);
  }
  send(response, {
    status: 404,
    body: flavor === 'ollama' ? '404 page not found' : { detail: 'Not Found' },
  });
}

async function readJson(request: http.IncomingMessage): Promise<Readonly<Record<string, unknown>> | null> {
  const chunks: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) chunks.push(piece);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? null : (JSON.parse(text) as Readonly<Record<string, unknown>>);
}

/**
 * Starts a real HTTP server on loopback that behaves like vLLM or another server.
 * @param port of an earlier one that comes back; 0 for any
 */
export async function startFakeVllm(given: Partial<FakeOptions> = {}, port = 0): Promise<FakeVllm> {
  let options: FakeOptions = { ...DEFAULTS, ...given };
  const requests: FakeRequest[] = [];

  const handle = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const left = once(response, 'close').then(() => !response.writableFinished);
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = await readJson(request);
    requests.push({ method: request.method ?? '', path: pathname, headers: request.headers, body, left });
    const { prefix, canned, apiKey } = options;
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : null;
    if (path === '/v1/models') await options.beforeModels?.();
    const instead = canned[path ?? pathname];
    if (instead !== undefined) send(response, instead);
    else if (path === null) send(response, { status: 404, body: { detail: 'Not Found' } });
    else if (
      path.startsWith('/v1') &&
      apiKey !== null &&
      request.headers.authorization !== `Bearer ${apiKey}`
    )
      send(response, { status: 401, body: { error: 'Unauthorized' } });
    else await route({ options, path, body, response });
  };

  const server = http.createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${listening}${options.prefix}`,
    requests,
    set: (changed) => {
      options = { ...options, ...changed };
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
