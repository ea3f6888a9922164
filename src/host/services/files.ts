import * as vscode from 'vscode';

/** Whether a folder is at `uri`; false when nothing is, or it cannot be looked at. */
export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/** Another text for another version of the file at `uri`: its time and size; empty where it cannot be looked at. */
export async function fileVersion(uri: vscode.Uri): Promise<string> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(uri);
    return `${mtime} ${size}`;
  } catch {
    return '';
  }
}
