import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands, settings, editorTypes } from '../../src/host/shared/contributions.ts';
import { extensionUri } from './support/given.ts';

/** The budget of activation in milliseconds, and the factor allowed for a busy machine with a cold disk. */
const BUDGET = 50;
const BUSY = 20;

describe('the extension in its host', () => {
  it('activates within its time budget', async () => {
    const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
    assert.ok(extension, 'the extension is not there');
    const already = extension.isActive;
    const began = performance.now();
    await extension.activate();
    const took = performance.now() - began;
    console.log(
      `    activation: ${already ? 'before the tests' : `${took.toFixed(1)} ms`} (budget ${BUDGET} ms)`,
    );
    assert.ok(extension.isActive);
    assert.ok(took < BUDGET * BUSY, `it took ${took} ms`);
  });

  it('registers every command that it declares', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = Object.values(commands).filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });

  it('gives every setting the default that it declares', () => {
    const configuration = vscode.workspace.getConfiguration('pagetrace');
    for (const [key, value] of Object.entries(settings))
      assert.deepEqual(configuration.inspect(key)?.defaultValue, value, key);
  });

  it('takes servers only from the settings of this machine, never from a workspace', async () => {
    for (const key of ['servers', 'server', 'limits.waitSeconds']) {
      const update = vscode.workspace
        .getConfiguration('pagetrace')
        .update(key, settings[key as keyof typeof settings], vscode.ConfigurationTarget.Workspace);
      await assert.rejects(Promise.resolve(update), /workspace/i, key);
    }
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json');
    const heard = new Promise<void>((resolve) => {
      const listening = vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('pagetrace.samples')) return;
        listening.dispose();
        resolve();
      });
    });
    const text = {
      'pagetrace.servers': [{ name: 'evil', url: 'https://evil.example' }],
      'pagetrace.server': 'evil',
      'pagetrace.samples': 3,
    };
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(text)));
    try {
      await heard;
      const configuration = vscode.workspace.getConfiguration('pagetrace');
      assert.equal(configuration.get('samples'), 3, 'the workspace may set this');
      assert.deepEqual(configuration.get('servers'), []);
      assert.equal(configuration.get('server'), '');
    } finally {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(file, '..'), { recursive: true });
    }
  });

  it('opens PDF files in the document view, and runs where the files are', async () => {
    const uri = vscode.Uri.joinPath(extensionUri(), 'media', 'sample', 'annual-report.pdf');
    await vscode.commands.executeCommand('vscode.open', uri);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.equal(input.viewType, editorTypes.document);
    assert.equal(input.uri.toString(), uri.toString());
    const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
    assert.equal(extension?.extensionKind, vscode.ExtensionKind.Workspace);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
