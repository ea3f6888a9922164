import * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import { fileError, openLocalBytes } from './fileBytes.ts';
import { endsAsPdf, TAIL_BYTES, type Probe } from './wholeFile.ts';

/** Calls `changed` whenever a file is changed, deleted, or created at `uri`, until the result is disposed of. */
export function watchFile(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  // The whole folder is watched: the file's own name may contain characters that are special in a pattern.
  const folder = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*');
  const key = uri.toString();
  return watchPattern(folder, (place) => {
    if (place.toString() === key) changed();
  });
}

/** Calls `changed` whenever a file in the folder at `uri` is changed, deleted, or created. */
export function watchFolder(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  return watchPattern(new vscode.RelativePattern(uri, '*'), changed);
}

function watchPattern(pattern: vscode.RelativePattern, changed: (uri: vscode.Uri) => void) {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  watcher.onDidChange(changed);
  watcher.onDidCreate(changed);
  watcher.onDidDelete(changed);
  return watcher;
}

/**
 * The size and time of the file at `uri` now; null if it does not exist.
 * @throws PageTraceError if it cannot be read
 */
export async function probeFile(uri: vscode.Uri): Promise<Probe | null> {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  try {
    if (uri.scheme !== 'file') {
      const { size, mtime } = await vscode.workspace.fs.stat(uri);
      // Reading its end would mean reading all of it, so a file that is not local counts as complete when it no
      // longer changes.
      return { size, modified: mtime, ends: false };
    }
    const bytes = await openLocalBytes(uri.fsPath, name);
    try {
      const tail = await bytes.read(Math.max(0, bytes.size - TAIL_BYTES), bytes.size);
      return { size: bytes.size, modified: bytes.modified, ends: endsAsPdf(tail) };
    } catch {
      return { size: bytes.size, modified: bytes.modified, ends: false };
    } finally {
      await bytes.close();
    }
  } catch (error) {
    if (fileError(error, name).reason === 'file-not-found') return null;
    if (asPageTraceError(error).reason === 'file-not-found') return null;
    throw error;
  }
}
