import net from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { asPageTraceError, type PageTraceError } from '../../../src/core/errors.ts';
import { connect } from '../../../src/inference/connect.ts';
import { LoadReports, serverLoad } from '../../../src/inference/load.ts';
import type { ServerStatus } from '../../../src/inference/model.ts';
import { FAKE_MODEL, type FakeOptions } from '../../support/fakeVllm.ts';
import { gate, plainStatus, testDeps, withServer, type TestDeps } from './helpers.ts';

const serverAt = (url: string) => ({ name: 'test', url, model: null });

async function connectionError(url: string, deps: TestDeps = testDeps()): Promise<PageTraceError> {
  const error: unknown = await connect(serverAt(url), deps).then(
    () => new Error('connected'),
    (thrown: unknown) => thrown,
  );
  return asPageTraceError(error);
}

async function connectionErrorFrom(
  options: Partial<FakeOptions>,
  key: string | null = null,
): Promise<PageTraceError> {
  const failures: PageTraceError[] = [];
  await withServer(options, async (server) => {
    failures.push(
      await connectionError(
        server.url,
        testDeps({}, key === null ? {} : { [new URL(server.url).origin]: key }),
      ),
    );
  });
  const [failure] = failures;
  if (failure === undefined) throw new Error('nothing failed');
  return failure;
}

describe('connecting', () => {
  test('of a very long list of models, the first ones are read', async () => {
    const data = Array.from({ length: 10_001 }, (_, index) => ({ id: `m${index}`, owned_by: 'x' }));
    await withServer({ canned: { '/v1/models': { status: 200, body: { data } } } }, async ({ url }, deps) => {
      const { models, lacks } = await connect(serverAt(url), deps);
      expect(models.map(({ id }) => id)).toEqual(data.slice(0, 10_000).map(({ id }) => id));
      expect(lacks).toContain('It lists more than 10,000 models: the others are left out.');
    });
  });

  test.each(['new', 'old'] as const)(
    'connects to a %s vLLM and reports version, models and nothing missing',
    async (flavor) => {
      await withServer({ flavor, version: flavor === 'old' ? '0.8.5' : '0.32.0' }, async (server, deps) => {
        const status = await connect(serverAt(`${server.url}/v1`), deps);
        expect(status).toEqual({
          address: serverAt(`${server.url}/v1`),
          baseUrl: `${server.url}/v1`,
          kind: 'vllm',
          version: flavor === 'old' ? '0.8.5' : '0.32.0',
          models: [FAKE_MODEL],
          lacks: [],
          imageLimit: 5,
        });
      });
    },
  );

  test('a LoRA adapter reports its base model and takes the length of that model', async () => {
    const adapter = {
      id: 'lang2act-lora',
      root: '/adapters/lang2act',
      parent: FAKE_MODEL.id,
      maxModelLength: null,
    };
    const orphan = { ...adapter, id: 'orphan', parent: 'gone' };
    await withServer({ models: [FAKE_MODEL, adapter, orphan] }, async (server, deps) => {
      const { models } = await connect(serverAt(server.url), deps);
      expect(models[1]).toEqual({ ...adapter, maxModelLength: 8192 });
      expect(models[2]).toEqual(orphan);
    });
  });

  test('the API key is sent to its origin, also under a path prefix', async () => {
    await withServer({ apiKey: 'secret', prefix: '/vllm' }, async (server) => {
      const { origin } = new URL(server.url);
      const status = await connect(serverAt(server.url), testDeps({}, { [origin]: ' secret\n' }));
      expect(status.baseUrl).toBe(`${origin}/vllm/v1`);
      expect(server.requests.map(({ path }) => path).sort()).toEqual([
        '/vllm/health',
        '/vllm/tokenize',
        '/vllm/v1/models',
        '/vllm/version',
      ]);
    });
  });

  test('a server behind a proxy that passes only /v1 is still recognized as vLLM, and missing routes are named', async () => {
    const missing = { status: 404, body: 'not here' };
    await withServer(
      { canned: { '/health': missing, '/version': missing, '/tokenize': missing } },
      async (server, deps) => {
        const status = await connect(serverAt(server.url), deps);
        expect(status).toMatchObject({ kind: 'vllm', version: null });
        expect(status.lacks.join(' ')).toMatch(/\/health.*\/tokenize.*\/version/u);
      },
    );
  });

  test('the image limit is reported if the server can count images', async () => {
    await withServer({ maxImages: 100 }, async (server, deps) => {
      expect(await connect(serverAt(server.url), deps)).not.toHaveProperty('imageLimit');
      const message = 'qwen2.5 is not a multimodal model';
      server.set({ canned: { '/tokenize': { status: 400, body: { error: { message, code: 400 } } } } });
      expect(await connect(serverAt(server.url), deps)).toMatchObject({ imageLimit: 0, lacks: [] });
      server.set({ canned: { '/tokenize': { status: 500, body: 'Internal Server Error' } } });
      expect(await connect(serverAt(server.url), deps)).not.toHaveProperty('imageLimit');
    });
  });

  test.each([
    ['llama.cpp', 4096],
    ['ollama', null],
    ['sglang', 8192],
  ] as const)('a server of the kind %s is used with what it offers', async (flavor, length) => {
    await withServer({ flavor }, async (server, deps) => {
      const status = await connect(serverAt(server.url), deps);
      expect(status.kind).toBe('openai-compatible');
      expect(status.models[0]).toMatchObject({ id: FAKE_MODEL.id, maxModelLength: length });
      expect(status.lacks[0]).toMatch(/^It is (llama\.cpp|Ollama|SGLang), not vLLM\.$/u);
      expect(status.lacks.some((lack) => lack.includes('/health'))).toBe(flavor === 'ollama');
      expect(status.lacks.some((lack) => lack.includes("model's length"))).toBe(length === null);
      expect(status.imageLimit).toBe(flavor === 'llama.cpp' ? 0 : undefined);
      expect(await serverLoad(status, deps)).toBeNull();
    });
  });
});

