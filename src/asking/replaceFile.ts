import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';

/**
 * Writes a file under a temporary name and renames it.
 * @throws PageTraceError `file-unwritable`.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await fs.writeFile(temporary, content);
    await fs.rename(temporary, file);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw new PageTraceError('file-unwritable', t('{0} could not be written.', path.basename(file)), {
      hint: t('Check that the folder exists and that there is room and permission.'),
      cause: error,
    });
  }
}
