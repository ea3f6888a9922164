import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { writeWhole } from '../../asking/writeWhole.ts';

/**
 * `PageTrace: Put the pagetrace Command on the Terminal Path`: writes a small starter into the extension's storage and
 * puts its folder on the path of terminals that are opened from now on.
 */
export async function installCommand(context: vscode.ExtensionContext): Promise<void> {
  const folder = path.join(context.globalStorageUri.fsPath, 'bin');
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'cli.js').fsPath;
  await fs.mkdir(folder, { recursive: true });
  // The editor's own runtime: a machine without Node can use the command too.
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const posix = path.join(folder, 'pagetrace');
  await writeWhole(
    posix,
    `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quoted(process.execPath)} ${quoted(script)} "$@"\n`,
  );
  await fs.chmod(posix, 0o755);
  await writeWhole(
    path.join(folder, 'pagetrace.cmd'),
    `@echo off\r\nset ELECTRON_RUN_AS_NODE=1\r\n"${process.execPath}" "${script}" %*\r\n`,
  );
  const variables = context.environmentVariableCollection;
  variables.description = 'Puts the pagetrace command on the path.';
  variables.prepend('PATH', folder + path.delimiter);
  void vscode.window.showInformationMessage(
    'pagetrace can be typed in terminals that are opened from now on.',
  );
}
