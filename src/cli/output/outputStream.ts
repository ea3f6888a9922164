import fs from 'node:fs';
import net from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import tty from 'node:tty';
import { promisify } from 'node:util';
import { cancellation } from '../terminal/verb.ts';

/** Milliseconds between attempts to open a pipe that nobody reads yet. */
const RETRY = 50;

const { O_WRONLY, O_APPEND, O_NONBLOCK, O_NOCTTY } = fs.constants;

/** Something that is written to where it is, and not replaced. */
export interface OutputStream {
  readonly stream: Writable;
  /** Whether it is a terminal, which control characters in a text could control. */
  readonly isTerminal: boolean;
}

/**
 * Opens a pipe or a device for writing, and waits for the reader of a named pipe. A descriptor of this process, such as
 * /dev/fd/3, is appended to.
 * @throws PageTraceError `cancelled`
 * @throws Error of the system, if it cannot be opened
 */
export async function openStream(file: string, signal: AbortSignal): Promise<OutputStream> {
  const descriptor = await openDescriptor(file, signal);
  if (tty.isatty(descriptor)) return { stream: new tty.WriteStream(descriptor), isTerminal: true };
  const stream = fs.fstatSync(descriptor).isFIFO()
    ? new net.Socket({ fd: descriptor, readable: false, writable: true })
    : fs.createWriteStream('', { fd: descriptor });
  return { stream, isTerminal: false };
}

/** Opens without waiting in the system, where a signal could not end this process. */
async function openDescriptor(file: string, signal: AbortSignal): Promise<number> {
  for (;;) {
    try {
      return await promisify(fs.open)(file, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY);
    } catch (error) {
      const isUnread = error instanceof Error && 'code' in error && error.code === 'ENXIO';
      if (!isUnread) throw error;
    }
    await delay(RETRY, undefined, { signal }).catch(() => {
      throw cancellation();
    });
  }
}
