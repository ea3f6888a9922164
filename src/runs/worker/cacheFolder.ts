import fs from 'node:fs';
import path from 'node:path';
import { clearUnpacked, unpackedFolder, type Removed } from '../packed/unpackedFolder.ts';

/** Names of folders that hold the scores of one file. */
const OWN_NAME = /^[0-9a-f]{40}$/;

/** Says that the scores of a file are used, so that they are not the oldest. */
export async function touchScores(cache: string, key: string): Promise<void> {
  const now = new Date();
  await fs.promises.utimes(path.join(cache, key), now, now).catch(() => undefined);
}

/**
 * Removes the scores that were not used for the longest time until all take at most so many bytes. Never throws.
 * @returns the bytes that were removed
 */
export async function trimScores(cache: string, quota: number): Promise<number> {
  const names = await fs.promises.readdir(cache).catch(() => []);
  const folders: { readonly folder: string; readonly used: number; readonly bytes: number }[] = [];
  for (const name of names.filter((each) => OWN_NAME.test(each))) {
    const folder = path.join(cache, name);
    const stats = await fs.promises.stat(folder).catch(() => null);
    if (stats !== null) folders.push({ folder, used: stats.mtimeMs, bytes: await bytesIn(folder) });
  }
  let bytes = folders.reduce((sum, each) => sum + each.bytes, 0);
  let removed = 0;
  for (const each of folders.sort((a, b) => a.used - b.used)) {
    if (bytes <= quota) break;
    await fs.promises.rm(each.folder, { recursive: true, force: true }).catch(() => undefined);
    bytes -= each.bytes;
    removed += each.bytes;
  }
  return removed;
}

/**
 * Removes all scores, and all unpacked files but those that views of runs use.
 * @param leaseTime milliseconds after which a window that was ended no longer uses anything
 */
export async function clearCache(cache: string, leaseTime: number): Promise<Removed> {
  const { bytes, inUse } = await clearUnpacked(unpackedFolder(cache), leaseTime);
  return { bytes: bytes + (await trimScores(cache, 0)), inUse };
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await fs.promises.readdir(folder).catch(() => []))
    bytes += (await fs.promises.stat(path.join(folder, name)).catch(() => null))?.size ?? 0;
  return bytes;
}
