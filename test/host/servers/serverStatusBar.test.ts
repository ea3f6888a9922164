import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import { ServerStatusBar } from '../../../src/host/servers/serverStatusBar.ts';
import { HOSTILE_PIECES, liveInPlainText } from '../../support/hostileText.ts';
import { startFakeVllm, type FakeVllm } from '../../support/fakeVllm.ts';
import { until, useSettings, useStubs } from '../support/given.ts';
import { makeServers } from '../support/services.ts';

const configure = useSettings();
const stub = useStubs();

let fake: FakeVllm;
let servers: Servers;
let bar: ServerStatusBar;
let item: vscode.StatusBarItem;
let view: { focused: boolean; active: boolean };
let viewChanged: vscode.EventEmitter<vscode.WindowState>;
/** The pending timers, which run only when a test runs them. */
let timers: { readonly work: () => void; readonly after: number }[];

/** Runs the only pending timer and returns its delay. */
function pass(): number {
  assert.equal(timers.length, 1, 'one timer at a time');
  const [timer] = timers.splice(0);
  timer?.work();
  return timer?.after ?? 0;
}
const look = (state: Partial<typeof view>) => {
  Object.assign(view, state);
  viewChanged.fire(view);
};
/** Connects and waits until the load of the server has been requested once. */
async function connect(): Promise<void> {
  await servers.connect();
  assert.equal(pass(), 0);
  await until(
    'the load is shown and the next time set',
    () => item.text.includes('running') && timers.length === 1,
  );
}

beforeEach(async () => {
  fake = await startFakeVllm({ running: 2, waiting: 1 });
  await configure('pagetrace', 'servers', [{ name: 'gpu', url: fake.url }]);
  const create = vscode.window.createStatusBarItem.bind(vscode.window);
  stub(vscode.window, 'createStatusBarItem', () => {
    item = create('pagetrace.test', vscode.StatusBarAlignment.Right, 1);
    return item;
  });
  view = { focused: true, active: true };
  viewChanged = new vscode.EventEmitter();
  timers = [];
  servers = makeServers();
  bar = new ServerStatusBar({
    servers,
    window: {
      get state() {
        return view;
      },
      onDidChangeWindowState: viewChanged.event,
    },
    later: (work, after) => {
      const timer = { work, after };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  });
});
afterEach(async () => {
  bar.dispose();
  servers.dispose();
  await fake.close();
});

const isRed = () =>
  item.backgroundColor instanceof vscode.ThemeColor &&
  item.backgroundColor.id === 'statusBarItem.errorBackground';

describe('the server in the status bar', () => {
  it('names the server, and sends it no request before a connection is made', () => {
    assert.equal(item.text, '$(server) gpu');
    assert.equal(item.command, 'pagetrace.selectServer');
    assert.ok(!isRed());
    look({ focused: true });
    assert.deepEqual(timers, []);
    assert.equal(fake.requests.length, 0);
  });

  it('shows the model and the load once the server is connected', async () => {
    await connect();
    assert.equal(item.text, '$(server) gpu · qwen2.5-vl · 2 running, 1 waiting');
    assert.match(item.accessibilityInformation?.label ?? '', /gpu, qwen2\.5-vl, 2 running, 1 waiting/);
    assert.ok(!isRed());
  });

  it('shows nothing live of a hostile model name and version', async () => {
    const id = HOSTILE_PIECES.join(' ');
    fake.set({
      canned: {
        '/v1/models': { status: 200, body: { data: [{ id, owned_by: 'vllm', max_model_len: 10 }] } },
        '/version': { status: 200, body: { version: id } },
      },
    });
    await connect();
    assert.ok(item.text.includes('label'), 'the name is shown');
    const { tooltip } = item;
    assert.ok(typeof tooltip === 'string', 'the tooltip is not Markdown');
    for (const text of [
      item.text.replace(/^\$\(server\) /u, ''),
      tooltip,
      item.accessibilityInformation?.label ?? '',
    ])
      assert.deepEqual(liveInPlainText(text), []);
  });

  it('turns red and says so in words when the server stops responding', async () => {
    await servers.connect();
    await fake.close();
    await assert.rejects(servers.connect(), { reason: 'server-unreachable' });
    assert.ok(isRed());
    assert.match(item.text, /^\$\(error\) gpu .*· unreachable$/);
  });

  it('distinguishes a server that refuses requests from one that does not respond', async () => {
    fake.set({ apiKey: 'secret' });
    await assert.rejects(servers.connect(), { reason: 'server-unauthorized' });
    assert.ok(isRed());
    assert.match(item.text, /not connected$/);
  });

  it('lists what a server other than vLLM lacks', async () => {
    fake.set({ flavor: 'ollama' });
    const status = await servers.connect();
    assert.ok(status.lacks.length > 0);
    pass();
    await until('the tooltip names it', () => {
      const { tooltip } = item;
      return typeof tooltip === 'string' && status.lacks.every((sentence) => tooltip.includes(sentence));
    });
  });

  it('requests the load at most every 10 s, whatever the settings say, and only while the window is focused and active', async () => {
    await configure('pagetrace', 'limits.pollSeconds', 1);
    await connect();
    const countLoadRequests = () => fake.requests.filter(({ path }) => path.endsWith('/metrics')).length;
    assert.equal(countLoadRequests(), 1);
    fake.set({ running: 7, waiting: 0 });
    assert.equal(pass(), 10_000);
    await until('it is asked again', () => item.text.includes('7 running') && timers.length === 1);
    assert.equal(countLoadRequests(), 2);
    look({ focused: false });
    assert.deepEqual(timers, []);
    look({ focused: true, active: false });
    assert.deepEqual(timers, []);
    look({ active: true });
    assert.deepEqual(
      timers.map(({ after }) => after),
      [10_000],
    );
    assert.equal(countLoadRequests(), 2);
  });

  it('does not call a server unreachable while text arrives from it', async () => {
    await connect();
    const status = servers.lastStatus;
    assert.ok(status);
    await fake.close();
    servers.heard(status);
    pass();
    await until('the load was asked for in vain', () => timers.length === 1);
    assert.equal(servers.lastStatus, status);
    assert.ok(!isRed());
    servers.streamEnded();
    pass();
    await until('it is unreachable', () => item.text.endsWith('unreachable'));
    // Text shows that the server is back, before the next request for its load.
    servers.heard(status);
    assert.ok(!isRed());
    assert.equal(servers.lastStatus, status);
  });

  it('says without a server that none is connected and the offline reader answers', async () => {
    await configure('pagetrace', 'servers', []);
    const { tooltip } = item;
    assert.match(
      typeof tooltip === 'string' ? tooltip : '',
      /^No server is connected; the offline reader answers/,
    );
  });

  it('checks whether a server that stopped responding is back', async () => {
    await connect();
    assert.ok(servers.lastStatus);
    servers.lost(servers.lastStatus, new PageTraceError('server-unreachable', 'Nothing listens there.'));
    assert.ok(isRed());
    assert.equal(pass(), 10_000);
    await until('it is connected again', () => !isRed() && servers.lastStatus !== null);
  });
});
