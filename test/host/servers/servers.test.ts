import assert from 'node:assert/strict';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { isPageTraceError, PageTraceError } from '../../../src/core/errors.ts';
import type { ApiKeys } from '../../../src/host/servers/apiKeys.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import { OFFLINE_MODEL } from '../../../src/offline/model.ts';
import type { ServerStatus } from '../../../src/inference/model.ts';
import { startFakeVllm, type FakeVllm } from '../../support/fakeVllm.ts';
import { until, useSettings, useStubs } from '../support/given.ts';
import { startServers } from '../support/services.ts';

const configure = useSettings();
const stub = useStubs();

let fake: FakeVllm;
let servers: Servers;
let keys: ApiKeys;
let trusted: boolean;
let busy: boolean;

beforeEach(async () => {
  trusted = true;
  busy = false;
  ({ fake, keys, servers } = await startServers({ trusted: () => trusted, busy: () => busy }));
});
afterEach(async () => {
  servers.dispose();
  await fake.close();
});

const use = (...entries: readonly object[]) => configure('pagetrace', 'servers', entries);
const statusAt = (origin: string): ServerStatus => ({
  address: { name: 'far', url: origin, model: null },
  baseUrl: `${origin}/v1`,
  kind: 'vllm',
  version: null,
  models: [],
  lacks: [],
});

describe('the server in use', () => {
  it('uses the offline reader when no server is set, and starts it at first use', async () => {
    assert.equal(servers.current(), null);
    assert.equal(servers.name, OFFLINE_MODEL);
    const status = await servers.connect();
    assert.equal(status.kind, 'offline-reader');
    assert.deepEqual(
      status.models.map(({ id }) => id),
      [OFFLINE_MODEL],
    );
    assert.equal(await servers.ready(), status);
  });

  it('uses the first server that is set, or the one that the person switches to', async () => {
    await use({ name: 'one', url: fake.url }, { name: 'two', url: `${fake.url}/v1`, model: 'm2' });
    assert.deepEqual(servers.current(), { name: 'one', url: fake.url, model: null });
    await configure('pagetrace', 'server', '');
    let changes = 0;
    const listening = servers.onDidChange(() => changes++);
    await servers.use('two');
    assert.equal(servers.current()?.model, 'm2');
    assert.ok(changes > 0);
    await servers.use(OFFLINE_MODEL);
    assert.equal(servers.current(), null);
    listening.dispose();
  });

  it('reports the last error until the server answers again', async () => {
    fake.set({ apiKey: 'secret' });
    await use({ name: 'one', url: fake.url });
    await assert.rejects(servers.connect(), { reason: 'server-unauthorized' });
    assert.equal(servers.trouble?.reason, 'server-unauthorized');
    await keys.set(new URL(fake.url).origin, 'secret');
    await servers.connect();
    assert.equal(servers.trouble, null);
    assert.equal(fake.requests.at(-1)?.headers.authorization, 'Bearer secret');
  });

  it('sends a server no key that was set for another origin', async () => {
    await keys.set('http://127.0.0.1:1', 'of-another');
    await use({ name: 'one', url: fake.url });
    await servers.connect();
    assert.ok(fake.requests.length > 0);
    for (const { headers } of fake.requests) assert.equal(headers.authorization, undefined);
  });

  it('sends a server nothing in Restricted Mode', async () => {
    trusted = false;
    await use({ name: 'one', url: fake.url });
    await assert.rejects(servers.connect(), { reason: 'untrusted' });
    assert.equal(fake.requests.length, 0);
  });

  it('reports an error instead of using the offline reader when no entry can be used', async () => {
    await use({ name: 'one', url: 'localhost:8000' });
    await assert.rejects(servers.connect(), (error) => {
      assert.ok(isPageTraceError(error));
      assert.equal(error.reason, 'bad-input');
      assert.match(error.message, /pagetrace\.servers/);
      return true;
    });
    await configure('pagetrace', 'server', OFFLINE_MODEL);
    assert.equal((await servers.connect()).kind, 'offline-reader');
  });
});

const unreachable = new PageTraceError('server-unreachable', 'Nothing listens there.');

describe('a server that answers after it was replaced', () => {
  /** Lets the first server list its models; it waits for this. */
  let answer: () => void;
  /** A server of the same name at another address. */
  let other: FakeVllm;

  beforeEach(async () => {
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    fake.set({ beforeModels: () => held });
    other = await startFakeVllm();
    await use({ name: 'gpu', url: fake.url });
  });
  afterEach(async () => {
    answer();
    await other.close();
  });
  const isAsked = () => until('it is asked', () => fake.requests.length > 0);

  it('does not become the server in use when it answers', async () => {
    // While a question is asked, connections under earlier settings stay open.
    busy = true;
    const connecting = servers.connect();
    await isAsked();
    await use({ name: 'gpu', url: other.url });
    answer();
    assert.equal((await connecting).address.url, fake.url);
    assert.equal(servers.lastStatus, null);
    assert.equal((await servers.ready()).address.url, other.url);
  });

  it('does not make the server in use look unreachable when it fails', async () => {
    const failing = assert.rejects(servers.connect());
    await isAsked();
    await use({ name: 'gpu', url: other.url });
    const status = await servers.connect();
    await failing;
    assert.equal(servers.trouble, null);
    assert.equal(servers.lastStatus, status);
    servers.lost({ ...status, address: { ...status.address, url: fake.url } }, unreachable);
    assert.equal(servers.trouble, null);
    assert.equal(servers.lastStatus, status);
  });

  it('does not count as the server in use when text still arrives from it', async () => {
    answer();
    const first = await servers.connect();
    await use({ name: 'gpu', url: other.url });
    const second = await servers.connect();
    servers.lost(second, unreachable);
    servers.heard(first);
    assert.equal(servers.trouble, unreachable);
    assert.equal(servers.isStreaming, false);
    servers.heard(second);
    assert.equal(servers.trouble, null);
    assert.equal(servers.isStreaming, true);
  });

  it('is asked again with a key that was set while it was asked without one', async () => {
    fake.set({ apiKey: 'secret' });
    const failing = assert.rejects(servers.connect(), { reason: 'server-unauthorized' });
    await isAsked();
    await keys.set(new URL(fake.url).origin, 'secret');
    servers.forget();
    answer();
    await failing;
    assert.equal(servers.trouble, null);
    assert.equal((await servers.ready()).kind, 'vllm');
  });
});