describe('faults when connecting', () => {
  test('connecting says that nothing listens at the address', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => server.close(resolve));
    const error = await connectionError(`http://127.0.0.1:${port}/v1`);
    expect(error).toMatchObject({
      reason: 'server-unreachable',
      message: `Nothing listens at http://127.0.0.1:${port}.`,
    });
    expect(error.hint).toMatch(/may still be loading its model/u);
  });

  test('connecting says which machine does not exist', async () => {
    const error = await connectionError('http://no-such-machine.invalid:8000');
    expect(error.reason).toBe('server-unreachable');
    expect(error.message).toContain('no-such-machine.invalid');
  });

  test('connecting reports a server that does not speak HTTP, or no TLS', async () => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('220 mail ready\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      expect(await connectionError(`http://127.0.0.1:${port}`)).toMatchObject({
        reason: 'server-unreachable',
      });
      expect((await connectionError(`https://127.0.0.1:${port}`)).message).toMatch(/does not speak HTTPS/u);
    } finally {
      server.close();
    }
  });

  test('connecting to a server that never answers fails with a time-out', async () => {
    const { opened, open } = gate();
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      void opened.then(() => socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await connectionError(`http://127.0.0.1:${port}`, testDeps({ probe: 100 }))).toMatchObject({
      reason: 'timeout',
    });
    open();
    server.close();
  });

  test.each([
    ['missing', null],
    ['wrong', 'another'],
  ])('connecting reports an API key that is %s', async (_which, key) => {
    const error = await connectionErrorFrom({ apiKey: 'secret' }, key);
    expect(error).toMatchObject({ reason: 'server-unauthorized', status: 401, said: 'Unauthorized' });
    expect(error.remedy).toMatchObject({ kind: 'give-api-key' });
  });

  test.each([
    ['a prefix too many', '', '/api', ''],
    ['a prefix that is missing', '/vllm', '', '/vllm'],
    ['one folder too deep', '/a', '/a/b', '/a'],
  ])('connecting to a wrong path (%s) names the right one', async (_case, prefix, given, right) => {
    await withServer({ prefix, apiKey: 'secret' }, async (server) => {
      const { origin } = new URL(server.url);
      const error = await connectionError(origin + given);
      expect(error).toMatchObject({ reason: 'server-wrong-path', status: 404 });
      expect(error.hint).toContain(`The API was found at ${origin}${right}/v1`);
    });
  });

  test('connecting reports a wrong path if no right one is found, and a page of HTML', async () => {
    const error = await connectionErrorFrom({
      canned: { '/v1/models': { status: 404, body: { detail: 'Not Found' } } },
    });
    expect(error).toMatchObject({ reason: 'server-wrong-path', said: 'Not Found' });
    const page = await connectionErrorFrom({
      canned: { '/v1/models': { status: 200, body: '<html></html>' } },
    });
    expect(page.message).toMatch(/not a list of models/u);
  });

  test.each([
    ['new vLLM', 'new', { status: 503 }],
    ['old vLLM', 'old', { status: 500 }],
  ] as const)('connecting says that the engine of %s has died', async (_case, flavor, health) => {
    const error = await connectionErrorFrom({ flavor, canned: { '/health': health } });
    expect(error).toMatchObject({ reason: 'server-dead', status: health.status });
    expect(error.message).toMatch(/engine has died/u);
  });

  test('connecting says that llama.cpp is still loading, and that nothing is ready behind a proxy', async () => {
    const body = { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } };
    const loading = { status: 503, body };
    expect(
      await connectionErrorFrom({
        flavor: 'llama.cpp',
        canned: { '/health': loading, '/v1/models': loading },
      }),
    ).toMatchObject({ reason: 'server-loading', said: 'Loading model' });
    const bad = { status: 503, body: '<html>Service Unavailable</html>' };
    const error = await connectionErrorFrom({
      canned: { '/health': bad, '/version': bad, '/v1/models': bad },
    });
    expect(error.reason).toBe('server-loading');
    expect(error.message).toMatch(/still loading, or nothing is running behind it/u);
  });

  test('a redirect to another origin is reported and not followed', async () => {
    const error = await connectionErrorFrom({
      canned: {
        '/v1/models': { status: 302, headers: { location: 'https://elsewhere.example.com/v1/models' } },
      },
    });
    expect(error.reason).toBe('server-wrong-path');
    expect(error.message).toContain('https://elsewhere.example.com');
  });

  test('connecting can be cancelled', async () => {
    await withServer({}, async (server, deps) => {
      await expect(connect(serverAt(server.url), deps, AbortSignal.abort())).rejects.toMatchObject({
        reason: 'cancelled',
      });
    });
  });
});

