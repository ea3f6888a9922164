import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';

/**
 * A name for a file that is written and then renamed. It cannot be guessed, because anyone who could guess it could put
 * a link there that leads to another file, such as a workspace that was downloaded.
 */
export function temporaryName(): string {
  return `.pagetrace-${randomBytes(12).toString('hex')}.tmp`;
}

/** The path of a new file with a temporary name in the folder of `file`. */
export function temporaryFile(file: string): string {
  return path.join(path.dirname(file), temporaryName());
}

/**
 * Writes a file under a temporary name and renames it. A link at `file` is replaced by the file, and what it leads to
 * does not change.
 * @throws PageTraceError `file-unwritable`, also for a folder, a pipe or a device
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const present = await fs.lstat(file).catch(() => null);
  if (present !== null && !present.isFile() && !present.isSymbolicLink()) {
    throw new PageTraceError(
      'file-unwritable',
      t('{0} is not a file that can be replaced.', path.basename(file)),
      {
        hint: t('Choose another name.'),
      },
    );
  }
  const temporary = temporaryFile(file);
  try {
    // With x, the file must be new, and a link is not followed.
    await fs.writeFile(temporary, content, { flag: 'wx' });
    await fs.rename(temporary, file);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw new PageTraceError('file-unwritable', t('{0} could not be written.', path.basename(file)), {
      hint: t('Check that the folder exists and that there is room and permission.'),
      cause: error,
    });
  }
}

/** Windows has no flag that refuses links; there, only administrators and developers can create them. */
const APPEND_WITHOUT_LINKS =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** Appends to a file, which is created if there is none. Rejects for a link, which is not followed. */
export async function appendToFile(file: string, text: string): Promise<void> {
  await fs.appendFile(file, text, { flag: APPEND_WITHOUT_LINKS });
}
