import fs from 'node:fs';
import path from 'node:path';

/** Names of entries: the key of what was unpacked, and the one who unpacked it. */
const ENTRY = /^([0-9a-f]{40})-[0-9a-f-]{36}$/;

/** The file of an entry that holds the text, and the one that says that the text is whole. */
export const TEXT = 'text';
export const WHOLE = 'whole';

/** What the name of a file ends with that says that a window uses the entry. */
export const IN_USE = '.use';

/** What was unpacked into the cache. */
interface UnpackedEntry {
  readonly folder: string;
  readonly bytes: number;
  /** When it was opened or closed last, in milliseconds. */
  readonly used: number;
  readonly isWhole: boolean;
  /** Whether a window that still runs uses it. */
  readonly isInUse: boolean;
  /** The files by which windows say so. */
  readonly leases: readonly string[];
}

/** How much was removed, and how much was left because a window uses it, in bytes. */
export interface Removed {
  readonly bytes: number;
  readonly inUse: number;
}

/** The folder for unpacked files in the cache of runs. */
export function unpackedFolder(cache: string): string {
  return path.join(cache, 'unpacked');
}

/** The folders of what was unpacked from a file with this key; none if there is nothing. */
export async function foldersOf(folder: string, key: string): Promise<readonly string[]> {
  const names = await fs.promises.readdir(folder).catch(() => []);
  return names.filter((name) => ENTRY.exec(name)?.[1] === key).map((name) => path.join(folder, name));
}

/** What was unpacked into a folder; nothing if it does not exist. */
async function unpackedEntries(folder: string, leaseTime: number): Promise<readonly UnpackedEntry[]> {
  const entries: UnpackedEntry[] = [];
  for (const name of await fs.promises.readdir(folder).catch(() => [])) {
    const entry = ENTRY.test(name) ? await readEntry(path.join(folder, name), leaseTime) : null;
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

async function readEntry(folder: string, leaseTime: number): Promise<UnpackedEntry | null> {
  const stats = await fs.promises.stat(folder).catch(() => null);
  if (stats === null) return null;
  let bytes = 0;
  let isWhole = false;
  // One that begins has not said yet that it is used.
  let lastSaid = stats.mtimeMs;
  const leases: string[] = [];
  for (const name of await fs.promises.readdir(folder).catch(() => [])) {
    const file = await fs.promises.stat(path.join(folder, name)).catch(() => null);
    bytes += file?.size ?? 0;
    if (name === WHOLE) isWhole = true;
    if (!name.endsWith(IN_USE) || file === null) continue;
    leases.push(path.join(folder, name));
    lastSaid = Math.max(lastSaid, file.mtimeMs);
  }
  const isInUse = (leases.length > 0 || !isWhole) && Date.now() - lastSaid < leaseTime;
  return { folder, bytes, used: stats.mtimeMs, isWhole, isInUse, leases };
}

/**
 * Removes what is not whole because its window was ended, and then what was not used for the longest time until the rest
 * takes at most so many bytes. What is in use stays.
 * @param leaseTime milliseconds after which a window that says nothing more no longer uses anything
 * @returns the bytes that the rest takes
 */
export async function trimUnpacked(folder: string, quota: number, leaseTime: number): Promise<number> {
  const entries = await unpackedEntries(folder, leaseTime);
  let bytes = entries.reduce((sum, each) => sum + each.bytes, 0);
  const unused = entries.filter(({ isInUse }) => !isInUse).sort((a, b) => a.used - b.used);
  for (const each of unused) {
    if (each.isWhole && bytes <= quota) {
      for (const lease of each.leases) await fs.promises.rm(lease, { force: true }).catch(() => undefined);
    } else if (await removeEntry(each)) bytes -= each.bytes;
  }
  return bytes;
}

/** Removes all that no window uses. */
export async function clearUnpacked(folder: string, leaseTime: number): Promise<Removed> {
  let bytes = 0;
  let inUse = 0;
  for (const each of await unpackedEntries(folder, leaseTime)) {
    if (!each.isInUse && (await removeEntry(each))) bytes += each.bytes;
    else inUse += each.bytes;
  }
  return { bytes, inUse };
}

/** Removes an entry. Its text goes last, so that what is left if the window is ended is not taken for whole. */
async function removeEntry({ folder }: UnpackedEntry): Promise<boolean> {
  try {
    await fs.promises.rm(path.join(folder, WHOLE), { force: true });
    await fs.promises.rm(folder, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
