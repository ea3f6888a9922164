import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';

/**
 * Creates a folder that a person may have named, and its missing parents, one by one: the recursive option of Node's mkdir
 * never ends if an existing parent cannot contain folders (/proc). Folders in the editor's storage and in folders that this
 * process has just made do not need it.
 * @throws PageTraceError `file-unwritable`
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    const missing: string[] = [];
    let at = path.resolve(folder);
    while (!(await exists(at)) && at !== path.dirname(at)) {
      missing.unshift(at);
      at = path.dirname(at);
    }
    for (const each of missing) {
      await fs.mkdir(each).catch(async (error: unknown) => {
        // Another process may have created it in the meantime.
        if (!(await exists(each))) throw error;
      });
    }
    if (!(await fs.stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
  } catch (error) {
    throw new PageTraceError('file-unwritable', t('The folder {0} cannot be made.', folder), {
      hint: t('Check its path, and that you may write there.'),
      cause: error,
    });
  }
}

async function exists(file: string): Promise<boolean> {
  return (await fs.stat(file).catch(() => null)) !== null;
}
