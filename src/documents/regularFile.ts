import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { wholeNumber } from '../core/displayLocale.ts';
import { PageTraceError } from '../core/errors.ts';

const MEGABYTE = 1024 * 1024;

/** A device or a named pipe that takes a file's place after it was checked must not make opening it wait. */
export const READ = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK;

/** The error for something that has no bytes of its own: a folder, a device, a named pipe, or a socket. */
export function notRegular(file: string): PageTraceError {
  return new PageTraceError('file-unreadable', t('{0} is not a regular file.', path.basename(file)), {
    hint: t('Folders, devices and named pipes cannot be read here. Name a file.'),
  });
}

/** The error for a file of more than `maxBytes`. */
export function tooLarge(file: string, maxBytes: number): PageTraceError {
  return new PageTraceError(
    'document-too-large',
    t('{0} is larger than {1} MB.', path.basename(file), wholeNumber(maxBytes / MEGABYTE)),
    { hint: t('Name a smaller file.') },
  );
}

/**
 * The error of the file system as one for a person; any other error as it is.
 * @param name of the file, for the message
 */
export function fileError(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    return new PageTraceError('file-not-found', t('{0} was not found.', name), {
      hint: t('Check its path.'),
      said: error.message,
    });
  }
  return new PageTraceError('file-unreadable', t('{0} could not be read.', name), {
    hint: t('Check that you have permission to read it.'),
    said: error.message,
  });
}

/**
 * Opens a regular file, after following links. Nothing else is ever opened: a device may never end, and a named pipe
 * waits for a writer.
 * @throws PageTraceError `file-unreadable` for anything else, and `document-too-large` for more than `maxBytes`; the
 * error of the file system
 */
export async function openRegularFile(
  file: string,
  maxBytes = Infinity,
): Promise<{ readonly handle: fs.FileHandle; readonly size: number }> {
  if (!(await fs.stat(file)).isFile()) throw notRegular(file);
  const handle = await fs.open(file, READ);
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) throw notRegular(file);
    if (opened.size > maxBytes) throw tooLarge(file, maxBytes);
    return { handle, size: opened.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The bytes of a regular file, at most `maxBytes`.
 * @throws as `openRegularFile` does
 */
export async function readRegularFile(file: string, maxBytes: number): Promise<Uint8Array> {
  const { handle, size } = await openRegularFile(file, maxBytes);
  try {
    const bytes = new Uint8Array(size);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await handle.read(bytes, filled, size - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
  }
}
