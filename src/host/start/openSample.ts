import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { replaceFile } from '../../documents/replaceFile.ts';
import { editorTypes } from '../shared/contributions.ts';

const SAMPLE = 'annual-report.pdf';

/**
 * `PageTrace: Open Sample Document`: opens the report of the open folder if it has one, otherwise a copy of the shipped
 * one.
 */
export async function openSample(context: vscode.ExtensionContext): Promise<void> {
  const [own] = await vscode.workspace.findFiles(SAMPLE, undefined, 1);
  await vscode.commands.executeCommand(
    'vscode.openWith',
    own ?? (await copySample(context)),
    editorTypes.document,
  );
}

/** The shipped folder is replaced with each update of the extension, but a file that a person opens should not move. */
async function copySample(context: vscode.ExtensionContext): Promise<vscode.Uri> {
  const folder = path.join(context.globalStorageUri.fsPath, 'sample');
  await fs.mkdir(folder, { recursive: true });
  const target = path.join(folder, SAMPLE);
  const shipped = vscode.Uri.joinPath(context.extensionUri, 'media', 'sample', SAMPLE).fsPath;
  await replaceFile(target, await fs.readFile(shipped));
  return vscode.Uri.file(target);
}
