import { once } from 'node:events';
import http from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import { OFFLINE_MODEL, type Answerer, type ReadingEvent } from '../model.ts';
import { isPageTraceError } from '../../core/errors.ts';
import { parseChatRequest, type RequestLimits } from './chatRequest.ts';
import { answerHead, Completion, streamedAnswer, wholeAnswer } from './completion.ts';
import type { ScriptedAnswer } from '../script.ts';
import { ApiError } from './errors.ts';

/** Hooks for tests; they cannot be reached from outside the process. */
export interface ServerHooks {
  /** Awaited before a question is answered. */
  readonly beforeAnswer?: () => Promise<void>;
  /** Awaited before each event of a stream, counted from 0. Rejecting ends the stream like an engine that fails. */
  readonly beforeEvent?: (event: number) => Promise<void>;
  /** Closes the connection instead of sending this event. */
  readonly cutAtEvent?: number;
}

export interface OfflineServerOptions {
  readonly answer: Answerer;
  /** What is said to each request, in the order in which they arrive, instead of what `answer` finds. */
  readonly script?: readonly ScriptedAnswer[];
  /** Required as a bearer token under /v1, unless it is empty. */
  readonly apiKey: string;
  readonly version: string;
  readonly log: (line: string) => void;
  /** 0 for any free port. */
  readonly port?: number;
  readonly limits?: Partial<ServerLimits>;
  readonly hooks?: ServerHooks;
}

/** Limits, as parameters so that tests can shorten them. */
export interface ServerLimits extends RequestLimits {
  /** The most bytes of a request's body. */
  readonly maxBody: number;
  /** The most bytes of the bodies of all requests that are being answered. */
  readonly maxBodies: number;
  /** The most requests that are answered at the same time. */
  readonly maxRequests: number;
}

const DEFAULT_SERVER_LIMITS: ServerLimits = {
  maxImages: 100,
  maxChoices: 1024,
  maxBody: 256 * 1024 * 1024,
  maxBodies: 512 * 1024 * 1024,
  maxRequests: 256,
};

/** What the requests that are being answered take. */
interface Load {
  requests: number;
  bytes: number;
}

/** What the server has done and does. */
interface ServerState extends Load {
  /** The answers of the script that were given. */
  scripted: number;
}

