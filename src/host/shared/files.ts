import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';

/** Whether there is a folder at `uri`; false if there is nothing, or if it cannot be read. */
export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
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
 * Writes a file under a temporary name and renames it.
 * @throws PageTraceError `file-unwritable`
 */
export async function writeWholeFile(target: vscode.Uri, content: string | Uint8Array): Promise<void> {
  const temporary = target.with({ path: `${target.path}.tmp` });
  try {
    // Renaming over a folder would remove it with everything in it.
    if (await isFolder(target)) throw vscode.FileSystemError.FileIsADirectory(target);
    await vscode.workspace.fs.writeFile(
      temporary,
      typeof content === 'string' ? Buffer.from(content) : content,
    );
    await vscode.workspace.fs.rename(temporary, target, { overwrite: true });
  } catch (error) {
    await Promise.resolve(vscode.workspace.fs.delete(temporary)).catch(() => undefined);
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
