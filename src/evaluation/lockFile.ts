import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { unwritable } from '../documents/replaceFile.ts';

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

const thisProcess = (): Holder => ({ pid: process.pid, host: os.hostname() });

/** A lock of another process that was taken over half-way is given up after this time. */
const TAKEOVER = 10_000;

/** A lock that names nobody is still being written for this time; later, it was cut short. */
const SETTLING = 1000;

/** Milliseconds until a lock that names nobody is read again. */
const READ_AGAIN = 10;

/** The locks that this process holds or takes: its id in a lock may be that of an earlier process, such as in a container. */
const heldHere = new Set<string>();

/**
 * Makes this process the only one that writes a file: a file beside it names the process. One that is left by a process
 * that has ended is taken over.
 * @returns removes the lock
 * @throws PageTraceError `bad-input` if another process writes the file, `file-unwritable`
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
  const lock = `${await realPath(file)}.lock`;
  if (heldHere.has(lock)) throw heldError(file, lock, thisProcess());
  heldHere.add(lock);
  try {
    if (!(await create(lock, file))) {
      const holder = await readHolder(lock);
      if (holder !== null && isAlive(holder)) throw heldError(file, lock, holder);
      await takeOver(file, lock);
    }
  } catch (error) {
    heldHere.delete(lock);
    throw error;
  }
  return async () => {
    await fs.rm(lock, { force: true });
    heldHere.delete(lock);
  };
}

/** A file that several names lead to has one path, also before it exists. */
async function realPath(file: string): Promise<string> {
  const { dir, base } = path.parse(path.resolve(file));
  return fs.realpath(file).catch(async () => path.join(await fs.realpath(dir).catch(() => dir), base));
}

/** Creates the lock of a file; false if it exists. */
async function create(lock: string, file: string): Promise<boolean> {
  try {
    await fs.writeFile(lock, JSON.stringify(thisProcess()), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // The lock is beside the file that a person has named.
    throw unwritable(file, error);
  }
}

/** Replaces the lock of a process that has ended. Of several processes that try it, one succeeds. */
async function takeOver(file: string, lock: string): Promise<void> {
  const mutex = `${lock}.takeover`;
  const begun = await fs.stat(mutex).catch(() => null);
  if (begun !== null && Date.now() - begun.mtimeMs > TAKEOVER) await fs.rm(mutex, { force: true });
  if (!(await create(mutex, file))) throw heldError(file, lock, null);
  try {
    // Another process may have taken it over in between.
    const holder = await readHolder(lock);
    if (holder !== null && isAlive(holder)) throw heldError(file, lock, holder);
    await fs.rm(lock, { force: true });
    if (!(await create(lock, file))) throw heldError(file, lock, null);
  } finally {
    await fs.rm(mutex, { force: true });
  }
}

/**
 * Who holds a lock; null if it is gone, or names nobody because it was cut short. A lock is created before its text is
 * written.
 */
async function readHolder(lock: string): Promise<Holder | null> {
  for (;;) {
    const holder = await fs.readFile(lock, 'utf8').then(parseHolder, () => null);
    if (holder !== null) return holder;
    const stats = await fs.stat(lock).catch(() => null);
    if (stats === null || Date.now() - stats.mtimeMs > SETTLING) return null;
    await pause(READ_AGAIN);
  }
}

function parseHolder(text: string): Holder | null {
  try {
    const { pid, host } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : null;
  } catch {
    return null;
  }
}

/** Whether another process may still run. What runs on another machine cannot be known. */
function isAlive({ pid, host }: Holder): boolean {
  if (host !== os.hostname()) return true;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function heldError(file: string, lock: string, holder: Holder | null): PageTraceError {
  const isElsewhere = holder !== null && holder.host !== os.hostname();
  const sentence =
    holder === null
      ? t('Another evaluation is writing {0}.', file)
      : isElsewhere
        ? t('An evaluation on {0} is writing {1}.', holder.host, file)
        : t('Another evaluation (process {0}) is writing {1}.', holder.pid, file);
  return new PageTraceError('bad-input', sentence, {
    // The number of a process that has ended may belong to another one by now.
    hint: t('Wait for it, or name another file. If it is over, delete {0}.', lock),
  });
}
