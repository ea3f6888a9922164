import net from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { asPageTraceError, type PageTraceError } from '../../../src/core/errors.ts';
import { connect } from '../../../src/inference/connect.ts';
import { serverLoad } from '../../../src/inference/load.ts';
import type { ServerStatus } from '../../../src/inference/model.ts';
import { FAKE_MODEL, type FakeOptions } from '../../support/fakeVllm.ts';
import { gate, plainStatus, testDeps, withServer, type TestDeps } from './helpers.ts';

const at = (url: string) => ({ name: 'test', url, model: null });

async function failing(url: string, deps: TestDeps = testDeps()): Promise<PageTraceError> {
  const error: unknown = await connect(at(url), deps).then(
    () => new Error('connected'),
    (thrown: unknown) => thrown,
  );
  return asPageTraceError(error);
}

async function failingAt(options: Partial<FakeOptions>, key: string | null = null): Promise<PageTraceError> {
  const failures: PageTraceError[] = [];
  await withServer(options, async (server) => {
    failures.push(
      await failing(server.url, testDeps({}, key === null ? {} : { [new URL(server.url).origin]: key })),
    );
  });
  const [failure] = failures;
  if (failure === undefined) throw new Error('nothing failed');
  return failure;
}

describe('connecting', () => {
  test.each(['new', 'old'] as const)('%s vLLM: version, models, nothing lacking', async (flavour) => {
    await withServer({ flavour, version: flavour === 'old' ? '0.8.5' : '0.32.0' }, async (server, deps) => {
      const status = await connect(at(`${server.url}/v1`), deps);
      expect(status).toEqual({
        address: at(`${server.url}/v1`),
        baseUrl: `${server.url}/v1`,
        kind: 'vllm',
        version: flavour === 'old' ? '0.8.5' : '0.32.0',
        models: [FAKE_MODEL],
        lacks: [],
        imageLimit: 5,
      });
    });
  });

  test('a LoRA adapter shows its base and takes its length', async () => {
    const adapter = {
      id: 'lang2act-lora',
      root: '/adapters/lang2act',
      parent: FAKE_MODEL.id,
      maxModelLength: null,
    };
    const orphan = { ...adapter, id: 'orphan', parent: 'gone' };
    await withServer({ models: [FAKE_MODEL, adapter, orphan] }, async (server, deps) => {
      const { models } = await connect(at(server.url), deps);
      expect(models[1]).toEqual({ ...adapter, maxModelLength: 8192 });
      expect(models[2]).toEqual(orphan);
    });
  });

  test('the key goes to its origin, under a path prefix too', async () => {
    await withServer({ apiKey: 'secret', prefix: '/vllm' }, async (server) => {
      const { origin } = new URL(server.url);
      const status = await connect(at(server.url), testDeps({}, { [origin]: ' secret\n' }));
      expect(status.baseUrl).toBe(`${origin}/vllm/v1`);
      expect(server.requests.map(({ path }) => path).sort()).toEqual([
        '/vllm/health',
        '/vllm/tokenize',
        '/vllm/v1/models',
        '/vllm/version',
      ]);
    });
  });

  test('behind a proxy that passes only /v1 it is still vLLM, and what is missing is named', async () => {
    const missing = { status: 404, body: 'not here' };
    await withServer(
      { canned: { '/health': missing, '/version': missing, '/tokenize': missing } },
      async (server, deps) => {
        const status = await connect(at(server.url), deps);
        expect(status).toMatchObject({ kind: 'vllm', version: null });
        expect(status.lacks.join(' ')).toMatch(/\/health.*\/tokenize.*\/version/u);
      },
    );
  });

  test('the image limit is told where it can be asked for', async () => {
    await withServer({ maxImages: 100 }, async (server, deps) => {
      expect(await connect(at(server.url), deps)).not.toHaveProperty('imageLimit');
      const message = 'qwen2.5 is not a multimodal model';
      server.set({ canned: { '/tokenize': { status: 400, body: { error: { message, code: 400 } } } } });
      expect(await connect(at(server.url), deps)).toMatchObject({ imageLimit: 0, lacks: [] });
      server.set({ canned: { '/tokenize': { status: 500, body: 'Internal Server Error' } } });
      expect(await connect(at(server.url), deps)).not.toHaveProperty('imageLimit');
    });
  });

  test.each([
    ['llama.cpp', 4096],
    ['ollama', null],
    ['sglang', 8192],
  ] as const)('%s is used with what it has', async (flavour, length) => {
    await withServer({ flavour }, async (server, deps) => {
      const status = await connect(at(server.url), deps);
      expect(status.kind).toBe('openai-compatible');
      expect(status.models[0]).toMatchObject({ id: FAKE_MODEL.id, maxModelLength: length });
      expect(status.lacks[0]).toMatch(/^It is (llama\.cpp|Ollama|SGLang), not vLLM\.$/u);
      expect(status.lacks.some((lack) => lack.includes('/health'))).toBe(flavour === 'ollama');
      expect(status.lacks.some((lack) => lack.includes("model's length"))).toBe(length === null);
      expect(status.imageLimit).toBe(flavour === 'llama.cpp' ? 0 : undefined);
      expect(await serverLoad(status, deps)).toBeNull();
    });
  });
});

