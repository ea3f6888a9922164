import path from 'node:path';
import type * as vscode from 'vscode';

/** The file with what the person said of answers. */
export function verdictsFile({
  globalStorageUri,
}: Pick<vscode.ExtensionContext, 'globalStorageUri'>): string {
  return path.join(globalStorageUri.fsPath, 'verdicts.jsonl');
}
