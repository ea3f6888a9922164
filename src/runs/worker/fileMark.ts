import fs from 'node:fs';

/** What the system says of a file; null if it is not there. */
export function statOrNull(file: string): Promise<fs.Stats | null> {
  return fs.promises.stat(file).catch(() => null);
}

/**
 * What changes if another file takes the place of one, or its permissions change; the same for a file that is not there.
 */
export function markOf(stats: fs.Stats | null): string {
  return stats === null ? '' : `${stats.ino} ${stats.size} ${stats.ctimeMs}`;
}
