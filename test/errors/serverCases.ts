import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { withKeptPart } from '../../src/asking/keptPart.ts';
import { connect } from '../../src/inference/connect.ts';
import { continuedText } from '../../src/inference/continuation.ts';
import { closeConnections } from '../../src/inference/fetch.ts';
import { modelToAsk } from '../../src/inference/modelToAsk.ts';
import type { GenerateRequest, InferenceLimits, ServerStatus } from '../../src/inference/model.ts';
import { DEFAULT_SAMPLING } from '../../src/core/records/sampling.ts';
import { DEFAULT_SIZE_LIMITS, type SizeLimits } from '../../src/inference/sizeLimits.ts';
import { startHostileServer } from '../support/hostileServer.ts';
import type { FakeOptions } from '../support/fakeVllm.ts';
import { gather } from '../support/generation.ts';
import { plainStatus, pngImage, question, testDeps, withServer } from '../unit/inference/helpers.ts';
import { area, failureOf, type Failure } from './errorCase.ts';

interface Limits {
  readonly limits?: Partial<InferenceLimits>;
  readonly key?: string;
}

/** Connects to a fake server. */
function connectionFailure(
  options: Partial<FakeOptions>,
  { key, ...more }: Limits & { path?: string } = {},
): Promise<Failure> {
  return failureOf(() =>
    withServer(options, async (server) => {
      const deps = testDeps(more.limits, key === undefined ? {} : { [new URL(server.url).origin]: key });
      try {
        await connect({ name: 'mine', url: `${server.url}${more.path ?? ''}`, model: null }, deps);
      } finally {
        await closeConnections(deps);
      }
    }),
  );
}

/** Connects to an address. */
function connectionFailureAt(url: string, limits: Partial<InferenceLimits> = {}): Promise<Failure> {
  return failureOf(async () => {
    const deps = testDeps(limits);
    try {
      await connect({ name: 'mine', url, model: null }, deps);
    } finally {
      await closeConnections(deps);
    }
  });
}

/** Connects to the given server. */
async function connectionFailureWith(server: net.Server, scheme = 'http'): Promise<Failure> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    return await connectionFailureAt(`${scheme}://127.0.0.1:${port}`);
  } finally {
    server.close();
  }
}

/** Asks a fake server. */
function requestFailure(
  options: Partial<FakeOptions>,
  more: Partial<GenerateRequest> = {},
  limits: Partial<InferenceLimits> = {},
): Promise<Failure> {
  return failureOf(() =>
    withServer(
      options,
      async (server, deps) => {
        const { error, events } = await gather(question(plainStatus(server.url), more), deps);
        if (error) throw events.some(({ type }) => type === 'text') ? withKeptPart(error) : error;
      },
      testDeps(limits),
    ),
  );
}

/** Asks whether a fake server continues a response. */
function continuingFailure(
  options: Partial<FakeOptions>,
  kind: ServerStatus['kind'] = 'vllm',
): Promise<Failure> {
  return failureOf(() =>
    withServer(options, async (server, deps) => {
      const status = plainStatus(server.url, { kind });
      await continuedText({ ...question(status), continued: LONG.slice(0, 20) }, deps);
    }),
  );
}

const sizes = (changed: Partial<SizeLimits>): Partial<InferenceLimits> => ({
  sizes: { ...DEFAULT_SIZE_LIMITS, ...changed },
});
const CHAT = '/v1/chat/completions';
const responseFailure = (status: number, body?: string | object): Promise<Failure> =>
  requestFailure({ canned: { [CHAT]: body === undefined ? { status } : { status, body } } });
const images = (count: number): Partial<GenerateRequest> => ({
  images: Array.from({ length: count }, () => pngImage(280, 280)),
  parts: Array.from({ length: count }, (_, index) => ({ type: 'image' as const, image: index + 1 })),
});
const never = new Promise<void>(() => undefined);
const LONG = '<think>Image 1 shows the table.</think><answer>4.2</answer>';

