import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { notReplaceable, replaceFile, temporaryName } from '../../documents/replaceFile.ts';
import { PageTraceError } from '../../core/errors.ts';

/** Whether there is a folder at `uri`; false if there is nothing, or if it cannot be read. */
export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/** Whether there is a link at `uri`; false if there is nothing, or if it cannot be read. */
export async function isLink(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.SymbolicLink) !== 0;
  } catch {
    return false;
  }
}

/** A text that differs between versions of the file at `uri`: its time and size; empty if they cannot be read. */
export async function fileVersion(uri: vscode.Uri): Promise<string> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(uri);
    return `${mtime} ${size}`;
  } catch {
    return '';
  }
}

/**
 * Writes a file under a temporary name and renames it. A link at `target` is replaced by the file, and what it leads to
 * does not change.
 * @throws PageTraceError `file-unwritable`
 */
export async function writeWholeFile(target: vscode.Uri, content: string | Uint8Array): Promise<void> {
  // Renaming over a folder would remove it with everything in it.
  if (await isFolder(target)) throw notReplaceable(target.path, true);
  try {
    if (target.scheme === 'file') {
      await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(target, '..'));
      await replaceFile(target.fsPath, content);
    } else await replaceUri(target, typeof content === 'string' ? Buffer.from(content) : content);
  } catch (error) {
    if (error instanceof PageTraceError) throw error;
    throw new PageTraceError(
      'file-unwritable',
      t('{0} could not be written.', path.posix.basename(target.path)),
      {
        hint: t('Choose another location, or check that there is room and permission.'),
        cause: error,
      },
    );
  }
}

/** `replaceFile` for file systems of other extensions, where a file cannot be created exclusively. */
async function replaceUri(target: vscode.Uri, content: Uint8Array): Promise<void> {
  const temporary = vscode.Uri.joinPath(target, '..', temporaryName());
  try {
    await vscode.workspace.fs.writeFile(temporary, content);
    await vscode.workspace.fs.rename(temporary, target, { overwrite: true });
  } catch (error) {
    await Promise.resolve(vscode.workspace.fs.delete(temporary)).catch(() => undefined);
    throw error;
  }
}