/** A listening server. */
export interface OfflineServer {
  readonly port: number;
  /** Without `/v1`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves vLLM's /health, /version, /v1/models, and /v1/chat/completions on loopback, with vLLM's errors, using
 * `answer`. Closing a connection aborts its work.
 */
export async function serveOffline(options: OfflineServerOptions): Promise<OfflineServer> {
  const load: ServerState = { requests: 0, bytes: 0, scripted: 0 };
  const server = http.createServer((request, response) => {
    void handle(request, response, options, load).catch((error: unknown) => {
      options.log(`The connection failed: ${String(error)}`);
      response.destroy();
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

/** What the paths of requests are relative to. */
const BASE = 'http://127.0.0.1';

type Handler = (
  request: http.IncomingMessage,
  response: http.ServerResponse,
  options: OfflineServerOptions,
  load: ServerState,
) => Promise<void>;

const ROUTES: Readonly<Record<string, { readonly method: string; readonly handler: Handler }>> = {
  '/health': {
    method: 'GET',
    handler: (_request, response) => {
      response.writeHead(200).end();
      return Promise.resolve();
    },
  },
  '/version': {
    method: 'GET',
    handler: (_request, response, { version }) => {
      send(response, 200, { version });
      return Promise.resolve();
    },
  },
  '/v1/models': {
    method: 'GET',
    handler: (_request, response) => {
      send(response, 200, { object: 'list', data: [modelCard()] });
      return Promise.resolve();
    },
  },
  '/v1/chat/completions': { method: 'POST', handler: chat },
};

async function handle(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  options: OfflineServerOptions,
  load: ServerState,
): Promise<void> {
  if (!isFromThisMachine(request)) {
    send(response, 403, new ApiError(403, 'This server only answers programs on this machine.').body);
    return;
  }
  const address = request.url ?? '/';
  if (!URL.canParse(address, BASE)) {
    send(response, 400, new ApiError(400, 'The path of the request is not valid.').body);
    return;
  }
  const path = new URL(address, BASE).pathname;
  const route = ROUTES[path];
  if (path.startsWith('/v1') && !isAuthorized(request, options.apiKey)) {
    send(response, 401, { error: 'Unauthorized' });
  } else if (route === undefined) {
    send(response, 404, { detail: 'Not Found' });
  } else if (route.method !== request.method) {
    send(response, 405, { detail: 'Method Not Allowed' });
  } else {
    try {
      await route.handler(request, response, options, load);
    } catch (error) {
      if (response.destroyed) return;
      const said = asApiError(error);
      options.log(`${said.status}: ${said.message}`);
      send(response, said.status, said.body);
    }
  }
}

/**
 * Whether a request was sent to this server's own address by something other than a web page. A page whose name was
 * made to refer to this machine (DNS rebinding) sends that name as the host.
 */
function isFromThisMachine({ headers, socket }: http.IncomingMessage): boolean {
  const port = String(socket.localPort);
  return (
    headers.origin === undefined &&
    (headers.host === `127.0.0.1:${port}` || headers.host?.toLowerCase() === `localhost:${port}`)
  );
}

function isAuthorized(request: http.IncomingMessage, apiKey: string): boolean {
  if (apiKey === '') return true;
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${apiKey}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isPageTraceError(error) && error.reason === 'image-unreadable')
    return new ApiError(400, 'Failed to load image: it is not a picture that can be read.');
  if (isPageTraceError(error) && error.reason === 'document-too-large')
    return new ApiError(400, `Failed to load image: ${error.message} ${error.hint ?? ''}`.trim());
  return new ApiError(500, error instanceof Error ? error.message : String(error));
}

function modelCard(): object {
  return {
    id: OFFLINE_MODEL,
    object: 'model',
    created: Math.floor(Date.now() / 1000),
    owned_by: 'pagetrace',
    root: OFFLINE_MODEL,
    parent: null,
    max_model_len: null,
    permission: [],
  };
}

async function chat(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  options: OfflineServerOptions,
  load: ServerState,
): Promise<void> {
  const limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits };
  if (load.requests >= limits.maxRequests) throw overloaded();
  const body = new Body(request, limits, load);
  load.requests += 1;
  try {
    await answer(await body.read(), response, { ...options, limits }, load);
  } finally {
    load.requests -= 1;
    load.bytes -= body.bytes;
  }
}

async function answer(
  body: string,
  response: http.ServerResponse,
  options: OfflineServerOptions & { readonly limits: ServerLimits },
  state: ServerState,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort(new Error('The connection was closed.'));
  });
  const { script, limits } = options;
  const asked = parseChatRequest(body, limits, script !== undefined);
  await options.hooks?.beforeAnswer?.();
  const forced = script === undefined ? asked.forced : nextInScript(script, state);
  const events = forced === null ? options.answer(asked.task, gone.signal) : onlyText(forced);
  if (!asked.stream) {
    const completion = new Completion(asked);
    const pieces: string[] = [];
    for await (const event of events) {
      if (event.type === 'text') pieces.push(completion.push(event.text).join(''));
      if (completion.ending !== null) break;
    }
    pieces.push(completion.finish().join(''));
    if (!gone.signal.aborted)
      send(response, 200, wholeAnswer(answerHead(), pieces.join(''), completion, asked));
    return;
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  await stream(response, streamedAnswer(answerHead(), events, asked), options.hooks ?? {}, gone.signal);
}

/**
 * The next text of a script.
 * @throws ApiError the refusal that the script has instead, or that it has ended
 */
function nextInScript(script: readonly ScriptedAnswer[], state: ServerState): string {
  const answer = script[state.scripted];
  if (answer === undefined) throw new ApiError(400, `The script ends after ${script.length} answers.`);
  state.scripted += 1;
  if ('status' in answer) throw new ApiError(answer.status, answer.message);
  return answer.text;
}

async function* onlyText(text: string): AsyncGenerator<ReadingEvent> {
  yield await Promise.resolve({ type: 'text', text });
}

async function stream(
  response: http.ServerResponse,
  events: AsyncIterable<object>,
  hooks: ServerHooks,
  gone: AbortSignal,
): Promise<void> {
  const write = async (data: string): Promise<void> => {
    if (!response.write(`data: ${data}\n\n`)) await once(response, 'drain', { signal: gone });
  };
  let count = 0;
  try {
    for await (const event of events) {
      if (hooks.cutAtEvent === count) {
        response.destroy();
        return;
      }
      await hooks.beforeEvent?.(count);
      if (gone.aborted) return;
      await write(JSON.stringify(event));
      count += 1;
    }
  } catch (error) {
    if (gone.aborted) return;
    await write(JSON.stringify(asApiError(error).body));
  }
  await write('[DONE]');
  response.end();
}

const overloaded = (): ApiError =>
  new ApiError(503, 'The server is answering too many requests. Send the request again later.');

/** The body of a request. */
class Body {
  readonly #request: http.IncomingMessage;
  readonly #limits: ServerLimits;
  readonly #load: Load;
  #bytes = 0;

  constructor(request: http.IncomingMessage, limits: ServerLimits, load: Load) {
    this.#request = request;
    this.#limits = limits;
    this.#load = load;
  }

  /** The bytes that it has added to the load. */
  get bytes(): number {
    return this.#bytes;
  }

  async read(): Promise<string> {
    const { maxBody, maxBodies } = this.#limits;
    const chunks: Buffer[] = [];
    for await (const chunk of this.#request as AsyncIterable<Buffer>) {
      this.#bytes += chunk.length;
      this.#load.bytes += chunk.length;
      if (this.#bytes > maxBody) throw new ApiError(413, `The request is larger than ${maxBody} bytes.`);
      if (this.#load.bytes > maxBodies) throw overloaded();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

function send(response: http.ServerResponse, status: number, body: object): void {
  // Made before the head is sent, so that a failure can still be answered.
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}
