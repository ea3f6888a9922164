import fs from 'node:fs';
import path from 'node:path';

/** Names of folders that hold the scores of one file. */
const OWN_NAME = /^[0-9a-f]{40}$/;

/** Says that the scores of a file are used, so that they are not the oldest. */
export async function touchScores(cache: string, key: string): Promise<void> {
  const now = new Date();
  await fs.promises.utimes(path.join(cache, key), now, now).catch(() => undefined);
}

/** Removes the scores that were not used for the longest time until all take at most so many bytes. Never throws. */
export async function trimScores(cache: string, quota: number): Promise<void> {
  const names = await fs.promises.readdir(cache).catch(() => []);
  const folders: { readonly folder: string; readonly used: number; readonly bytes: number }[] = [];
  for (const name of names.filter((each) => OWN_NAME.test(each))) {
    const folder = path.join(cache, name);
    const stats = await fs.promises.stat(folder).catch(() => null);
    if (stats !== null) folders.push({ folder, used: stats.mtimeMs, bytes: await bytesIn(folder) });
  }
  let bytes = folders.reduce((sum, each) => sum + each.bytes, 0);
  for (const each of folders.sort((a, b) => a.used - b.used)) {
    if (bytes <= quota) return;
    await fs.promises.rm(each.folder, { recursive: true, force: true }).catch(() => undefined);
    bytes -= each.bytes;
  }
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await fs.promises.readdir(folder).catch(() => []))
    bytes += (await fs.promises.stat(path.join(folder, name)).catch(() => null))?.size ?? 0;
  return bytes;
}
