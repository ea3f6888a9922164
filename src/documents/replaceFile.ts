import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';

/** The bits of a file's mode that say who may read, write and run it. */
const PERMISSIONS = 0o777;

/**
 * A name for a file that is written and then renamed. It cannot be guessed, because anyone who could guess it could put
 * a link there that leads to another file, such as a workspace that was downloaded.
 */
export function temporaryName(): string {
  return `.pagetrace-${randomBytes(12).toString('hex')}.tmp`;
}

/** A file that is written under a temporary name, and then takes the place of another one. */
export interface Replacement {
  readonly handle: fs.FileHandle;
  /** Closes the new file and gives it its name. */
  readonly complete: () => Promise<void>;
  /** Removes the new file. Never rejects. */
  readonly discard: () => Promise<void>;
}

/**
 * Begins to replace a file: creates one with a temporary name in its folder, with the permissions of the file that is
 * there. A link at `file` is replaced by the file, and what it leads to does not change.
 * @throws PageTraceError `file-unwritable`, also for a folder, a pipe or a device
 */
export async function openReplacement(file: string): Promise<Replacement> {
  const present = await fs.lstat(file).catch(() => null);
  if (present !== null && !present.isFile() && !present.isSymbolicLink())
    throw notReplaceable(file, present.isDirectory());
  const mode = present?.isFile() === true ? present.mode & PERMISSIONS : null;
  const temporary = path.join(path.dirname(file), temporaryName());
  const remove = (): Promise<void> => fs.rm(temporary, { force: true }).catch(() => undefined);
  // With wx+, the file must be new, and a link is not followed. It can be read again, as a table that is kept in it is.
  const handle = await fs.open(temporary, 'wx+', mode ?? undefined).catch((error: unknown) => {
    throw unwritable(file, error);
  });
  // The mode of a new file lacks what the umask of this process takes away. File systems without modes may refuse.
  if (mode !== null) await handle.chmod(mode).catch(() => undefined);
  return {
    handle,
    complete: async () => {
      await handle.close();
      await fs.rename(temporary, file);
    },
    discard: async () => {
      await handle.close().catch(() => undefined);
      await remove();
    },
  };
}

/**
 * Writes a file under a temporary name and renames it; see `openReplacement`. If that fails, nothing is left of it.
 * @throws PageTraceError `file-unwritable`, also for a folder, a pipe or a device
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const replacement = await openReplacement(file);
  try {
    await replacement.handle.writeFile(content);
    await replacement.complete();
  } catch (error) {
    await replacement.discard();
    throw unwritable(file, error);
  }
}

/** The error for a folder, or for another thing that is no file, in the place of a file that is written. */
export function notReplaceable(file: string, isFolder: boolean): PageTraceError {
  const name = path.basename(file);
  return new PageTraceError(
    'file-unwritable',
    isFolder ? t('{0} is a folder, not a file.', name) : t('{0} is not a file that can be replaced.', name),
    { hint: t('Choose another name.') },
  );
}

/**
 * The error for a file that could not be written.
 * @param cause the error of the file system
 */
export function unwritable(file: string, cause: unknown): PageTraceError {
  const name = path.basename(file);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const [message, hint] = sentences(code, name, path.dirname(path.resolve(file)));
  return new PageTraceError('file-unwritable', message, { hint, cause });
}

/** What happened, and what to do, by the code of an error of the file system. */
function sentences(code: string, name: string, folder: string): readonly [message: string, hint: string] {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return [
        t('{0} could not be written, because there is not enough room for it.', name),
        t('Make room, or choose another folder.'),
      ];
    // On Windows, EPERM may also mean that another program has the file open: that is the last case.
    case 'EACCES':
    case 'EROFS':
      return [
        t('{0} could not be written, because {1} is read-only for you.', name, folder),
        t('Change the permissions of that folder, or choose another one.'),
      ];
    case 'ENOENT':
    case 'ENOTDIR':
      return [
        t('{0} could not be written, because there is no folder {1}.', name, folder),
        t('Create the folder, or choose another one.'),
      ];
    case 'EISDIR':
      return [t('{0} is a folder, not a file.', name), t('Choose another name.')];
    case 'ENAMETOOLONG':
      return [
        t('{0} could not be written, because its name is too long.', name),
        t('Choose a shorter name.'),
      ];
    default:
      return [
        t('{0} could not be written.', name),
        t('Check that the folder exists and that there is room and permission.'),
      ];
  }
}

/** Windows has no flag that refuses links; there, only administrators and developers can create them. */
const APPEND_WITHOUT_LINKS =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** Appends to a file, which is created if there is none. Rejects for a link, which is not followed. */
export async function appendToFile(file: string, text: string): Promise<void> {
  await fs.appendFile(file, text, { flag: APPEND_WITHOUT_LINKS });
}
