import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/host/contributions.ts';

describe('the extension in its host', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
    assert.ok(extension, 'the extension is not there');
    await extension.activate();
    assert.ok(extension.isActive);
  });

  it('registers every command that it declares', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = Object.values(commands).filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
