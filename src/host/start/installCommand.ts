import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { replaceFile } from '../../documents/replaceFile.ts';
import { verdictsFile } from '../shared/verdictsFile.ts';
import { showInformation } from '../shared/workbench.ts';

/** The part of the extension's context that is needed. */
type Context = Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'> & {
  readonly environmentVariableCollection: Pick<
    vscode.EnvironmentVariableCollection,
    'description' | 'prepend' | 'replace' | 'get'
  >;
};

/**
 * `PageTrace: Install 'pagetrace' Command in Terminal`: writes a small starter into the extension's storage and
 * adds its folder to the path of new terminals.
 */
export async function installCommand(context: Context): Promise<void> {
  const folder = await writeStarters(context);
  const variables = context.environmentVariableCollection;
  variables.description = t('Adds the pagetrace command to the PATH.');
  variables.prepend('PATH', folder + path.delimiter);
  variables.replace('PAGETRACE_VERDICTS', verdictsFile(context));
  void showInformation(t("The 'pagetrace' command is available in new terminals."));
}

/**
 * Updates installed starters to this version of the extension and of the editor, because each version has its own
 * folder, which is removed with the next one.
 */
export async function refreshCommand(context: Context): Promise<void> {
  if (context.environmentVariableCollection.get('PATH')) await writeStarters(context);
}

/** @returns the folder of the starters */
async function writeStarters(context: Context): Promise<string> {
  const folder = path.join(context.globalStorageUri.fsPath, 'bin');
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'cli.js').fsPath;
  await fs.mkdir(folder, { recursive: true });
  // The editor's own runtime, so that the command works on a machine without Node, too.
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const posix = path.join(folder, 'pagetrace');
  await replaceFile(
    posix,
    `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quoted(process.execPath)} ${quoted(script)} "$@"\n`,
  );
  await fs.chmod(posix, 0o755);
  await replaceFile(
    path.join(folder, 'pagetrace.cmd'),
    `@echo off\r\nsetlocal\r\nset ELECTRON_RUN_AS_NODE=1\r\n"${process.execPath}" "${script}" %*\r\n`,
  );
  return folder;
}
