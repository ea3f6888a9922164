import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiKeys } from '../../src/host/services/apiKeys.ts';
import { Servers } from '../../src/host/services/servers.ts';
import { ServerStatusBar } from '../../src/host/views/serverStatusBar.ts';
import { startFakeVllm, type FakeVllm } from '../support/fakeVllm.ts';
import { extensionUri, memento, secrets, until, useSettings, useStubs } from './support/given.ts';

const configure = useSettings();
const stub = useStubs();

let fake: FakeVllm;
let servers: Servers;
let bar: ServerStatusBar;
let item: vscode.StatusBarItem;

beforeEach(async () => {
  fake = await startFakeVllm({ running: 2, waiting: 1 });
  await configure('pagetrace', 'servers', [{ name: 'gpu', url: fake.url }]);
  const create = vscode.window.createStatusBarItem.bind(vscode.window);
  stub(vscode.window, 'createStatusBarItem', () => {
    item = create('pagetrace.test', vscode.StatusBarAlignment.Right, 1);
    return item;
  });
  stub(vscode.window, 'state', { focused: true, active: true });
  servers = new Servers({
    extensionUri: extensionUri(),
    keys: new ApiKeys(secrets(), () => true),
    log: () => undefined,
    trusted: () => true,
    busy: () => false,
    consent: memento(),
  });
  bar = new ServerStatusBar(servers);
});
afterEach(async () => {
  bar.dispose();
  servers.dispose();
  await fake.close();
});

const red = () =>
  item.backgroundColor instanceof vscode.ThemeColor &&
  item.backgroundColor.id === 'statusBarItem.errorBackground';

describe('the entry of the server in the status bar', () => {
  it('names the server, and asks nothing before somebody connects', () => {
    assert.equal(item.text, '$(server) gpu');
    assert.equal(item.command, 'pagetrace.selectServer');
    assert.ok(!red());
    assert.equal(fake.requests.length, 0);
  });

  it('shows model and load once it is connected', async () => {
    await servers.connect();
    await until('the load is shown', () => item.text.includes('running'));
    assert.equal(item.text, '$(server) gpu · qwen2.5-vl · 2 running, 1 waiting');
    assert.match(item.accessibilityInformation?.label ?? '', /gpu, qwen2\.5-vl, 2 running, 1 waiting/);
    assert.ok(!red());
  });

  it('is red, and says so in words, when the server is gone', async () => {
    await servers.connect();
    await fake.close();
    await assert.rejects(servers.connect(), { reason: 'server-unreachable' });
    assert.ok(red());
    assert.match(item.text, /^\$\(error\) gpu .*· gone$/);
  });

  it('tells a server that refuses from one that is gone', async () => {
    fake.set({ apiKey: 'secret' });
    await assert.rejects(servers.connect(), { reason: 'server-unauthorized' });
    assert.ok(red());
    assert.match(item.text, /not connected$/);
  });

  it('says what a server lacks that is not vLLM', async () => {
    fake.set({ flavour: 'ollama' });
    const status = await servers.connect();
    assert.ok(status.lacks.length > 0);
    await until('the tooltip names it', () => {
      const { tooltip } = item;
      return typeof tooltip === 'string' && status.lacks.every((sentence) => tooltip.includes(sentence));
    });
  });
});
