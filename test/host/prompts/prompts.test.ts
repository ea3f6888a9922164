import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { PRESETS } from '../../../src/asking/promptFiles.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import { extensionUri, rendering, useFolder, workspaceFolder } from '../support/given.ts';
import { makeFiles } from '../support/services.ts';

const folder = useFolder();
const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, Buffer.from(text));

let prompts: Prompts;
beforeEach(() => {
  prompts = new Prompts(
    path.join(extensionUri().fsPath, 'media', 'prompts'),
    makeFiles().permit,
    rendering.parsePrompt,
  );
});

describe('the prompts that can be chosen', () => {
  it('reads a preset by its name', async () => {
    for (const name of PRESETS) {
      const prompt = await prompts.read(name);
      assert.equal(prompt.name, name);
      assert.ok(prompt.description);
    }
    assert.ok((await prompts.read('lang2act')).toolbox.length > 0);
  });

  it('reads a prompt file of the workspace by its path in the workspace', async () => {
    const uri = vscode.Uri.joinPath(workspaceFolder(), 'prompts', 'mine.jinja');
    await write(uri, '---\ndialect: think-answer\nsampling: { temperature: 0.7 }\n---\n{{ content }}');
    try {
      const prompt = await prompts.read('prompts/mine.jinja');
      assert.equal(prompt.name, 'prompts/mine.jinja');
      assert.equal(prompt.dialect, 'think-answer');
      assert.deepEqual(prompt.sampling, { temperature: 0.7 });
    } finally {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, '..'), { recursive: true });
    }
  });

  it('reads a prompt file outside the workspace by its full path', async () => {
    const uri = folder.file('other.jinja');
    await write(uri, 'Answer in <think></think><answer></answer>: {{ content }}');
    assert.equal((await prompts.read(uri.fsPath)).dialect, 'think-answer');
  });

  it('says when a prompt does not exist', async () => {
    await assert.rejects(prompts.read('no-such.jinja'), { reason: 'file-not-found' });
  });

  it('says where a prompt is broken', async () => {
    const uri = folder.file('broken.jinja');
    await write(uri, '{% for tool in toolbox %}{{ tool.name }}');
    await assert.rejects(prompts.read(uri.fsPath), { reason: 'prompt-broken' });
    await write(uri, '---\ndialect: no-such-dialect\n---\n{{ content }}');
    await assert.rejects(prompts.read(uri.fsPath), { reason: 'prompt-broken' });
  });
});