describe('consent to send pages away from this machine', () => {
  it('asks for no consent to send pages to a loopback address', async () => {
    stub(vscode.window, 'showWarningMessage', () => assert.fail('nothing should be asked'));
    await servers.agreeToSend(statusAt('http://127.0.0.1:8000'));
    await servers.agreeToSend(statusAt('http://localhost:8000'));
  });

  it('asks for consent once for each origin', async () => {
    const asked: string[] = [];
    stub(vscode.window, 'showWarningMessage', (message: string, _options: object, button: string) => {
      asked.push(message);
      return Promise.resolve(button);
    });
    await servers.agreeToSend(statusAt('https://gpu.example:8000'));
    await servers.agreeToSend(statusAt('https://gpu.example:8000'));
    await servers.agreeToSend(statusAt('https://other.example'));
    assert.equal(asked.length, 2);
    assert.match(asked[0] ?? '', /https:\/\/gpu\.example:8000/);
  });

  it('sends no pages without consent, and asks for it again next time', async () => {
    let asked = 0;
    stub(vscode.window, 'showWarningMessage', () => {
      asked++;
      return Promise.resolve(undefined);
    });
    await assert.rejects(servers.agreeToSend(statusAt('https://gpu.example')), { reason: 'cancelled' });
    await assert.rejects(servers.agreeToSend(statusAt('https://gpu.example')), { reason: 'cancelled' });
    assert.equal(asked, 2);
  });
});

describe('what the inference room may send', () => {
  const mayReceive = (url: string) => servers.inference.mayReceive(new URL(url).origin);

  it('is sent to loopback, and elsewhere only with consent, which can be taken back', async () => {
    stub(vscode.window, 'showWarningMessage', (_message: string, _options: object, button: string) =>
      Promise.resolve(button),
    );
    assert.equal(await mayReceive('http://127.0.0.1:8000'), true);
    for (const far of ['https://gpu.example', 'http://127.0.0.1.example', 'http://localhost.example'])
      assert.equal(await mayReceive(far), false, far);
    await servers.agreeToSend(statusAt('https://gpu.example'));
    assert.equal(await mayReceive('https://gpu.example'), true);
    // Another port or scheme is another address.
    assert.equal(await mayReceive('https://gpu.example:8443'), false);
    assert.equal(await mayReceive('http://gpu.example'), false);
    await servers.forgetConsent();
    assert.equal(await mayReceive('https://gpu.example'), false);
  });

  it('is sent nowhere in Restricted Mode, whatever was agreed to before', async () => {
    stub(vscode.window, 'showWarningMessage', (_message: string, _options: object, button: string) =>
      Promise.resolve(button),
    );
    await servers.agreeToSend(statusAt('https://gpu.example'));
    trusted = false;
    assert.equal(await mayReceive('https://gpu.example'), false);
    assert.equal(await mayReceive('http://127.0.0.1:8000'), false);
    await assert.rejects(servers.agreeToSend(statusAt('https://gpu.example')), { reason: 'untrusted' });
  });
});

describe('the proxy of the settings', () => {
  let proxy: http.Server;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    proxy = http.createServer();
    // A real proxy that sends every host name, none of which DNS knows, to the server of the test.
    proxy.on('connect', (request, client) => {
      asked.push(request.url ?? '');
      const { hostname, port } = new URL(fake.url);
      const server = net.connect(Number(port), hostname, () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        server.pipe(client).pipe(server);
      });
      for (const socket of [server, client]) socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    await configure('http', 'proxy', `http://127.0.0.1:${port}`);
  });
  afterEach(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it('uses the proxy for remote servers, and never for loopback', async () => {
    await use({ name: 'far', url: 'http://gpu.invalid:8000' });
    assert.equal((await servers.connect()).kind, 'vllm');
    assert.deepEqual(new Set(asked), new Set(['gpu.invalid:8000']));
    asked.length = 0;
    await use({ name: 'near', url: fake.url });
    assert.equal((await servers.connect()).kind, 'vllm');
    assert.deepEqual(asked, []);
  });

  it('stops using the proxy for a host as soon as the settings exclude it', async () => {
    await use({ name: 'far', url: 'http://gpu.invalid:8000' });
    await servers.connect();
    asked.length = 0;
    await configure('http', 'noProxy', ['other.invalid', 'gpu.invalid']);
    await assert.rejects(servers.connect(), { reason: 'server-unreachable' });
    await configure('http', 'noProxy', ['other.invalid']);
    assert.equal((await servers.connect()).kind, 'vllm');
    assert.ok(asked.length > 0);
  });

  it('never uses the proxy when proxies are turned off', async () => {
    await configure('http', 'proxySupport', 'off');
    await use({ name: 'far', url: 'http://gpu.invalid:8000' });
    await assert.rejects(servers.connect(), { reason: 'server-unreachable' });
    assert.deepEqual(asked, []);
  });
});