export const serverCases = [
  ...area('Connecting to a server', {
    'an address that is none': () => connectionFailureAt('http://'),
    'no address': () => connectionFailureAt(' '),
    'an address of another kind': () => connectionFailureAt('ftp://127.0.0.1'),
    'nothing listens there': async () => {
      const server = net.createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      server.close();
      await once(server, 'close');
      return connectionFailureAt(
        `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
      );
    },
    'something that does not speak HTTP': () =>
      connectionFailureWith(net.createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))),
    'https to a server without TLS': () => connectionFailureWith(http.createServer(), 'https'),
    'no key, or a wrong one': () => connectionFailure({ apiKey: 'secret' }, { key: 'wrong' }),
    'a key that no header can carry': () =>
      connectionFailure({ apiKey: 'secret' }, { key: 'gehe\u{1F511}im' }),
    'a path that leads nowhere, where the API is elsewhere': () => connectionFailure({}, { path: '/api/v2' }),
    'a server without the API': () =>
      connectionFailure({ canned: { '/v1/models': { status: 404, body: 'not here' } } }),
    'a list of models that is too long': () => connectionFailure({}, { limits: sizes({ list: 100 }) }),
    'a page instead of a list of models': () =>
      connectionFailure({
        canned: { '/v1/models': { status: 200, body: '<!doctype html><title>Hello</title>' } },
      }),
    'a model that is still loading': () =>
      connectionFailure({
        canned: { '/health': { status: 503, body: { error: { message: 'Loading model', code: 503 } } } },
      }),
    'an engine that has died': () => connectionFailure({ canned: { '/health': { status: 503, body: '' } } }),
    'a redirect to another server': () =>
      connectionFailure({
        canned: { '/v1/models': { status: 307, headers: { location: 'http://127.0.0.2:8000/v1/models' } } },
      }),
    'a server without a model': () => failureOf(() => modelToAsk(plainStatus('http://127.0.0.1:8000'))),
  }),
  ...area('Asking a server', {
    'far more than the requested answer needs': () =>
      requestFailure(
        { trajectories: [LONG] },
        {},
        sizes({ stream: 1_000 - 2_000 * DEFAULT_SAMPLING.max_tokens }),
      ),
    'far more text than the requested tokens have': () =>
      requestFailure({ trajectories: [LONG] }, {}, sizes({ text: 10 - 256 * DEFAULT_SAMPLING.max_tokens })),
    'a piece that is too long': () => requestFailure({ trajectories: [LONG] }, {}, sizes({ event: 100 })),
    'a piece with too many values': () =>
      requestFailure({ canned: { [CHAT]: { status: 200, body: `data: ${'['.repeat(1_000_001)}\n\n` } } }),
    'headers that are too long': () =>
      requestFailure({ canned: { [CHAT]: { status: 200, headers: { long: 'x'.repeat(20_000) } } } }),
    'a stream that brings no text': async () => {
      const server = await startHostileServer(() => ({
        head: 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n',
        body: Array.from({ length: 1000 }, () => ': keep alive\n\n'),
        every: 10,
      }));
      const deps = testDeps({ body: 100 });
      const { error } = await gather(question(plainStatus(server.url)), deps);
      await closeConnections(deps);
      await server.close();
      return failureOf(() => Promise.reject(error ?? new Error('It did not fail.')));
    },
    'an answer that takes too long': () =>
      requestFailure({ trajectories: [LONG], beforeChunk: () => never }, {}, { generation: 100 }),
    'an unknown model': () => requestFailure({}, { model: 'gpt-0' }),
    'more images than it takes': () => requestFailure({ maxImages: 2 }, images(3)),
    'a model without image input': () => requestFailure({ maxImages: 0 }, images(1)),
    'an image that cannot be decoded': () =>
      requestFailure(
        {},
        {
          ...images(1),
          images: [{ bytes: new Uint8Array([1, 2, 3]), mediaType: 'image/png', width: 28, height: 28 }],
        },
      ),
    'the same on an old vLLM': () =>
      requestFailure(
        { flavor: 'old' },
        {
          ...images(1),
          images: [{ bytes: new Uint8Array([1, 2, 3]), mediaType: 'image/png', width: 28, height: 28 }],
        },
      ),
    'a prompt that is too long': () =>
      requestFailure({}, { parts: [{ type: 'text', text: 'word '.repeat(9000) }] }),
    'a page that is too narrow': () =>
      responseFailure(400, {
        error: { message: 'absolute aspect ratio must be smaller than 200, got 300.0' },
      }),
    'a model that takes no images': () =>
      responseFailure(400, { error: { message: 'qwen2.5 is not a multimodal model' } }),
    'several samples at temperature 0': () =>
      responseFailure(400, { error: { message: 'n must be 1 when using greedy sampling, got 2.' } }),
    'continuing a response whose beginning its template drops': () =>
      continuingFailure({ continues: 'refuses' }),
    'the same on an old vLLM, while generating': () =>
      requestFailure({ flavor: 'old', continues: 'refuses' }, { continued: LONG.slice(0, 20) }),
    'continuing a response, which a very old vLLM ignores': () => continuingFailure({ continues: 'ignores' }),
    'the same on another server, while generating': () =>
      requestFailure({ trajectories: [LONG], continues: 'ignores' }, { continued: LONG.slice(0, 40) }),
    'continuing a response on a server that splits off the reasoning': () =>
      requestFailure({ trajectories: [LONG], reasoning: 'reasoning' }, { continued: LONG.slice(0, 20) }),
    'continuing a response with the offline reader': () => continuingFailure({}, 'offline-reader'),
    'something else that it refuses': () =>
      responseFailure(400, { error: { message: 'top_p must be in (0, 1], got 3.' } }),
    'a request that is too large for its proxy': () => responseFailure(413),
    'more alternatives of tokens than the server reports': () =>
      requestFailure({ maxLogprobs: 5 }, { topLogprobs: 10 }),
    'a server that does not report probabilities': () =>
      responseFailure(400, { error: { message: 'logprobs is not supported by this model' } }),
    'too many requests': () => responseFailure(429, { error: { message: 'Rate limit reached' } }),
    'an engine that dies': () => responseFailure(500),
    'an error of its own': () => responseFailure(500, { error: { message: 'list index out of range' } }),
    'nothing behind a proxy': () => responseFailure(502, '<html>Bad Gateway</html>'),
    'an answer that is no stream': () => responseFailure(200, { object: 'chat.completion' }),
    'no answer for too long': () => requestFailure({ beforeHeaders: () => never }, {}, { headers: 100 }),
    'silence in the middle of the answer': () =>
      requestFailure(
        { trajectories: [LONG], beforeChunk: (chunk) => (chunk < 3 ? Promise.resolve() : never) },
        {},
        { body: 100 },
      ),
    'a connection that is cut': () => requestFailure({ trajectories: [LONG], cutAt: 5 }),
    'an error in the middle of the answer': () => requestFailure({ trajectories: [LONG], errorAt: 5 }),
    'another error in the middle of the answer': () =>
      requestFailure({ trajectories: [LONG], errorAt: 5, errorMessage: 'out of blocks' }),
    canceling: () => {
      const controller = new AbortController();
      return requestFailure(
        {
          trajectories: [LONG],
          beforeChunk: (chunk) => {
            if (chunk === 3) controller.abort();
            return Promise.resolve();
          },
        },
        { signal: controller.signal },
      );
    },
  }),
];
