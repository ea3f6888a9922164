import path from 'node:path';
import * as vscode from 'vscode';

/** A path as it is meant in `document`: from the document's folder, or absolute. */
export function besideOf(document: vscode.Uri, name: string): vscode.Uri {
  if (!path.isAbsolute(name)) return vscode.Uri.joinPath(document, '..', name);
  const { path: absolute } = vscode.Uri.file(name);
  // What is not saved yet lies on this machine.
  return document.scheme === 'untitled' ? vscode.Uri.file(absolute) : document.with({ path: absolute });
}
