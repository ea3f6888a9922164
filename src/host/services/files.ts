import * as vscode from 'vscode';

/** Whether a folder is at `uri`; false when nothing is, or it cannot be looked at. */
export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
