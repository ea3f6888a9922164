import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/** Interval at which a waiting process checks the lock again, in milliseconds. */
const POLL = 250;

/**
 * Runs `work` while no other process runs work under the same lock. A lock whose owner has exited is taken over.
 * @template T
 * @param {string} folder the lock, which is created and removed here
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  while (!take(folder)) await delay(POLL);
  try {
    return await work();
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function take(folder) {
  // The owner is written before the lock gets its final name, so that no process can see a lock without an owner.
  const draft = `${folder}.${process.pid}`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft);
  fs.writeFileSync(path.join(draft, 'owner'), JSON.stringify({ host: os.hostname(), pid: process.pid }));
  try {
    fs.renameSync(draft, folder);
    return true;
  } catch {
    fs.rmSync(draft, { recursive: true, force: true });
    if (isAbandoned(folder)) fs.rmSync(folder, { recursive: true, force: true });
    return false;
  }
}

/** @param {string} folder */
function isAbandoned(folder) {
  try {
    const owner = JSON.parse(fs.readFileSync(path.join(folder, 'owner'), 'utf8'));
    if (owner.host !== os.hostname()) return false;
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
