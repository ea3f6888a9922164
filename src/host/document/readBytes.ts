import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isPageTraceError, PageTraceError } from '../../core/errors.ts';
import { DEFAULT_DOCUMENT_LIMITS } from '../../documents/model.ts';

/**
 * The bytes of a file that is not local. Its size is checked first, because the bytes are held in memory.
 * @throws PageTraceError `document-unsupported` for a folder, `document-too-large`, `file-not-found`
 */
export async function readBytes(uri: vscode.Uri): Promise<Uint8Array> {
  const name = path.posix.basename(uri.path);
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) {
      throw new PageTraceError(
        'document-unsupported',
        t('{0} is a folder that is not on this machine.', name),
        {
          hint: t('Choose its page images one by one, or copy the folder to this machine.'),
        },
      );
    }
    if (size > DEFAULT_DOCUMENT_LIMITS.maxBytes) {
      throw new PageTraceError('document-too-large', t('{0} is larger than 512 MB.', name), {
        hint: t('Save it on this machine and open it from there.'),
      });
    }
    return await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (isPageTraceError(error)) throw error;
    throw new PageTraceError('file-not-found', t('{0} could not be read.', name), {
      hint: t('Check that it still exists.'),
      cause: error,
    });
  }
}
