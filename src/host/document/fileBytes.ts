import type { FileHandle } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { openRegularFile } from '../../documents/regularFile.ts';

/** One version of a file's bytes, read in ranges. */
export interface FileBytes {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /**
   * Bytes from `begin` up to `end` or the end of the file. Throws PageTraceError `file-unreadable`, also if the file is
   * no longer the version that was opened.
   */
  read(begin: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A failure of the file system, in words. */
export function fileError(error: unknown, name: string): PageTraceError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const said = error instanceof Error ? error.message : String(error);
  if (code === 'ENOENT' || code === 'FileNotFound') {
    return new PageTraceError('file-not-found', t('{0} no longer exists.', name), {
      hint: t('It appears here again once it is written again.'),
      said,
      cause: error,
    });
  }
  const denied = code === 'EACCES' || code === 'EPERM' || code === 'NoPermissions';
  return new PageTraceError(
    'file-unreadable',
    denied ? t('{0} cannot be read: access is denied.', name) : t('{0} cannot be read.', name),
    {
      hint: denied ? t('Check the permissions of the file.') : t('The file system said: {0}', said),
      said,
      cause: error,
    },
  );
}

/**
 * Opens a file of the local file system. The file stays open: one that is replaced by another of the same name can
 * still be read to the end.
 */
export async function openLocalBytes(path: string, name: string): Promise<FileBytes> {
  let handle: FileHandle;
  try {
    ({ handle } = await openRegularFile(path));
  } catch (error) {
    throw error instanceof PageTraceError ? error : fileError(error, name);
  }
  try {
    const { size, mtimeMs } = await handle.stat();
    return {
      size,
      modified: mtimeMs,
      async read(begin, end) {
        const length = Math.max(0, Math.min(end, size) - begin);
        const bytes = new Uint8Array(length);
        let filled = 0;
        try {
          while (filled < length) {
            const { bytesRead } = await handle.read(bytes, filled, length - filled, begin + filled);
            if (bytesRead === 0) break;
            filled += bytesRead;
          }
        } catch (error) {
          throw fileError(error, name);
        }
        // Parts of two versions must never be combined: a file that was overwritten in place is another version.
        const now = await handle.stat();
        if (filled < length || now.size !== size || now.mtimeMs !== mtimeMs) throw changedError(name);
        return bytes;
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error instanceof PageTraceError ? error : fileError(error, name);
  }
}

/** Bytes in memory, for files without a local path. */
export function memoryBytes(bytes: Uint8Array, modified: number): FileBytes {
  return {
    size: bytes.length,
    modified,
    // A copy, because a view of a Node Buffer arrives empty in a webview.
    read: (begin, end) => Promise.resolve(new Uint8Array(bytes.subarray(begin, end))),
    close: () => Promise.resolve(),
  };
}

/** The error for a range of a version that no longer exists. */
export function changedError(name: string): PageTraceError {
  return new PageTraceError('file-unreadable', t('{0} changed while it was being read.', name), {
    hint: t('The pages appear as soon as the file is complete.'),
  });
}
