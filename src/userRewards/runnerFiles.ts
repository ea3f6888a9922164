import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a program; a name on PATH stays as it is. A relative path would be relative to the reward's folder. */
export function absoluteProgram(named: string): string {
  return /[/\\]/.test(named) ? path.resolve(named) : named;
}

/** Whether there is a file, and it is not a folder, a pipe or a device. */
export async function isFile(file: string): Promise<boolean> {
  try {
    return (await fs.stat(file)).isFile();
  } catch {
    return false;
  }
}

/** Whether there is a folder. */
export async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await fs.stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

/** The path of the runner, which is found from the bundles in dist/ and from the sources. */
export function shippedRunner(): string {
  const place = import.meta.url.endsWith('.ts') ? '../../media' : '../media';
  return fileURLToPath(new URL(`${place}/python/reward_runner.py`, import.meta.url));
}
