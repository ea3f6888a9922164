import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { fileError, openRegularFile } from './regularFile.ts';

const CHUNK = 1024 * 1024;

export interface HashOptions {
  /** Ends the reading; the hash then fails with `cancelled`. */
  readonly signal?: AbortSignal;
  /** The most bytes of a file that are read. */
  readonly maxBytes?: number;
}

/**
 * SHA-256 of a regular file, read as a stream; lower-case hex. Of a file that grows meanwhile, the bytes that it had.
 * @throws PageTraceError `file-not-found`, `file-unreadable` if it cannot be read or is no regular file,
 *   `document-too-large`, `cancelled`
 */
export async function hashFile(file: string, options: HashOptions = {}): Promise<string> {
  const hash = createHash('sha256');
  await feedFile(hash, file, options);
  return hash.digest('hex');
}

/**
 * SHA-256 of several files: for each, in order, its name, a zero byte, its size in decimal, a zero byte, and its bytes.
 */
export async function hashFiles(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) await feedFile(hash, file, {}, (size) => `${path.basename(file)}\0${size}\0`);
  return hash.digest('hex');
}

/** SHA-256 of bytes in memory, one part at a time so that nothing else has to wait for long. */
export async function hashBytes(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += CHUNK) {
    hash.update(bytes.subarray(start, start + CHUNK));
    await setImmediate();
  }
  return hash.digest('hex');
}

/** @param head what is hashed before the bytes of a file of this size */
async function feedFile(
  hash: ReturnType<typeof createHash>,
  file: string,
  { signal, maxBytes }: HashOptions,
  head: (size: number) => string = () => '',
): Promise<void> {
  try {
    const { handle, size } = await openRegularFile(file, maxBytes);
    try {
      hash.update(head(size));
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, size));
      for (let done = 0; done < size;) {
        signal?.throwIfAborted();
        const { bytesRead } = await handle.read(chunk, 0, Math.min(CHUNK, size - done), done);
        if (bytesRead === 0) break;
        hash.update(chunk.subarray(0, bytesRead));
        done += bytesRead;
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (signal?.aborted === true) throw new PageTraceError('cancelled', t('Canceled.'), { cause: error });
    throw fileError(path.basename(file), error);
  }
}
