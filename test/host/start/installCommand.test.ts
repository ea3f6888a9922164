import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { installCommand, refreshCommand } from '../../../src/host/start/installCommand.ts';
import { extensionUri, useFolder, useStubs } from '../support/given.ts';

const folder = useFolder();
const stub = useStubs();
const run = promisify(execFile);

describe('the pagetrace command on the terminal path', () => {
  it('puts pagetrace on the terminal path, and follows the extension to its next version', async () => {
    const type = vscode.EnvironmentVariableMutatorType.Prepend;
    let value: string | null = null;
    const told: string[] = [];
    stub(vscode.window, 'showInformationMessage', (message: string) => {
      told.push(message);
      return Promise.resolve(undefined);
    });
    const variables = new Map<string, string>();
    const context = {
      globalStorageUri: vscode.Uri.file(path.join(folder.path, "a user's storage")),
      extensionUri: extensionUri(),
      environmentVariableCollection: {
        description: '',
        prepend: (_name: string, given: string) => {
          value = given;
        },
        replace: (name: string, given: string) => {
          variables.set(name, given);
        },
        get: () => (value === null ? undefined : { type, value, options: {} }),
      },
    };
    await refreshCommand(context);
    await assert.rejects(
      fs.access(context.globalStorageUri.fsPath),
      'nothing is written before it is asked for',
    );

    await installCommand(context);
    assert.equal(told.length, 1);
    const bin = path.join(context.globalStorageUri.fsPath, 'bin');
    assert.equal(value, bin + path.delimiter);
    assert.equal(
      variables.get('PAGETRACE_VERDICTS'),
      path.join(context.globalStorageUri.fsPath, 'verdicts.jsonl'),
    );
    const { stdout } = await run('pagetrace', ['--help'], {
      env: { ...process.env, PATH: bin + path.delimiter + (process.env['PATH'] ?? '') },
    });
    assert.match(stdout, /pagetrace ask/);
    assert.match(await fs.readFile(path.join(bin, 'pagetrace.cmd'), 'utf8'), /setlocal/i);

    const next = { ...context, extensionUri: vscode.Uri.file('/extensions/pagetrace-next') };
    await refreshCommand(next);
    const script = vscode.Uri.joinPath(next.extensionUri, 'dist', 'cli.js').fsPath;
    assert.ok((await fs.readFile(path.join(bin, 'pagetrace'), 'utf8')).includes(script));
  });
});