describe('serverLoad', () => {
  test.each(['new', 'old'] as const)(
    'the load of a server is read from the metrics of a %s vLLM',
    async (flavor) => {
      await withServer({ flavor, running: 3, waiting: 2 }, async (server, deps) => {
        const status: ServerStatus = plainStatus(server.url);
        expect(await serverLoad(status, deps)).toEqual({ running: 3, waiting: 2 });
        server.set({ canned: { '/metrics': { status: 404 } } });
        expect(await serverLoad(status, deps)).toEqual({ running: 3, waiting: null });
      });
    },
  );

  test('what a server has said that it lacks is asked for once', async () => {
    await withServer({ running: 3, canned: { '/metrics': { status: 404 } } }, async (server, deps) => {
      const reports = new LoadReports(plainStatus(server.url), deps);
      const paths = (): readonly string[] => server.requests.map(({ path }) => path);
      for (let time = 0; time < 2; time += 1)
        expect(await reports.next()).toEqual({ running: 3, waiting: null });
      expect(paths()).toEqual(['/metrics', '/load', '/load']);
      server.set({ canned: { '/load': { status: 503 } } });
      expect(await reports.next()).toBeNull();
      expect(reports.areLacking).toBe(false);
      server.set({ canned: { '/load': { status: 404 } } });
      expect(await reports.next()).toBeNull();
      expect(reports.areLacking).toBe(true);
      expect(await reports.next()).toBeNull();
      expect(paths()).toHaveLength(5);
    });
  });

  test('a server that is gone may have a load when it comes back', async () => {
    const reports = new LoadReports(plainStatus('http://127.0.0.1:1'), testDeps());
    await expect(reports.next()).rejects.toMatchObject({ reason: 'server-unreachable' });
    expect(reports.areLacking).toBe(false);
  });

  test('the load of a server that is not running is an error', async () => {
    await expect(serverLoad(plainStatus('http://127.0.0.1:1'), testDeps())).rejects.toMatchObject({
      reason: 'server-unreachable',
    });
  });
});
