import path from 'node:path';
import * as vscode from 'vscode';

/** A path as it is meant in `document`: from its folder (the one that is open, where it is not saved yet), or absolute. */
export function besideOf(document: vscode.Uri, name: string): vscode.Uri {
  const isSaved = document.scheme !== 'untitled';
  if (!path.isAbsolute(name)) {
    const folder = isSaved ? undefined : vscode.workspace.workspaceFolders?.[0];
    return folder ? vscode.Uri.joinPath(folder.uri, name) : vscode.Uri.joinPath(document, '..', name);
  }
  const { path: absolute } = vscode.Uri.file(name);
  // What is not saved yet lies on this machine.
  return isSaved ? document.with({ path: absolute }) : vscode.Uri.file(absolute);
}
