import path from 'node:path';
import * as vscode from 'vscode';
import { setting } from './settings.ts';

/** The folders that the person chose for the documents and page images of runs, as absolute paths. */
export function documentFolders(run: vscode.Uri): readonly string[] {
  const folder = vscode.workspace.getWorkspaceFolder(run) ?? vscode.workspace.workspaceFolders?.[0];
  const chosen = setting('runs.documentFolders', run);
  if (!Array.isArray(chosen)) return [];
  return chosen.flatMap((each: unknown) => {
    if (typeof each !== 'string' || each === '') return [];
    if (path.isAbsolute(each)) return [each];
    return folder === undefined ? [] : [path.resolve(folder.uri.fsPath, each)];
  });
}
