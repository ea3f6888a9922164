import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { ApiKeys } from '../../../src/host/servers/apiKeys.ts';
import { connectToServer } from '../../../src/host/servers/connectToServer.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import { FAKE_MODEL, startFakeVllm, type FakeVllm } from '../../support/fakeVllm.ts';
import { until, useSettings, useStubs } from '../support/given.ts';
import { startServers } from '../support/services.ts';
import { HOSTILE_LINE, liveInPlainText } from '../../support/hostileText.ts';

const configure = useSettings();
const stub = useStubs();

let fake: FakeVllm;
let servers: Servers;
let keys: ApiKeys;
let trusted: boolean;
/** The inputs that were shown, in order. */
let inputs: Input[];
let said: string[];

/** An input box, with the means of a person. */
interface Input {
  readonly box: vscode.InputBox;
  readonly accept: (text: string) => void;
  readonly press: (button: vscode.QuickInputButton) => void;
}

/** The message below an input, once it is an error. */
const problem = (input: Input): Promise<string> =>
  until('an error is shown', () => {
    const { validationMessage: shown } = input.box;
    const isError = typeof shown === 'object' && shown.severity === vscode.InputBoxValidationSeverity.Error;
    return isError ? shown.message : null;
  });
const input = (number: number): Promise<Input> => until('the input is open', () => inputs[number - 1]);
const entries = (): unknown => vscode.workspace.getConfiguration('pagetrace').get('servers');

beforeEach(async () => {
  trusted = true;
  ({ fake, keys, servers } = await startServers({ trusted: () => trusted }));
  inputs = [];
  said = [];
  // These are restored after the test.
  await configure('pagetrace', 'servers', []);
  await configure('pagetrace', 'server', '');
  const create = vscode.window.createInputBox.bind(vscode.window);
  stub(vscode.window, 'createInputBox', () => {
    const box = create();
    const accepted = new vscode.EventEmitter<void>();
    const pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
    const changed = new vscode.EventEmitter<string>();
    Object.defineProperty(box, 'onDidAccept', { value: accepted.event });
    Object.defineProperty(box, 'onDidTriggerButton', { value: pressed.event });
    Object.defineProperty(box, 'onDidChangeValue', { value: changed.event });
    inputs.push({
      box,
      accept: (text) => {
        box.value = text;
        changed.fire(text);
        accepted.fire();
      },
      press: (button) => {
        pressed.fire(button);
      },
    });
    return box;
  });
  stub(vscode.window, 'showInformationMessage', (message: string) => {
    said.push(message);
    return Promise.resolve(undefined);
  });
});
afterEach(async () => {
  for (const { box } of inputs) box.dispose();
  servers.dispose();
  await fake.close();
});