describe('what is wrong is said exactly', () => {
  test('nothing listens there', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => server.close(resolve));
    const error = await failing(`http://127.0.0.1:${port}/v1`);
    expect(error).toMatchObject({
      reason: 'server-unreachable',
      message: `Nothing listens at http://127.0.0.1:${port}.`,
    });
    expect(error.hint).toMatch(/only once its model is loaded/u);
  });

  test('no such machine', async () => {
    const error = await failing('http://no-such-machine.invalid:8000');
    expect(error.reason).toBe('server-unreachable');
    expect(error.message).toContain('no-such-machine.invalid');
  });

  test('something that does not speak HTTP', async () => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('220 mail ready\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      expect(await failing(`http://127.0.0.1:${port}`)).toMatchObject({ reason: 'server-unreachable' });
      expect((await failing(`https://127.0.0.1:${port}`)).message).toMatch(/does not speak TLS/u);
    } finally {
      server.close();
    }
  });

  test('a silent server is a time-out', async () => {
    const { opened, open } = gate();
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      void opened.then(() => socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await failing(`http://127.0.0.1:${port}`, testDeps({ probe: 100 }))).toMatchObject({
      reason: 'timeout',
    });
    open();
    server.close();
  });

  test.each([
    ['missing', null],
    ['wrong', 'another'],
  ])('a key that is %s', async (_which, key) => {
    const error = await failingAt({ apiKey: 'secret' }, key);
    expect(error).toMatchObject({ reason: 'server-unauthorized', status: 401, said: 'Unauthorized' });
    expect(error.remedy).toMatchObject({ kind: 'give-api-key' });
  });

  test.each([
    ['a prefix too many', '', '/api', ''],
    ['a prefix that is missing', '/vllm', '', '/vllm'],
    ['one folder too deep', '/a', '/a/b', '/a'],
  ])('a wrong path (%s): the right one is named', async (_case, prefix, given, right) => {
    await withServer({ prefix, apiKey: 'secret' }, async (server) => {
      const { origin } = new URL(server.url);
      const error = await failing(origin + given);
      expect(error).toMatchObject({ reason: 'server-wrong-path', status: 404 });
      expect(error.hint).toContain(`The API was found at ${origin}${right}/v1`);
    });
  });

  test('a wrong path with no right one, and a page of HTML', async () => {
    const error = await failingAt({
      canned: { '/v1/models': { status: 404, body: { detail: 'Not Found' } } },
    });
    expect(error).toMatchObject({ reason: 'server-wrong-path', said: 'Not Found' });
    const page = await failingAt({ canned: { '/v1/models': { status: 200, body: '<html></html>' } } });
    expect(page.message).toMatch(/no list of models/u);
  });

  test.each([
    ['new vLLM', 'new', { status: 503 }],
    ['old vLLM', 'old', { status: 500 }],
  ] as const)('the engine of %s is dead', async (_case, flavour, health) => {
    const error = await failingAt({ flavour, canned: { '/health': health } });
    expect(error).toMatchObject({ reason: 'server-dead', status: health.status });
    expect(error.message).toMatch(/engine has died/u);
  });

  test('still loading: llama.cpp says so, a proxy only that nothing is ready', async () => {
    const body = { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } };
    const loading = { status: 503, body };
    expect(
      await failingAt({ flavour: 'llama.cpp', canned: { '/health': loading, '/v1/models': loading } }),
    ).toMatchObject({ reason: 'server-loading', said: 'Loading model' });
    const bad = { status: 503, body: '<html>Service Unavailable</html>' };
    const error = await failingAt({ canned: { '/health': bad, '/version': bad, '/v1/models': bad } });
    expect(error.reason).toBe('server-loading');
    expect(error.message).toMatch(/still loading, or nothing runs behind it/u);
  });

  test('a redirect to another origin is named and not followed', async () => {
    const error = await failingAt({
      canned: {
        '/v1/models': { status: 302, headers: { location: 'https://elsewhere.example.com/v1/models' } },
      },
    });
    expect(error.reason).toBe('server-wrong-path');
    expect(error.message).toContain('https://elsewhere.example.com');
  });

  test('cancelled', async () => {
    await withServer({}, async (server, deps) => {
      await expect(connect(at(server.url), deps, AbortSignal.abort())).rejects.toMatchObject({
        reason: 'cancelled',
      });
    });
  });
});

describe('load', () => {
  test.each(['new', 'old'] as const)('from the metrics of %s vLLM', async (flavour) => {
    await withServer({ flavour, running: 3, waiting: 2 }, async (server, deps) => {
      const status: ServerStatus = plainStatus(server.url);
      expect(await serverLoad(status, deps)).toEqual({ running: 3, waiting: 2, cacheUsage: 0.25 });
      server.set({ canned: { '/metrics': { status: 404 } } });
      expect(await serverLoad(status, deps)).toEqual({ running: 3, waiting: null, cacheUsage: null });
    });
  });

  test('a server that is gone is an error', async () => {
    await expect(serverLoad(plainStatus('http://127.0.0.1:1'), testDeps())).rejects.toMatchObject({
      reason: 'server-unreachable',
    });
  });
});
