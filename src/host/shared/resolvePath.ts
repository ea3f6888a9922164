import path from 'node:path';
import * as vscode from 'vscode';

/**
 * The file that `name` means in `document`: an absolute path, or a path from the document's folder (from the first open
 * folder if the document is not saved yet). An absolute path stays on the file system of the document; for an unsaved
 * document, that is the local one.
 */
export function resolvePath(document: vscode.Uri, name: string): vscode.Uri {
  const isSaved = document.scheme !== 'untitled';
  if (path.isAbsolute(name)) {
    const file = vscode.Uri.file(name);
    return isSaved && document.scheme !== 'file' ? document.with({ path: file.path }) : file;
  }
  if (isSaved) return vscode.Uri.joinPath(document, '..', name);
  const folder = vscode.workspace.workspaceFolders?.[0];
  return folder ? vscode.Uri.joinPath(folder.uri, name) : vscode.Uri.file(path.resolve(name));
}

/** Like `resolvePath`, for a name that may also be a URI, as those of a trajectory's documents may be. */
export function resolveReference(document: vscode.Uri, reference: string): vscode.Uri {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(reference)) {
    try {
      return vscode.Uri.parse(reference, true);
    } catch {
      // What only looks like a URI is a path.
    }
  }
  return resolvePath(document, reference);
}

/** The document that the record of a question names: by its absolute path, or by a URI if it is not local. */
export function resolveRecorded(reference: string): vscode.Uri {
  return resolveReference(vscode.Uri.file('/'), reference);
}
