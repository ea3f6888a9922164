import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { AgentTools } from '../../../src/host/agents/agentTools.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import type { FakeVllm } from '../../support/fakeVllm.ts';
import { extensionUri, useSettings } from '../support/given.ts';
import { startServers } from '../support/services.ts';

const configure = useSettings();
const TEXT = '<think>Image 1 shows it.</think>\n<answer>42</answer>';
const [folder] = vscode.workspace.workspaceFolders ?? [];
const root = folder?.uri.fsPath ?? '';
const file = path.join(root, 'tool.trajectory');

let fake: FakeVllm;
let servers: Servers;
let tools: AgentTools;
let trusted: boolean;

const textOf = ({ content }: vscode.LanguageModelToolResult): string =>
  content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');

beforeEach(async () => {
  trusted = true;
  const started = await startServers({ trusted: () => trusted });
  ({ fake, servers } = started);
  fake.set({ trajectories: [TEXT], apiKey: 'secret' });
  await started.keys.set(new URL(fake.url).origin, 'secret');
  await configure('pagetrace', 'servers', [{ name: 'fake', url: fake.url }]);
  await configure('pagetrace', 'server', 'fake');
  tools = new AgentTools({
    script: vscode.Uri.joinPath(extensionUri(), 'dist/cli.js').fsPath,
    log: () => undefined,
    servers,
  });
  fs.writeFileSync(file, `---\nreward: r1v\nverdict: right\n---\n${TEXT}\n`);
});
afterEach(async () => {
  fs.rmSync(file, { force: true });
  tools.dispose();
  servers.dispose();
  await fake.close();
});

const call = (name: string, input: object, token = new vscode.CancellationTokenSource().token) =>
  tools.call(name, input as Record<string, unknown>, token);

describe('the tools for assistants', () => {
  it('are offered by VS Code, and score a file of the workspace', async () => {
    const offered = vscode.lm.tools.filter(({ name }) => name.startsWith('pagetrace_'));
    assert.deepEqual(offered.map(({ name }) => name).sort(), [
      'pagetrace_ask',
      'pagetrace_ground',
      'pagetrace_lint',
      'pagetrace_score',
      'pagetrace_stats',
    ]);
    const result = await vscode.lm.invokeTool('pagetrace_score', {
      input: { files: ['tool.trajectory'] },
      toolInvocationToken: undefined,
    });
    assert.match(textOf(result), /1 sample of 1 file scored/);
  });

  it('ask the server in use, with its key', async () => {
    const result = await call('ask', { question: 'What?', documents: ['annual-report.pdf'], pages: '1' });
    assert.ok(textOf(result).includes(TEXT));
  });

  it('say what is wrong, and go on', async () => {
    await assert.rejects(call('score', { files: ['../none'] }), /is outside of the workspace\./);
    await assert.rejects(call('score', {}), /The tool score needs the argument "files"\./);
    assert.match(textOf(await call('stats', { files: ['tool.trajectory'] })), /samples/);
  });

  it('can be stopped, and start again after their process has ended', async () => {
    fake.set({ beforeHeaders: () => new Promise(() => undefined) });
    const source = new vscode.CancellationTokenSource();
    const asked = call(
      'ask',
      { question: 'What?', documents: ['annual-report.pdf'], pages: '1' },
      source.token,
    );
    source.cancel();
    await assert.rejects(asked, { reason: 'cancelled' });
    const running = call('ask', { question: 'What?', documents: ['annual-report.pdf'], pages: '1' });
    tools.dispose();
    await assert.rejects(running, { reason: 'internal' });
    assert.match(textOf(await call('stats', { files: ['tool.trajectory'] })), /samples/);
  });

  it('are confirmed by the person where something leaves or is written', () => {
    const asked = (name: string, input: Record<string, unknown>) =>
      tools.confirmation(name, input).confirmationMessages?.message;
    assert.equal(
      asked('ask', { question: 'What?', documents: ['a.pdf', '[b](command:x).pdf'], out: 'c.trajectory' }),
      `The question and pages of a.pdf, [b]\u2060(command:x).pdf are sent to ${fake.url}. The file c.trajectory is written.`,
    );
    assert.equal(asked('score', { files: ['a'], out: 'b.jsonl' }), 'The file b.jsonl is written.');
    assert.equal(asked('score', { files: ['a'] }), undefined);
  });

  it('do nothing in Restricted Mode', async () => {
    trusted = false;
    await assert.rejects(call('score', { files: ['tool.trajectory'] }), { reason: 'untrusted' });
  });
});
