import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';

const CHUNK = 1024 * 1024;

/** SHA-256 of a file, read as a stream; lower-case hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await feedFile(hash, file);
  return hash.digest('hex');
}

/**
 * SHA-256 of several files: for each, in order, its name, a zero byte, its size in decimal, a zero byte, and its bytes.
 */
export async function hashFiles(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    try {
      const { size } = await fs.promises.stat(file);
      hash.update(`${path.basename(file)}\0${size}\0`);
    } catch (error) {
      throw unreadable(file, error);
    }
    await feedFile(hash, file);
  }
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

async function feedFile(hash: ReturnType<typeof createHash>, file: string): Promise<void> {
  try {
    for await (const chunk of fs.createReadStream(file, { highWaterMark: CHUNK }))
      hash.update(chunk as Buffer);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): PageTraceError {
  return new PageTraceError('file-unreadable', t('{0} could not be read.', path.basename(file)), {
    hint: t('Check that it still exists and that you have permission to read it.'),
    said: error instanceof Error ? error.message : String(error),
  });
}
