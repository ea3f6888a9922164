import * as vscode from 'vscode';

/** The text of a file in an editor, saved or not, otherwise on disk; null if it cannot be read. */
export async function readText(uri: vscode.Uri): Promise<string | null> {
  // Opening a file must not make this machine contact another one, as a network path would.
  if (uri.scheme === 'file' && uri.authority !== '') return null;
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}
