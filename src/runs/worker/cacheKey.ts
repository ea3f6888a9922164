import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type fs from 'node:fs';
import { displayLocale } from '../../core/displayLocale.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';

/** Grows when the same sample gets other columns than before. */
const VERSION = 5;

/** Grows when the same file is unpacked to another text than before. */
const UNPACKED_VERSION = 1;

/** Bytes of the beginning and the end of a file that its key depends on. */
const ENDS = 64 * 1024;

/**
 * A key of what scoring finds out about a file: of its content, as far as that can be told without reading it all, and
 * of everything else that scores depend on.
 */
export async function cacheKey(
  handle: fs.promises.FileHandle,
  fields: FieldMap,
  scoring: {
    readonly dialect: string | null;
    readonly version: string | null;
    readonly profile: string | null;
  },
): Promise<string> {
  return contentKey(handle, [VERSION, fields, scoring]);
}

/** A key of what a file is unpacked to. */
export function unpackedKey(handle: fs.promises.FileHandle, kind: string): Promise<string> {
  // What is wrong with records is kept in sentences of the display language.
  return contentKey(handle, ['unpacked', UNPACKED_VERSION, kind, displayLocale()]);
}

/** A key of the content of a file, and of something else. */
async function contentKey(handle: fs.promises.FileHandle, more: readonly unknown[]): Promise<string> {
  const { size, mtimeMs, ino } = await handle.stat();
  const hash = createHash('sha256');
  hash.update(JSON.stringify([size, mtimeMs, ino, ...more]));
  hash.update(await endsOf(handle, size));
  return hash.digest('hex').slice(0, 40);
}

/** The first and the last bytes of a file. */
export async function endsOf(handle: fs.promises.FileHandle, size: number): Promise<Buffer> {
  const head = Buffer.alloc(Math.min(size, ENDS));
  const tail = Buffer.alloc(Math.min(size, ENDS));
  await handle.read(head, 0, head.length, 0);
  await handle.read(tail, 0, tail.length, size - tail.length);
  return Buffer.concat([head, tail]);
}