describe('the command that connects to a server', () => {
  it('asks for the address, checks it, and saves the server under the name of its host', async () => {
    const connecting = connectToServer({ servers, keys });
    const { box, accept } = await input(1);
    assert.equal(box.value, '');
    assert.equal(box.placeholder, 'http://127.0.0.1:8000');
    accept(`${fake.url}/v1/chat/completions`);
    await connecting;
    const { host } = new URL(fake.url);
    assert.deepEqual(entries(), [{ name: host, url: fake.url }]);
    assert.equal(servers.name, host);
    assert.equal(servers.lastStatus?.kind, 'vllm');
    assert.deepEqual(said, [
      `Connected to ${host} (vLLM 0.32.0): qwen2.5-vl, 8,192 tokens long, at most 5 images.`,
    ]);
  });

  it('begins with the address that is set, keeps its name, and does not change other entries', async () => {
    const other = { name: 'other', url: 'http://127.0.0.1:9', model: 'x' };
    await configure('pagetrace', 'servers', [other, { name: 'gpu', url: `${fake.url}/v1` }]);
    await configure('pagetrace', 'server', 'gpu');
    const connecting = connectToServer({ servers, keys });
    const { box, accept } = await input(1);
    assert.equal(box.value, `${fake.url}/v1`);
    accept(fake.url);
    await connecting;
    assert.deepEqual(entries(), [other, { name: 'gpu', url: `${fake.url}/v1` }]);
    assert.equal(servers.name, 'gpu');
  });

  it('uses a second server beside the first', async () => {
    await configure('pagetrace', 'servers', [{ name: 'other', url: 'http://127.0.0.1:9' }]);
    const connecting = connectToServer({ servers, keys });
    (await input(1)).accept(fake.url);
    await connecting;
    assert.equal(servers.current()?.url, fake.url);
    assert.equal((entries() as unknown[]).length, 2);
  });

  it('says what is wrong while the address is edited, and saves nothing until a server answers', async () => {
    const connecting = connectToServer({ servers, keys });
    const shown = await input(1);
    shown.accept('');
    assert.match(await problem(shown), /^Enter the address of the server/);
    shown.accept('ftp://127.0.0.1');
    assert.match(await problem(shown), /does not begin with http/);
    const stopped = await startFakeVllm();
    await stopped.close();
    shown.accept(stopped.url);
    await until('it says that nothing listens', () => {
      const { validationMessage } = shown.box;
      return typeof validationMessage === 'object' && validationMessage.message.startsWith('Nothing listens');
    });
    assert.equal(shown.box.value, stopped.url);
    fake.set({ canned: { '/health': { status: 503, body: 'loading model' } } });
    shown.accept(fake.url);
    await until('it says that the model is loading', () => {
      const { validationMessage } = shown.box;
      return typeof validationMessage === 'object' && validationMessage.message.includes('still loading');
    });
    assert.deepEqual(entries(), []);
    fake.set({ canned: {} });
    shown.accept(fake.url);
    await connecting;
    assert.equal(servers.current()?.url, fake.url);
  });

  it('asks for a key when the server requires one, and keeps only a key that the server accepts', async () => {
    fake.set({ apiKey: 'sesame' });
    const { origin } = new URL(fake.url);
    const connecting = connectToServer({ servers, keys });
    (await input(1)).accept(fake.url);
    const first = await input(2);
    assert.equal(first.box.password, true);
    assert.match(first.box.prompt ?? '', /requires a valid API key/);
    first.accept('wrong');
    assert.match(await problem(first), /requires a valid API key/);
    assert.equal(await keys.get(origin), null);
    // The address can be corrected without typing it again.
    first.press(vscode.QuickInputButtons.Back);
    const again = await input(3);
    assert.equal(again.box.value, fake.url);
    again.accept(fake.url);
    (await input(4)).accept('sesame');
    await connecting;
    assert.equal(await keys.get(origin), 'sesame');
    assert.equal(servers.lastStatus?.kind, 'vllm');
  });

  it('asks for the model when the server has several, the current one first', async () => {
    fake.set({ models: [FAKE_MODEL, { ...FAKE_MODEL, id: 'second' }, { ...FAKE_MODEL, id: 'third' }] });
    await configure('pagetrace', 'servers', [{ name: 'gpu', url: fake.url, model: 'second' }]);
    const listed: string[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      listed.push(...items.map(({ label, description }) => `${label}, ${description ?? ''}`));
      return Promise.resolve(items.find(({ label }) => label === 'third'));
    });
    const connecting = connectToServer({ servers, keys });
    (await input(1)).accept(fake.url);
    await connecting;
    assert.deepEqual(listed, ['second, current', 'qwen2.5-vl, ', 'third, ']);
    assert.deepEqual(entries(), [{ name: 'gpu', url: fake.url, model: 'third' }]);
  });

  it('shows no icon, link or hidden character of the ids of models, and keeps the true id', async () => {
    fake.set({ models: [FAKE_MODEL, { ...FAKE_MODEL, id: HOSTILE_LINE }] });
    await configure('pagetrace', 'servers', [{ name: 'gpu', url: fake.url }]);
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      for (const { label, description } of items)
        assert.deepEqual(liveInPlainText(`${label} ${description ?? ''}`), []);
      return Promise.resolve(items.find(({ label }) => label.includes('gnp.exe')));
    });
    const connecting = connectToServer({ servers, keys });
    (await input(1)).accept(fake.url);
    await connecting;
    assert.deepEqual(entries(), [{ name: 'gpu', url: fake.url, model: HOSTILE_LINE }]);
  });

  it('cancels the check and saves nothing when the input is closed', async () => {
    // It accepts connections and never answers.
    const silent = net.createServer();
    const sockets: net.Socket[] = [];
    let closed = 0;
    silent.on('connection', (socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => closed++);
      socket.resume();
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    try {
      const connecting = connectToServer({ servers, keys });
      const { box, accept } = await input(1);
      accept(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
      await until('it is being asked', () => sockets.length > 0);
      assert.equal(box.busy, true);
      box.hide();
      await connecting;
      await until('the connections are closed', () => closed === sockets.length);
      assert.deepEqual(entries(), []);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it('asks and sends nothing in Restricted Mode', async () => {
    trusted = false;
    await assert.rejects(connectToServer({ servers, keys }), { reason: 'untrusted' });
    assert.deepEqual(inputs, []);
    assert.equal(fake.requests.length, 0);
  });
});
